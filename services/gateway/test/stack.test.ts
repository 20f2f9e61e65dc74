import { createHash, randomUUID, type webcrypto } from 'node:crypto';
import { Aes256Gcm, CipherSuite, HkdfSha256 } from '@hpke/core';
import { DhkemX25519HkdfSha256 } from '@hpke/dhkem-x25519';
import {
  createExpressClient,
  startTestStack,
  type ExpressClient,
  type TestStack,
} from '@wallet-service/dev-env';
import { recoverMessageAddress, type Hex } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';

// The Core interface over all real processes, as a customer sees it: over HTTP. Only what libraries of others can verify is believed.

type Wallet = {
  data: { uuid: string; public_address: string; access_key: string; network: string };
  wallet_id: string;
  wallet_address: string;
};
type Answer = { readonly status: number; readonly body: unknown };

let stack: TestStack;
let client: ExpressClient;
beforeAll(async () => {
  stack = await startTestStack();
  client = createExpressClient(stack.stack);
}, 90_000);
afterAll(async () => {
  await stack.stop();
}, 60_000);

async function manage(
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(stack.stack.express_url + path, {
    method,
    headers: {
      'x-service-secret-key': stack.stack.app.secret_key,
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

/** Demo tokens live longer than 5 minutes unless asked otherwise. */
const operationToken = (subject: string) => client.token(subject, { expires_in: '240' });
const codeOf = ({ body }: Answer) => (body as { error: { code: string } }).error.code;

async function signsFor(subject: string, { data }: Wallet, accessKey = data.access_key): Promise<Answer> {
  return manage('POST', '/v2/api/wallet/sign_message', {
    op_jwt: await operationToken(subject),
    access_key: accessKey,
    wallet_id: data.uuid,
    message_base64: Buffer.from('hello').toString('base64'),
  });
}

async function expectSigns(subject: string, wallet: Wallet): Promise<void> {
  const answer = await signsFor(subject, wallet);
  expect(answer).toMatchObject({ status: 200 });
  const { signature } = (answer.body as { data: { signature: Hex } }).data;
  expect(await recoverMessageAddress({ message: 'hello', signature })).toBe(wallet.data.public_address);
}

async function newWallet(subject: string, more: Record<string, string> = {}): Promise<Wallet> {
  const body = { auth_jwt: await client.token(subject), network: 'EVM' };
  return succeed<Wallet>('POST', '/v2/api/wallet', body, more);
}

const suite = new CipherSuite({
  kem: new DhkemX25519HkdfSha256(),
  kdf: new HkdfSha256(),
  aead: new Aes256Gcm(),
});
const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64')).buffer;

describe('the Core interface of the whole suite', () => {
  it('makes groups and wallets in them, and finds them again', async () => {
    const group = await succeed<{ data: { uuid: string } }>('POST', '/v1/api/wallet_group', {
      metadata: { resource_id: 'team' },
    });
    const made = await succeed<Wallet>('POST', '/v2/api/wallet', {
      auth_jwt: await client.token('alice'),
      network: 'SOL_MAINNET',
      wallet_group_id: group.data.uuid,
      metadata: { resource_id: 'first' },
    });
    expect(made).toMatchObject({
      data: {
        network: 'SOL_MAINNET',
        wallet_group_id: group.data.uuid,
        metadata: { resource_id: 'first' },
        key_type: 'ed25519',
        time_updated: null,
      },
      wallet_id: made.data.uuid,
      wallet_address: made.data.public_address,
    });
    const listed = await succeed<{ data: { uuid: string }[] }>(
      'GET',
      `/v2/api/wallets?wallet_group_id=${group.data.uuid}&resource_id=first&network=SOL_MAINNET`,
    );
    expect(listed.data.map(({ uuid }) => uuid)).toEqual([made.data.uuid]);
    const groups = await succeed<{ data: { uuid: string }[] }>('GET', '/v1/api/wallet_groups');
    expect(groups.data.map(({ uuid }) => uuid)).toContain(group.data.uuid);
  });

  it('signs for the owner with the access key, and for nobody else', async () => {
    const wallet = await newWallet('alice');
    await expectSigns('alice', wallet);
    const foreign = await signsFor('mallory', wallet);
    expect([foreign.status, codeOf(foreign)]).toEqual([403, 'WALLET_OWNER_MISMATCH']);
    const other = await newWallet('alice');
    const wrongKey = await signsFor('alice', wallet, other.data.access_key);
    expect([wrongKey.status, codeOf(wrongKey)]).toEqual([403, 'INVALID_ACCESS_KEY']);
    const unknown = await signsFor('alice', { ...wallet, data: { ...wallet.data, uuid: randomUUID() } });
    expect([unknown.status, codeOf(unknown)]).toEqual([404, 'WALLET_NOT_FOUND']);
  });

  it('a repeated create gives the same wallet and access key; another body 422', async () => {
    const key = { 'idempotency-key': `"${randomUUID()}"` };
    const first = await newWallet('alice', key);
    expect(await newWallet('alice', key)).toEqual(first);
    await expectSigns('alice', first);
    const body = { auth_jwt: await client.token('alice'), network: 'BTC_MAINNET' };
    const other = await manage('POST', '/v2/api/wallet', body, key);
    expect([other.status, codeOf(other)]).toEqual([422, 'REQUEST_IDEMPOTENCY_MISMATCH']);
    const stranger = { auth_jwt: await client.token('mallory'), network: 'EVM' };
    expect((await manage('POST', '/v2/api/wallet', stranger, key)).status).toBe(422);
  });

  it('access keys are rotated and recovered; the one before is dead', async () => {
    const wallet = await newWallet('alice');
    const rotated = await succeed<Wallet>('POST', '/v2/api/wallet/rotate_access_key', {
      op_jwt: await operationToken('alice'),
      access_key: wallet.data.access_key,
      wallet_id: wallet.data.uuid,
    });
    expect(codeOf(await signsFor('alice', wallet))).toBe('INVALID_ACCESS_KEY');
    await expectSigns('alice', rotated);
    const recovered = await succeed<Wallet>('POST', '/v2/api/wallet/recover_access_key', {
      auth_jwt: await client.token('alice'),
      wallet_id: wallet.data.uuid,
    });
    expect(codeOf(await signsFor('alice', rotated))).toBe('INVALID_ACCESS_KEY');
    await expectSigns('alice', recovered);
  });

  it('a key is exported, sealed to the caller, and imported again', async () => {
    const wallet = await newWallet('alice');
    const pair = (await suite.kem.generateKeyPair()) as webcrypto.CryptoKeyPair;
    const recipient = Buffer.from(await suite.kem.serializePublicKey(pair.publicKey)).toString('base64');
    const { data } = await succeed<{ data: Record<string, string> }>('POST', '/v2/api/wallet/export', {
      op_jwt: await operationToken('alice'),
      access_key: wallet.data.access_key,
      wallet_id: wallet.data.uuid,
      recipient_public_key: recipient,
    });
    const { encapsulated_key = '', ciphertext = '', info = '', associated_data = '' } = data;
    const opened = await suite.open(
      { recipientKey: pair.privateKey, enc: bytes(encapsulated_key), info: bytes(info) },
      bytes(ciphertext),
      bytes(associated_data),
    );
    const { private_key } = JSON.parse(Buffer.from(opened).toString()) as { private_key: string };
    expect(privateKeyToAddress(`0x${private_key}`)).toBe(wallet.data.public_address);

    const imported = createHash('sha256').update(randomUUID()).digest();
    const { issuer } = stack.stack.demo_provider;
    const query = new URLSearchParams({ network: 'EVM', issuer, subject: 'alice' }).toString();
    const target = await succeed<{ data: Record<string, string> }>(
      'GET',
      `/v2/api/wallet/import_key?${query}`,
    );
    const sealed = await suite.seal(
      {
        recipientPublicKey: (await suite.kem.deserializePublicKey(
          bytes(target.data['public_key'] ?? ''),
        )) as webcrypto.CryptoKey,
        info: bytes(target.data['info'] ?? ''),
      },
      new Uint8Array(imported).buffer,
      bytes(target.data['associated_data'] ?? ''),
    );
    const body = {
      auth_jwt: await client.token('alice'),
      network: 'EVM',
      encapsulated_key: Buffer.from(sealed.enc).toString('base64'),
      ciphertext: Buffer.from(sealed.ct).toString('base64'),
    };
    const made = await succeed<Wallet>('POST', '/v2/api/wallet/import', body);
    expect(made.data.public_address).toBe(privateKeyToAddress(`0x${imported.toString('hex')}`));
    await expectSigns('alice', made);
    const stolen = { ...body, auth_jwt: await client.token('mallory') };
    expect((await manage('POST', '/v2/api/wallet/import', stolen)).status).toBe(400);
  });

  it('an e-mail address has one wallet, which its owner claims by signing in', async () => {
    const email = `${randomUUID()}@Example.com`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => manage('POST', '/v1/admin/pregen/wallet', { email })),
    );
    const addresses = answers.map(({ body }) => (body as { public_address: string }).public_address);
    expect([new Set(answers.map(({ status }) => status)), new Set(addresses).size]).toEqual([
      new Set([200]),
      1,
    ]);
    const unverified = await client.token('eve', { email, email_verified: 'false' });
    expect(await client.wallet(unverified, 'ETH')).not.toBe(addresses[0]);
    const owner = await client.token(`owner-${randomUUID()}`, { email });
    expect(await client.wallet(owner, 'ETH')).toBe(addresses[0]);
    const status = await succeed<object>('GET', `/v1/admin/pregen/wallet?email=${encodeURIComponent(email)}`);
    expect(status).toMatchObject({ public_address: addresses[0], status: 'claimed' });
  });

  it('the journal tells of all of it in an unbroken chain', async () => {
    type Page = {
      data: { seq: number; hash: string; previous_hash: string; operation: string }[];
      next: string | null;
      head: { seq: number; hash: string };
    };
    const entries: Page['data'] = [];
    let page: Page;
    let after = '0';
    do {
      page = await succeed<Page>('GET', `/v1/audit?limit=50&after=${after}`);
      entries.push(...page.data);
      after = page.next ?? '';
    } while (page.next !== null);
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_entry, index) => index + 1));
    for (const [index, { previous_hash }] of entries.entries())
      if (index > 0) expect(previous_hash).toBe(entries[index - 1]?.hash);
    expect(page.head).toEqual({ seq: entries.length, hash: entries.at(-1)?.hash });
    const operations = entries.map(({ operation }) => operation);
    for (const event of [
      'wallet.created',
      'access_key.rotated',
      'access_key.recovered',
      'export_private_key',
      'wallet.imported',
      'wallet.claimed',
    ])
      expect(operations).toContain(event);
  });
});
