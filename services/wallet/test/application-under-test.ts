import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ReceivedResponseOf, RequestOf, WalletDefinition } from '@wallet-service/grpc';
import { hashMessage, recoverAddress, type Hex } from 'viem';
import { issuer, realSuite, type RealSuite, type Running, type WalletClient } from './real-suite.js';

// An application of the real suite, called as the gateway calls it: its users, its wallets, its requests.

export const call = { deadlineMs: 15_000, traceId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' };

export type WithAccessKey = ReceivedResponseOf<WalletDefinition['CreateWallet']>;
export type User = NonNullable<RequestOf<WalletDefinition['Sign']>['user']>;

export type ApplicationUnderTest = ReturnType<typeof applicationUnderTest>;

/**
 * A real suite with one wallet service and two applications that its signer trusts, with the same provider. `name` as
 * for `realSuite`. End it with `suite.stop()`.
 */
export async function suiteWithApplications(
  name: string,
  provider?: { readonly assertsEmail: boolean },
): Promise<{
  readonly suite: RealSuite;
  readonly signer: Running;
  readonly app: ApplicationUnderTest;
  readonly other: ApplicationUnderTest;
}> {
  const suite = await realSuite(name);
  try {
    const [signer] = await Promise.all([suite.startSigner(), suite.startPolicy()]);
    await suite.startWallet(0);
    const ids = [randomUUID(), randomUUID()] as const;
    suite.trust(ids, provider);
    const client = suite.client(0);
    const [app, other] = [
      applicationUnderTest(suite, client, ids[0]),
      applicationUnderTest(suite, client, ids[1]),
    ];
    return { suite, signer, app, other };
  } catch (error) {
    // The caller never gets a suite that it could stop, and running processes would keep Jest from ending.
    await suite.stop();
    throw error;
  }
}

export function applicationUnderTest(
  suite: RealSuite,
  client: WalletClient,
  applicationId: string,
  replica = 0,
) {
  const user = (subject: string, more: Partial<User> & { claims?: object } = {}): User => {
    const { claims, ...rest } = more;
    return {
      applicationId,
      providerId: applicationId,
      issuer,
      subject,
      jwt: suite.token(subject, { nonce: randomUUID(), ...claims }),
      opJwtMode: 'observe',
      ...rest,
    };
  };

  async function create(
    subject: string,
    more: Partial<RequestOf<WalletDefinition['CreateWallet']>> = {},
  ): Promise<Required<WithAccessKey> & { wallet: NonNullable<WithAccessKey['wallet']> }> {
    const request = { user: user(subject), network: 'ETH_MAINNET', recoverable: true, ...more };
    return made(await client.call('CreateWallet', request, call));
  }

  /** Signs a message on ETH and resolves to the address that the signature proves. */
  async function signerOf(
    subject: string,
    walletId: string,
    accessKey: Uint8Array,
    text = 'hello',
  ): Promise<string> {
    const operation = { message: { message: Buffer.from(text), format: 'eip191' } };
    const { signature } = await client.call(
      'Sign',
      { user: user(subject), walletId, accessKey: Buffer.from(accessKey), operation },
      call,
    );
    return recoverAddress({ hash: hashMessage(text), signature: signature?.signature as Hex });
  }

  /** Every event in the feed, from the beginning. */
  async function events(): Promise<{ type: string; walletId: string; data: Record<string, unknown> }[]> {
    const feed = suite.client(replica, 'webhooks');
    // Whoever asks for the end waits for all that happened before.
    await feed.call('ListEvents', { applicationId, onlyEnd: true }, call);
    const { events: list } = await feed.call('ListEvents', { applicationId, limit: 500 }, call);
    return list.map(({ type, orderingKey, dataJson }) => ({
      type,
      walletId: orderingKey,
      data: JSON.parse(dataJson) as Record<string, unknown>,
    }));
  }

  return { applicationId, client, user, create, signerOf, events };
}

export function made(
  answer: WithAccessKey,
): WithAccessKey & { wallet: NonNullable<WithAccessKey['wallet']> } {
  if (!answer.wallet) throw new Error('there is no wallet in the answer');
  return { ...answer, wallet: answer.wallet };
}

/** Derived as the gateway does: the same caller and key give the same seal key. */
export function idempotencyOf(key: string, body = 'body', secret = 'secret') {
  const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
  return { key, bodyHash: sha256(body), sealKey: sha256(`${secret}/${key}`) };
}

export const otherAccessKey = (): Buffer => randomBytes(32);
