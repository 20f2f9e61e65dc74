import { createPublicKey, randomUUID, verify } from 'node:crypto';
import { addressOf } from '@wallet-service/addresses';
import { hashMessage, recoverAddress, type Hex } from 'viem';
import {
  nowSeconds,
  audience,
  issuer,
  realSuite,
  type RealSuite,
  type Running,
  type WalletClient,
} from './real-suite.js';
import { untilIntegrated } from './until-integrated.js';

let suite: RealSuite;
let wallet: Running;
let gateway: WalletClient;
const applicationId = randomUUID();
const call = { deadlineMs: 10_000, traceId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' };

beforeAll(async () => {
  suite = await realSuite('wallet_express');
  await Promise.all([suite.startPolicy(), suite.startSigner()]);
  wallet = await suite.startWallet(0);
  gateway = suite.client(0);
  suite.trust([applicationId]);
});
afterAll(() => suite.stop());

const userOf = (subject: string, more: object = {}) => ({
  applicationId,
  providerId: randomUUID(),
  issuer,
  subject,
  jwt: suite.token(subject),
  opJwtMode: 'observe',
  ...more,
});
const message = (text: string, format = 'eip191') => ({ message: { message: Buffer.from(text), format } });

it('gives a user one address per chain, and signs messages that independent libraries verify', async () => {
  const user = userOf('alice');
  const [eth, again] = await Promise.all([
    gateway.call('GetOrCreateWallet', { user, chain: 'ETH' }, call),
    gateway.call('GetOrCreateWallet', { user, chain: 'ETH' }, call),
  ]);
  expect(again).toEqual(eth);
  expect(eth.address).toBe(addressOf('ETH', 'EVM', eth.publicKey));
  const { signature, requestId } = await gateway.call(
    'Sign',
    { user, chain: 'ETH', operation: message('hello') },
    call,
  );
  const given = signature?.signature as Hex;
  expect(await recoverAddress({ hash: hashMessage('hello'), signature: given })).toBe(eth.address);
  expect(requestId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
});

it('signs with Ed25519 on SOL', async () => {
  const user = userOf('alice');
  const sol = await gateway.call('GetOrCreateWallet', { user, chain: 'SOL' }, call);
  const { signature } = await gateway.call(
    'Sign',
    { user, chain: 'SOL', operation: message('hello', 'raw') },
    call,
  );
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: sol.publicKey.toString('base64url') },
    format: 'jwk',
  });
  expect(
    verify(null, Buffer.from('hello'), key, Buffer.from(signature?.signature.slice(2) ?? '', 'hex')),
  ).toBe(true);
  expect(signature?.parts).toBeNull();
});

it('gives the same answer for the same request', async () => {
  const user = userOf('alice');
  const request = { user, chain: 'ETH', operation: message('twice') };
  const [first, second] = [
    await gateway.call('Sign', request, call),
    await gateway.call('Sign', request, call),
  ];
  expect(first.signature?.signature).toMatch(/^0x/);
  expect(second.signature).toEqual(first.signature);
  expect(second.requestId).not.toBe(first.requestId);
});

describe('a token that is used again for another payload', () => {
  it('is recorded where the application observes', async () => {
    const user = userOf('alice', { jwt: suite.token('alice', { nonce: randomUUID() }) });
    await gateway.call('Sign', { user, chain: 'ETH', operation: message('one') }, call);
    const { requestId } = await gateway.call('Sign', { user, chain: 'ETH', operation: message('two') }, call);
    const [entry] = await journal(requestId, 'result');
    expect(entry).toMatchObject({ outcome: 'signed', token_reused: true });
    expect(await metrics()).toMatch(/wallet_service_token_reuses_total\{.*chain="ETH".*\} 1/);
  });

  it('is refused where the application wants one payload per token', async () => {
    const jwt = suite.token('alice', { nonce: randomUUID() });
    const user = userOf('alice', { jwt, opJwtMode: 'single_payload' });
    await gateway.call('Sign', { user, chain: 'ETH', operation: message('one') }, call);
    await gateway.call('Sign', { user, chain: 'ETH', operation: message('one') }, call);
    const another = gateway.call('Sign', { user, chain: 'ETH', operation: message('two') }, call);
    await expect(another).rejects.toMatchObject({ code: 'wallet.token-already-used' });
  });
});

describe('the service refuses', () => {
  it('a user without a wallet', async () => {
    const answer = gateway.call(
      'Sign',
      { user: userOf('nobody'), chain: 'ETH', operation: message('x') },
      call,
    );
    await expect(answer).rejects.toMatchObject({ code: 'wallet.not-found' });
  });

  it('a token of another user: the signer itself refuses it', async () => {
    await gateway.call('GetOrCreateWallet', { user: userOf('bob'), chain: 'ETH' }, call);
    const user = userOf('bob', { jwt: suite.token('mallory') });
    const answer = gateway.call('Sign', { user, chain: 'ETH', operation: message('x') }, call);
    await expect(answer).rejects.toMatchObject({ code: 'internal' });
    expect(wallet.output()).toContain('verdict-mismatch');
  });

  it('an expired token, and the failure is journaled', async () => {
    const now = nowSeconds();
    const user = userOf('alice', { jwt: suite.token('alice', { iat: now - 600, exp: now - 300 }) });
    const answer = gateway.call('Sign', { user, chain: 'ETH', operation: message('late') }, call);
    await expect(answer).rejects.toMatchObject({ code: 'auth.token-expired' });
    const entries = await all(`select * from wallet.journal_entries where error_code = 'auth.token-expired'`);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ kind: 'result', outcome: 'failed', trace_id: call.traceId });
  });

  it('a token of a provider that no signer trusts yet', async () => {
    const elsewhere = { applicationId: randomUUID(), jwt: suite.token('carol', { aud: audience }) };
    const answer = gateway.call(
      'GetOrCreateWallet',
      { user: userOf('carol', elsewhere), chain: 'ETH' },
      call,
    );
    await expect(answer).rejects.toMatchObject({ code: 'provider.not-trusted-yet' });
  });

  it.each([
    ['a hash on SOL', 'SOL', { rawHash: { hash: Buffer.alloc(32) } }, 'chain.operation-unsupported'],
    ['a chain that does not exist', 'DOGE', message('x'), 'request.invalid'],
    ['an empty operation', 'ETH', {}, 'request.invalid'],
    ['a message format that does not exist', 'ETH', message('x', 'rot13'), 'request.invalid'],
  ])('%s', async (_, chain, operation, code) => {
    const answer = gateway.call('Sign', { user: userOf('alice'), chain, operation }, call);
    await expect(answer).rejects.toMatchObject({ code });
  });

  it.each(['identity', 'policy', 'signer', 'operator'] as const)('%s as a caller of Sign', async (name) => {
    const answer = suite.client(0, name).call('Sign', { user: userOf('alice'), chain: 'ETH' }, call);
    await expect(answer).rejects.toMatchObject({ code: 'auth.caller-not-allowed' });
  });
});

it('says which provider is trusted, and which is not', async () => {
  const status = (question: object) => gateway.call('GetTrustStatus', question, call);
  const question = { applicationId, issuer, audience };
  expect(await status(question)).toMatchObject({
    trusted: true,
    missing: '',
    rootVersion: '1',
    documentVersion: '1',
    keys: [{ kid: 'k1', thumbprint: expect.stringMatching(/^[\w-]{43}$/) as unknown }],
    witnesses: ['witness-1'],
  });
  const ofOther = await status({ ...question, audience: 'other' });
  expect(ofOther).toMatchObject({ trusted: false, missing: 'not-in-document', keys: [] });
  const ofNobody = await status({ ...question, applicationId: randomUUID() });
  expect(ofNobody).toMatchObject({ trusted: false, missing: 'no-document', documentVersion: '0' });
});

it('shows its own metrics and those of the signer on one page', async () => {
  const page = await metrics();
  expect(page).toMatch(/wallet_service_signatures_total\{.*outcome="signed".*\} [1-9]/);
  expect(page).toMatch(/wallet_service_journal_batch_entries_count/);
  expect(page).toMatch(/wallet_service_signer_calls_total\{signer="[0-9a-f]{8}",.*method="Sign"/);
});

it('writes no token and no key to its log', () => {
  expect(wallet.output()).not.toMatch(/eyJ/);
});

async function metrics(): Promise<string> {
  return (await fetch(`${wallet.operations}/metrics`)).text();
}

type Row = Readonly<Record<string, unknown>>;

async function all(sql: string, values: unknown[] = []): Promise<Row[]> {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: suite.database.url });
  await client.connect();
  try {
    await untilIntegrated(client);
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}

function journal(requestId: string, kind: string): Promise<Row[]> {
  return all('select * from wallet.journal_entries where request_id = $1 and kind = $2', [requestId, kind]);
}
