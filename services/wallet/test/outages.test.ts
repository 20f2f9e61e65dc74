import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { issuer, realSuite, type RealSuite, type Running, type WalletClient } from './real-suite.js';

// What happens to signing when a part fails or is tampered with: a 5xx and nothing signed, never a wrong answer.

let suite: RealSuite;
let wallet: Running;
let signer: Running;
let gateway: WalletClient;
let owner: pg.Client;
const applicationId = randomUUID();
const call = { deadlineMs: 10_000, traceId: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' };

beforeAll(async () => {
  suite = await realSuite('wallet_outages');
  owner = new pg.Client({ connectionString: suite.database.url });
  await owner.connect();
  [, signer] = await Promise.all([suite.startPolicy(), suite.startSigner()]);
  [wallet] = await Promise.all([suite.startWallet(0), suite.startWallet(1)]);
  gateway = suite.client(0);
  suite.trust([applicationId]);
  for (const subject of ['alice', 'bob', 'carol', 'dave']) await create(gateway, subject);
});
afterAll(async () => {
  await owner.end();
  await suite.stop();
});

const userOf = (subject: string) => ({
  applicationId,
  providerId: randomUUID(),
  issuer,
  subject,
  jwt: suite.token(subject, { nonce: randomUUID() }),
  opJwtMode: 'observe',
});
const create = (client: WalletClient, subject: string) =>
  client.call('GetOrCreateWallet', { user: userOf(subject), chain: 'ETH' }, call);
function sign(client: WalletClient, subject: string, deadlineMs = 10_000) {
  const operation = { message: { message: Buffer.from('hello'), format: 'eip191' } };
  return client.call('Sign', { user: userOf(subject), chain: 'ETH', operation }, { ...call, deadlineMs });
}

async function signerCalls(method: string): Promise<number> {
  const page = await (await fetch(`${wallet.operations}/metrics`)).text();
  return Number(
    new RegExp(`signer_calls_total\\{.*method="${method}",outcome="ok"\\} (\\d+)`).exec(page)?.[1] ?? 0,
  );
}

/** A replica that has no wallet in memory, so that it reads the tampered rows. */
async function freshReplica(index: number): Promise<WalletClient> {
  await suite.startWallet(index);
  return suite.client(index);
}

it('gives 1,000 concurrent first callers over two replicas one address, and asks the signer once', async () => {
  const before = await signerCalls('CreateWallet');
  const clients = [gateway, suite.client(1)];
  const wallets = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => create(clients[index % 2] ?? gateway, 'newcomer')),
  );
  expect(new Set(wallets.map(({ address }) => address)).size).toBe(1);
  expect(await signerCalls('CreateWallet')).toBe(before + 1);
});

it('signs nothing when the journal cannot be written', async () => {
  await sign(gateway, 'alice');
  const { role } = suite.database.roles.wallet;
  const before = await signerCalls('Sign');
  await owner.query(`revoke insert on wallet.journal_pending from "${role}"`);
  await expect(sign(gateway, 'alice')).rejects.toMatchObject({ code: 'service.unavailable' });
  expect(await signerCalls('Sign')).toBe(before);
  await owner.query(`grant insert on wallet.journal_pending to "${role}"`);
  await sign(gateway, 'alice');
  expect(await signerCalls('Sign')).toBe(before + 1);
});

it('does not release a signature whose result is not in the journal', async () => {
  await owner.query(
    `alter table wallet.journal_pending add constraint no_results check (kind = 'intent') not valid`,
  );
  await expect(sign(gateway, 'alice')).rejects.toMatchObject({ code: 'service.unavailable' });
  await owner.query('alter table wallet.journal_pending drop constraint no_results');
  await sign(gateway, 'alice');
});

describe('a sealed record', () => {
  it('that was put in place of another user’s does not open', async () => {
    await owner.query(
      `update wallet.wallets set sealed = (select sealed from wallet.wallets where owner_subject = 'bob')
       where owner_subject = 'alice'`,
    );
    const client = await freshReplica(2);
    await expect(sign(client, 'alice')).rejects.toMatchObject({ code: 'wallet.record-mismatch' });
    await sign(client, 'bob');
  });

  it('that was altered is an incident, and the caller learns nothing of it', async () => {
    await owner.query(
      `update wallet.wallets set sealed = set_byte(sealed, 60, get_byte(sealed, 60) # 1) where owner_subject = 'carol'`,
    );
    await expect(sign(await freshReplica(3), 'carol')).rejects.toMatchObject({
      code: 'wallet.record-corrupt',
      message: expect.not.stringContaining('record') as string,
    });
  });

  it('whose row was given to another owner does not sign for that owner', async () => {
    await owner.query(`delete from wallet.wallets where owner_subject = 'carol'`);
    await owner.query(`update wallet.wallets set owner_subject = 'carol' where owner_subject = 'dave'`);
    await expect(sign(await freshReplica(4), 'carol')).rejects.toMatchObject({
      code: 'wallet.record-mismatch',
    });
  });
});

it('is unavailable while the policy service is down', async () => {
  const before = await signerCalls('Sign');
  await suite.kill(suite.policy());
  await expect(sign(gateway, 'bob', 1_000)).rejects.toMatchObject({
    code: expect.stringMatching(/^service\.(unavailable|deadline-exceeded)$/) as string,
  });
  expect(await signerCalls('Sign')).toBe(before);
  await suite.startPolicy();
  await sign(gateway, 'bob');
});

it('is unavailable while the signer is down, and signs the same when it is back', async () => {
  const { signature } = await sign(gateway, 'bob');
  await suite.kill(signer);
  await expect(sign(gateway, 'bob', 1_000)).rejects.toMatchObject({
    code: expect.stringMatching(/^service\.(unavailable|deadline-exceeded)$/) as string,
  });
  // Sent before the signer is up. It waits for the connection, within its deadline.
  const waiting = sign(gateway, 'bob');
  signer = await suite.startSigner();
  expect(signature?.signature).toMatch(/^0x/);
  expect((await waiting).signature).toEqual(signature);
});
