import { createHash, type webcrypto } from 'node:crypto';
import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core';
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519';
import { startTestStack, type StackFile } from '@wallet-service/local-stack';
import { createExpressClient, type ExpressClient } from '@wallet-service/local-stack/express-client';
import { recoverMessageAddress, type Hex } from 'viem';

// The Core interface of a running stack, as a customer's backend uses it.

export type CoreWallet = {
  data: { uuid: string; public_address: string; access_key: string; network: string };
  wallet_id: string;
  wallet_address: string;
};
export type Answer = { readonly status: number; readonly body: unknown };
export type Core = Awaited<ReturnType<typeof startCore>>;

/** An HPKE of another library than the signer's. */
const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});
const bytes = (base64 = '') => new Uint8Array(Buffer.from(base64, 'base64')).buffer;

/** A whole stack on free ports and the client of its Core interface. `variables` as for `startTestStack`. */
export async function startCore(variables?: Readonly<Record<string, string>>) {
  const { stack, stop } = await startTestStack(variables);
  return { ...coreClient(stack), stack, stop };
}

function coreClient(stack: StackFile) {
  const users: ExpressClient = createExpressClient(stack);
  let tokens = 0;

  async function manage(
    method: string,
    path: string,
    body?: unknown,
    more: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await fetch(stack.express_url + path, {
      method,
      headers: {
        'x-service-secret-key': stack.app.secret_key,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  async function succeed<Body>(method: string, path: string, body?: unknown, more = {}): Promise<Body> {
    const answer = await manage(method, path, body, more);
    expect({ path, ...answer }).toMatchObject({ status: 200 });
    return answer.body as Body;
  }

  /** Lives less than 5 minutes, and is another one than the last: the demo provider gives equal tokens within one second. */
  const operationToken = (subject: string, claims: Record<string, string> = {}) => {
    tokens += 1;
    return users.token(subject, { expires_in: String(180 + (tokens % 120)), ...claims });
  };

  async function newWallet(subject: string, more: Record<string, string> = {}): Promise<CoreWallet> {
    const body = { auth_jwt: await users.token(subject), network: 'EVM' };
    return succeed<CoreWallet>('POST', '/v2/api/wallet', body, more);
  }

  /** `accessKey` undefined: sent without one. */
  async function sign(subject: string, walletId: string, accessKey: string | undefined): Promise<Answer> {
    return manage('POST', '/v2/api/wallet/sign_message', {
      op_jwt: await operationToken(subject),
      ...(accessKey !== undefined && { access_key: accessKey }),
      wallet_id: walletId,
      message_base64: Buffer.from('hello').toString('base64'),
    });
  }

  async function signsFor(
    subject: string,
    { data }: CoreWallet,
    accessKey = data.access_key,
  ): Promise<Answer> {
    return sign(subject, data.uuid, accessKey);
  }

  /** The address that a signature of `sign` proves. */
  async function signerOf(answer: Answer): Promise<string> {
    expect(answer).toMatchObject({ status: 200 });
    const { signature } = (answer.body as { data: { signature: Hex } }).data;
    return recoverMessageAddress({ message: 'hello', signature });
  }

  async function expectSigns(subject: string, wallet: CoreWallet): Promise<void> {
    expect(await signerOf(await signsFor(subject, wallet))).toBe(wallet.data.public_address);
  }

  /** The private key of an export, in hex. */
  async function exportKey(
    subject: string,
    walletId: string,
    accessKey: string | undefined,
  ): Promise<string> {
    const pair = (await suite.kem.generateKeyPair()) as webcrypto.CryptoKeyPair;
    const recipient = Buffer.from(await suite.kem.serializePublicKey(pair.publicKey)).toString('base64');
    const { data } = await succeed<{ data: Record<string, string> }>('POST', '/v2/api/wallet/export', {
      op_jwt: await operationToken(subject),
      ...(accessKey !== undefined && { access_key: accessKey }),
      wallet_id: walletId,
      recipient_public_key: recipient,
    });
    const opened = await suite.open(
      { recipientKey: pair.privateKey, enc: bytes(data['encapsulated_key']), info: bytes(data['info']) },
      bytes(data['ciphertext']),
      bytes(data['associated_data']),
    );
    return (JSON.parse(Buffer.from(opened).toString()) as { private_key: string }).private_key;
  }

  /** The body of an import of a private key, sealed for the subject and network. */
  async function importBody(subject: string, network: string, privateKey: Uint8Array) {
    const query = new URLSearchParams({ network, issuer: stack.demo_provider.issuer, subject }).toString();
    const { data } = await succeed<{ data: Record<string, string> }>(
      'GET',
      `/v2/api/wallet/import_key?${query}`,
    );
    const key = (await suite.kem.deserializePublicKey(bytes(data['public_key']))) as webcrypto.CryptoKey;
    const sealed = await suite.seal(
      { recipientPublicKey: key, info: bytes(data['info']) },
      new Uint8Array(privateKey).buffer,
      bytes(data['associated_data']),
    );
    return {
      auth_jwt: await operationToken(subject),
      network,
      encapsulated_key: Buffer.from(sealed.enc).toString('base64'),
      ciphertext: Buffer.from(sealed.ct).toString('base64'),
    };
  }

  return {
    users,
    manage,
    succeed,
    operationToken,
    newWallet,
    sign,
    signsFor,
    signerOf,
    expectSigns,
    exportKey,
    importBody,
  };
}

export type CoreRefusal = {
  code: string;
  message: string;
  details: { wallet_id?: string; errors?: { path: string; message: string }[]; reason?: string };
};

export function refusalOf({ body }: Answer): CoreRefusal {
  return (body as { error: CoreRefusal }).error;
}

export function codeOf(answer: Answer): string {
  return refusalOf(answer).code;
}

export const someKey = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The body of a policy whose one rule waits for a day in the year 2255. */
export function neverDenying(policy: { name: string; chain: string; method: string }) {
  const condition = {
    field_source: 'system',
    field: 'current_unix_timestamp',
    operator: 'gt',
    value: 9_000_000_000,
  };
  const { name, chain, method } = policy;
  const rule = { name: 'never', method, action: 'DENY', conditions: [condition] };
  return { name, chain, scope: 'GLOBAL', rules: [rule] };
}
