import { createHash } from 'node:crypto';
import type { StackFile } from '@wallet-service/local-stack';
import { recoverMessageAddress, type Hex } from 'viem';
import { demoCustomer, type Customer } from '../http/customer.js';
import { exportRecipient, sealForImport, type ImportKey, type SealedExport } from '../http/hpke.js';
import { sharedStack } from '../stacks.js';

// The Core interface of a running stack, as a customer's backend uses it.

export type CoreWallet = {
  data: { uuid: string; public_address: string; access_key: string; network: string };
  wallet_id: string;
  wallet_address: string;
};
export type Answer = { readonly status: number; readonly body: unknown };
export type Core = Awaited<ReturnType<typeof startCore>>;

/** A new application on the shared stack, and the client of its Core interface. */
export async function startCore(name: string) {
  const { stack, dataDir, expressUrl, consoleUrl } = await sharedStack(name);
  return { ...coreClient(stack), stack, dataDir, expressUrl, consoleUrl };
}

function coreClient(stack: StackFile) {
  const customer = demoCustomer(stack);
  const users = customer.express;
  let tokens = 0;

  async function manage(...call: Parameters<Customer['manage']>): Promise<Answer> {
    const { status, body } = await customer.manage(...call);
    return { status, body };
  }

  async function succeed<Body>(...call: Parameters<Customer['manage']>): Promise<Body> {
    const answer = await manage(...call);
    expect({ path: call[1], ...answer }).toMatchObject({ status: 200 });
    return answer.body as Body;
  }

  /**
   * Lives less than 5 minutes, and differs from the last one: within one second the demo provider gives equal tokens.
   */
  const operationToken = (subject: string, claims: Record<string, string> = {}) => {
    tokens += 1;
    return users.token(subject, { expires_in: String(180 + (tokens % 120)), ...claims });
  };

  async function newWallet(subject: string, more: Record<string, string> = {}): Promise<CoreWallet> {
    const body = { auth_jwt: await users.token(subject), network: 'EVM' };
    return succeed<CoreWallet>('POST', '/v2/api/wallet', body, more);
  }

  /** Without `accessKey` when it is undefined. */
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
    const recipient = await exportRecipient();
    const { data } = await succeed<{ data: SealedExport }>('POST', '/v2/api/wallet/export', {
      op_jwt: await operationToken(subject),
      ...(accessKey !== undefined && { access_key: accessKey }),
      wallet_id: walletId,
      recipient_public_key: recipient.publicKey,
    });
    return (await recipient.open(data)).private_key;
  }

  /** The body of an import of a private key, sealed for the subject and network. */
  async function importBody(subject: string, network: string, privateKey: Uint8Array) {
    const query = new URLSearchParams({ network, issuer: stack.demo_provider.issuer, subject }).toString();
    const { data } = await succeed<{ data: ImportKey }>('GET', `/v2/api/wallet/import_key?${query}`);
    return {
      auth_jwt: await operationToken(subject),
      network,
      ...(await sealForImport(privateKey, data)),
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

export function coreRefusal({ body }: Answer): CoreRefusal {
  return (body as { error: CoreRefusal }).error;
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
