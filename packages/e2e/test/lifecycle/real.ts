import { randomUUID } from 'node:crypto';
import type { Chain, MessageSignature } from '@wallet-service/local-stack/express-client';
import { codeOf, freshToken, type Customer } from '../http/customer.js';
import { messageVerifies } from '../http/message-proof.js';
import type { ApplicationIndex, CoreWallet, User } from './model.js';

/** One run of the property against the stack. */
export type Real = {
  readonly applications: readonly [Customer, Customer];
  /** Keeps the users of one run apart from those of the others. */
  readonly round: string;
  /** Tokens that sign. Every change takes a new one. */
  readonly tokens: Map<string, Promise<string>>;
  /** What has happened at least once, over all runs. */
  readonly seen: Set<string>;
  /**
   * Address and signature. All are for the same message and deterministic. So a signature that was verified once need
   * not be verified again.
   */
  readonly proven: Set<string>;
};

export const message = Buffer.from('mine');

export const subjectOf = ({ round }: Real, user: User): string => `${user}-${round}`;
export const emailOf = (real: Real, user: User): string => `${subjectOf(real, user)}@example.com`;
export const newToken = (real: Real, user: User, claims = {}): Promise<string> =>
  freshToken(real.applications[0], subjectOf(real, user), claims);

/** A token for signatures only. A token that signs changes no access key. */
export function signingToken(real: Real, user: User): Promise<string> {
  const subject = subjectOf(real, user);
  const known = real.tokens.get(subject) ?? newToken(real, user);
  real.tokens.set(subject, known);
  return known;
}

/** `ok` when the wallet's key signed, else the code of the refusal. */
export async function signsOnCore(
  real: Real,
  wallet: Pick<CoreWallet, 'id' | 'address' | 'chain'>,
  as: { readonly application: ApplicationIndex; readonly user: User; readonly accessKey: string | undefined },
): Promise<string> {
  const answer = await real.applications[as.application].manage('POST', '/v2/api/wallet/sign_message', {
    op_jwt: await signingToken(real, as.user),
    ...(as.accessKey !== undefined && { access_key: as.accessKey }),
    wallet_id: wallet.id,
    message_base64: message.toString('base64'),
  });
  if (answer.status !== 200) return codeOf(answer);
  const { data } = answer.body as { data: MessageSignature };
  if (await isProven(real, wallet.chain, wallet.address, data)) return 'ok';
  throw new Error(`wallet ${wallet.id} was signed for with another key`);
}

/** `mine` when the address's key signed, `another` when another key did, else the code of the refusal. */
export async function signsOnExpress(
  real: Real,
  address: string,
  as: { readonly application: ApplicationIndex; readonly user: User },
  chain: Chain = 'ETH',
): Promise<string> {
  const token = await signingToken(real, as.user);
  const answer = await real.applications[as.application].express.post(
    '/v2/wallet/sign/message',
    token,
    chain,
    {
      message_base64: message.toString('base64'),
    },
  );
  if (answer.status !== 200) return codeOf(answer);
  const mine = await isProven(real, chain, address, answer.body as MessageSignature);
  return mine ? 'mine' : 'another';
}

async function isProven(
  { proven }: Real,
  chain: Chain,
  address: string,
  signed: MessageSignature,
): Promise<boolean> {
  const proof = `${address} ${signed.signature} ${signed.v}`;
  if (proven.has(proof)) return true;
  const verifies = await messageVerifies(chain, address, message, signed);
  if (verifies) proven.add(proof);
  return verifies;
}

/** The header of a request that may be repeated. */
export const repeatable = (key: string = randomUUID()) => ({ 'idempotency-key': `"${key}"` });
