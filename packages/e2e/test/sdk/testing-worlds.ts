import { Transaction, p2wpkh } from '@scure/btc-signer';
import { createTestServer } from '@wallet-service/sdk/testing';
import { hexToBytes, type Hex } from 'viem';
import type { OperationAt } from '../contract/open-api.js';
import { demoCustomer, freshToken } from '../http/customer.js';
import type { SharedStack } from '../stacks.js';
import type { Chain, Ref, Step } from './testing-steps.js';

/** One side of the comparison: the service or the test server. */
export type World = {
  readonly url: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly apiKey: string;
  readonly secretKey: string;
  readonly providerId: string;
  readonly token: (subject: string, seconds: number) => Promise<string>;
  /** What it has answered so far, oldest first. */
  readonly made: Readonly<Record<'wallet' | 'access-key' | 'group' | 'policy' | 'etag', string[]>>;
  /** By subject and chain, or by the id of a Core wallet. */
  readonly keys: Map<string, Wallet>;
};
export type Wallet = { readonly address: string; readonly publicKey: Hex };
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
  /** What was sent. */
  readonly sent: unknown;
};

const nothing = () => ({ wallet: [], 'access-key': [], group: [], policy: [], etag: [] });

export function theService({ stack, expressUrl }: SharedStack): World {
  const customer = demoCustomer(stack);
  return {
    url: expressUrl,
    fetch: (url, init) => fetch(url, init),
    apiKey: customer.apiKey,
    secretKey: customer.secretKey(),
    providerId: customer.provider.id,
    token: (subject, seconds) => freshToken(customer, subject, { expires_in: String(seconds) }),
    made: nothing(),
    keys: new Map(),
  };
}

export function theTestServer(): World {
  const server = createTestServer();
  return {
    ...server,
    token: (subject, expiresInSeconds) => Promise.resolve(server.token({ subject, expiresInSeconds })),
    made: nothing(),
    keys: new Map(),
  };
}

/** Sends a step to one side. */
export async function send(world: World, { operation, method, path }: At, step: Step): Promise<Answer> {
  const parameter = step.path === undefined ? '' : String(await inWorld(world, step.path));
  const query = new URLSearchParams((step.query ?? {}) as Record<string, string>).toString();
  const url = world.url + path.replace(/\{\w+\}/, encodeURIComponent(parameter)) + (query && `?${query}`);
  const text =
    step.text ?? (step.body === undefined ? undefined : JSON.stringify(await inWorld(world, step.body)));
  const headers: Readonly<Record<string, unknown>> = {
    ...(await credentials(world, operation.security, step)),
    ...(text !== undefined && { 'content-type': 'application/json' }),
    ...step.headers,
  };
  const init = {
    method: method.toUpperCase(),
    headers: Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ...(text !== undefined && { body: text }),
  };
  const response = await world.fetch(url, init);
  const received = await response.text();
  const body = received === '' ? undefined : (JSON.parse(received) as unknown);
  const sent = step.text === undefined && text !== undefined ? (JSON.parse(text) as unknown) : undefined;
  const answer = { status: response.status, headers: response.headers, body, sent };
  if (response.ok && body !== undefined) remember(world, step, answer);
  return answer;
}

type At = OperationAt;

async function credentials(world: World, security: At['operation']['security'], { user }: Step) {
  const schemes = security.flatMap((entry) => Object.keys(entry));
  if (!schemes.includes('UserToken') || !user) return { 'x-service-secret-key': world.secretKey };
  return {
    authorization: `Bearer ${await world.token(user.subject, 240)}`,
    'x-service-api-key': world.apiKey,
    'x-oidc-provider-id': world.providerId,
    'x-service-chain': user.chain as string,
  };
}

/** The value with everything that stands for things of this side. */
async function inWorld(world: World, value: unknown): Promise<unknown> {
  if (typeof value !== 'object' || value === null) return value;
  if ('ref' in value) return referred(world, value as Ref);
  if (Array.isArray(value)) return Promise.all(value.map((each) => inWorld(world, each)));
  const entries = Object.entries(value).map(
    async ([name, part]) => [name, await inWorld(world, part)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

function referred(world: World, ref: Ref): unknown {
  switch (ref.ref) {
    case 'token':
      return world.token(ref.subject, ref.seconds);
    case 'psbt':
      return psbtOf(keyOf(world, ref.subject, 'BTC'), ref.version === 2 ? 2 : 0);
    case 'solana-transaction':
      return solanaTransaction(keyOf(world, ref.subject, 'SOL'), ref.version);
    default: {
      const made = world.made[ref.ref];
      return made[ref.nth % Math.max(1, made.length)] ?? 'none';
    }
  }
}

export function keyOf({ keys }: World, subject: string, chain: Chain): Wallet {
  const key = keys.get(`${subject} ${chain}`);
  if (!key) throw new Error(`${subject} has no ${chain} wallet`);
  return key;
}

function remember({ made, keys }: World, { operation, user }: Step, { body }: Answer): void {
  const { data, public_address: address, public_key: publicKey, id } = body as Record<string, unknown>;
  const { uuid = '', access_key: accessKey = '', ...core } = (data ?? {}) as Record<string, string>;
  if (operation === 'getOrCreateWallet' && user)
    keys.set(`${user.subject} ${user.chain}`, { address: String(address), publicKey: publicKey as Hex });
  if (operation === 'createWallet') {
    made.wallet.push(uuid);
    made['access-key'].push(accessKey);
    keys.set(uuid, { address: core['public_address'] ?? '', publicKey: core['public_key'] as Hex });
  }
  if (operation === 'rotateAccessKey') made['access-key'][made.wallet.indexOf(uuid)] = accessKey;
  if (operation === 'createWalletGroup') made.group.push(uuid);
  if (operation === 'createPolicy') made.policy.push(String(id));
}

function psbtOf({ publicKey }: Wallet, version: 0 | 2): string {
  const { script } = p2wpkh(hexToBytes(publicKey));
  const transaction = new Transaction({ PSBTVersion: version });
  transaction.addInput({ txid: '11'.repeat(32), index: 0, witnessUtxo: { script, amount: 9_000n } });
  transaction.addOutput({ script, amount: 8_000n });
  return Buffer.from(transaction.toPSBT(version)).toString('base64');
}

/** A message by hand: legacy, version 0 or version 1 (SIMD-0385). It calls the system program, without data. */
function solanaTransaction({ publicKey }: Wallet, version: number): string {
  const header = [1, 0, 1];
  const accounts = [...hexToBytes(publicKey), ...new Uint8Array(32)];
  const blockhash = new Uint8Array(32).fill(7);
  const instruction = [1, 1, 0, 0];
  const messages = [
    [...header, 2, ...accounts, ...blockhash, 1, ...instruction],
    [0x80, ...header, 2, ...accounts, ...blockhash, 1, ...instruction, 0],
    // A mask without settings; one instruction with one account and no data.
    [0x81, ...header, 0, 0, 0, 0, ...blockhash, 1, 2, ...accounts, 1, 1, 0, 0, 0],
  ];
  return Buffer.from(messages[version] ?? []).toString('base64');
}
