import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { applicationUnderTest, call, type ApplicationUnderTest } from './application-under-test.js';
import { realSuite, type RealSuite, type Running } from './real-suite.js';

// Somebody who writes to the database cannot make the service give out a wrong address. One replica makes the wallets.
// The other has never seen them and reads the tampered rows. Rows that are put right work with the next request,
// without a restart.

let suite: RealSuite;
let database: pg.Client;
let maker: ApplicationUnderTest;
let reader: ApplicationUnderTest;
let reading: Running;

beforeAll(async () => {
  suite = await realSuite('wallet_addresses');
  database = new pg.Client({ connectionString: suite.database.url });
  await database.connect();
  await Promise.all([suite.startPolicy(), suite.startSigner()]);
  await suite.startWallet(0);
  reading = await suite.startWallet(1);
  const applicationId = randomUUID();
  maker = applicationUnderTest(suite, suite.client(0), applicationId);
  reader = applicationUnderTest(suite, suite.client(1), applicationId, 1);
  suite.trust([applicationId], { assertsEmail: true });
});
afterAll(async () => {
  await database.end();
  await suite.stop();
});

const walletOf = (app: ApplicationUnderTest, subject: string, chain = 'ETH') =>
  app.client.call('GetOrCreateWallet', { user: app.user(subject), chain }, call);

const mismatch = { code: 'wallet.record-mismatch' };
const incidents = async (refusal: string): Promise<number> =>
  valueOf('wallet_service_stored_record_incidents_total', refusal);
const verifications = (): Promise<number> =>
  valueOf('wallet_service_signer_calls_total', 'method="VerifyWalletRecord",outcome="ok"');

async function valueOf(metric: string, label: string): Promise<number> {
  const page = await (await fetch(`${reading.operations}/metrics`)).text();
  const line = page.split('\n').find((one) => one.startsWith(metric) && one.includes(label));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** Statements with the ids of two wallets. */
type Tampering = (one: string, other: string) => readonly string[];

/** Does `work` while the rows of two wallets are tampered with, then restores them. */
async function whileTampered(
  [one, other]: readonly [string, string],
  tampering: Tampering,
  work: () => Promise<void>,
): Promise<void> {
  const rows = `wallet_id in ('${one}', '${other}')`;
  await database.query('drop table if exists genuine');
  await database.query(`create temp table genuine as select * from wallet.wallets where ${rows}`);
  for (const statement of tampering(one, other)) await database.query(statement);
  await work();
  await database.query(`delete from wallet.wallets where ${rows}`);
  await database.query('insert into wallet.wallets select * from genuine');
}

const strange = `'0x00000000000000000000000000000000000000ff'`;
const flipAddress: Tampering = (one) => [
  `update wallet.wallets set address = ${strange} where wallet_id = '${one}'`,
];
const swap =
  (...columns: string[]): Tampering =>
  (one, other) => [
    `update wallet.wallets as mine set ${columns.map((column) => `${column} = theirs.${column}`).join(', ')}
     from wallet.wallets as theirs
     where mine.wallet_id in ('${one}', '${other}') and theirs.wallet_id in ('${one}', '${other}')
       and mine.wallet_id <> theirs.wallet_id`,
  ];
const giveRowToOwner: Tampering = (one, other) => [
  `delete from wallet.wallets where wallet_id = '${one}'`,
  `update wallet.wallets set owner_subject = (select owner_subject from genuine where wallet_id = '${one}')
    where wallet_id = '${other}'`,
];

const tamperings: readonly (readonly [string, Tampering, string])[] = [
  ['that was overwritten', flipAddress, 'address-mismatch'],
  ["that was swapped with another user's", swap('address'), 'address-mismatch'],
  ['that was swapped together with the public key', swap('address', 'public_key'), 'address-mismatch'],
  [
    'that was swapped together with the record',
    swap('address', 'public_key', 'sealed', 'recovery_record'),
    'context-mismatch',
  ],
];

describe('no address is given out on the Express interface', () => {
  it.each([...tamperings, ["of another user's whole row", giveRowToOwner, 'context-mismatch'] as const])(
    '%s',
    async (_title, tampering, refusal) => {
      const [alice, bob] = [`alice-${randomUUID()}`, `bob-${randomUUID()}`];
      const genuine = [await walletOf(maker, alice), await walletOf(maker, bob)] as const;
      const before = await incidents(refusal);
      await whileTampered([genuine[0].id, genuine[1].id], tampering, async () => {
        await expect(walletOf(reader, alice)).rejects.toMatchObject(mismatch);
        expect(await incidents(refusal)).toBe(before + 1);
        expect(reading.output()).toMatch(new RegExp(`"level":"error".*${refusal}.*INCIDENT`));
        // A wallet in memory is answered from memory.
        expect(await walletOf(maker, alice)).toEqual(genuine[0]);
      });
      expect(await walletOf(reader, alice)).toEqual(genuine[0]);
      expect(await walletOf(reader, bob)).toEqual(genuine[1]);
    },
  );
});

describe('no address is given out on the Core interface', () => {
  it.each(tamperings)('%s', async (_title, tampering) => {
    const [alice, bob] = [await maker.create('alice'), await maker.create('bob')];
    const { applicationId } = maker;
    const walletId = alice.wallet.id;
    const get = () => reader.client.call('GetWallet', { applicationId, walletId }, call);
    const list = () => reader.client.call('ListWallets', { applicationId, limit: 2 }, call);
    await whileTampered([walletId, bob.wallet.id], tampering, async () => {
      await expect(get()).rejects.toMatchObject(mismatch);
      await expect(list()).rejects.toMatchObject(mismatch);
      const user = reader.user('alice');
      const rotation = reader.client.call(
        'RotateAccessKey',
        { user, walletId, accessKey: alice.accessKey },
        call,
      );
      await expect(rotation).rejects.toMatchObject(mismatch);
    });
    expect(await get()).toMatchObject({ address: alice.wallet.address });
    expect((await list()).wallets.map(({ address }) => address)).toEqual([
      bob.wallet.address,
      alice.wallet.address,
    ]);
  });
});

describe('no address of a pre-generated wallet is given out', () => {
  it.each(tamperings)('%s', async (_title, tampering) => {
    const emails = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`] as const;
    const { applicationId } = maker;
    const { results } = await maker.client.call(
      'PregenerateWallets',
      { applicationId, emails: [...emails] },
      call,
    );
    const [one, other] = results.map(({ wallet }) => wallet);
    if (!one || !other) throw new Error('no wallets');
    const get = () => reader.client.call('GetPregeneratedWallet', { applicationId, email: emails[0] }, call);
    await whileTampered([one.walletId, other.walletId], tampering, async () => {
      await expect(get()).rejects.toMatchObject(mismatch);
      const again = reader.client.call('PregenerateWallets', { applicationId, emails: [emails[0]] }, call);
      await expect(again).rejects.toMatchObject(mismatch);
      const user = reader.user(`owner-${randomUUID()}`, {
        assertsEmail: true,
        claims: { email: emails[0], email_verified: true },
      });
      const claim = reader.client.call('GetOrCreateWallet', { user, chain: 'ETH' }, call);
      await expect(claim).rejects.toMatchObject(mismatch);
    });
    expect(await get()).toMatchObject({ address: one.address });
  });
});

it('asks the signer once about a wallet, however often its address is requested', async () => {
  const user = `alice-${randomUUID()}`;
  await walletOf(maker, user);
  const before = await verifications();
  await Promise.all(Array.from({ length: 50 }, () => walletOf(reader, user)));
  for (let again = 0; again < 5; again += 1) await walletOf(reader, user);
  expect(await verifications()).toBe(before + 1);
});

it('does not ask the signer about a wallet that it just made', async () => {
  const before = await verifications();
  await walletOf(reader, `new-${randomUUID()}`);
  expect(await verifications()).toBe(before);
});

it('signs again with the next request once a damaged record was put right', async () => {
  const [alice, bob] = [`alice-${randomUUID()}`, `bob-${randomUUID()}`];
  const ids = [(await walletOf(maker, alice)).id, (await walletOf(maker, bob)).id] as const;
  const operation = { message: { message: Buffer.from('hello'), format: 'eip191' } };
  const sign = () => reader.client.call('Sign', { user: reader.user(alice), chain: 'ETH', operation }, call);
  await whileTampered(ids, swap('sealed'), async () => {
    await expect(sign()).rejects.toMatchObject(mismatch);
  });
  expect((await sign()).signature?.signature).toMatch(/^0x/);
});

it('works with the next request once the key of an application was put right', async () => {
  const [one, other] = [randomUUID(), randomUUID()].map((id) =>
    applicationUnderTest(suite, suite.client(0), id),
  );
  if (!one || !other) throw new Error('no applications');
  suite.trust([one.applicationId, other.applicationId]);
  const wallet = await walletOf(one, 'alice');
  await walletOf(other, 'alice');
  const elsewhere = applicationUnderTest(suite, suite.client(1), one.applicationId, 1);
  const { rows } = await database.query<{ wrapped_key: Buffer }>(
    'select wrapped_key from wallet.application_keys where application_id = $1',
    [one.applicationId],
  );
  const put = 'update wallet.application_keys set wrapped_key = $2 where application_id = $1';
  await database.query(
    `update wallet.application_keys set wrapped_key = (select wrapped_key from wallet.application_keys
      where application_id = $2)
     where application_id = $1`,
    [one.applicationId, other.applicationId],
  );
  await expect(walletOf(elsewhere, 'alice')).rejects.toMatchObject({ code: 'wallet.record-corrupt' });
  await database.query(put, [one.applicationId, rows[0]?.wrapped_key]);
  expect(await walletOf(elsewhere, 'alice')).toEqual(wallet);
});
