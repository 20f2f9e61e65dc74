import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { applicationUnderTest, call, type ApplicationUnderTest } from './application-under-test.js';
import { asOwnerOf, proving, refusedWithIncident, setBack, someone } from './hostile-kit.js';
import { logIn, newEmail, pregenerate, statusOf } from './pregeneration-world.js';
import { realSuite, type RealSuite, type Running } from './real-suite.js';

// The database as an attacker, step by step, with the rights of the wallet service's role unless a title says more.
// Services are real. `reader` has no memory of what `maker` made, or lost it in a restart.

let suite: RealSuite;
let enemy: pg.Client;
let reading: Running;
let signing: Running;
let maker: ApplicationUnderTest;
let reader: ApplicationUnderTest;
/** Only these tests use it, because its key is removed. */
let robbed: readonly [ApplicationUnderTest, ApplicationUnderTest];

beforeAll(async () => {
  suite = await realSuite('wallet_hostile');
  [signing] = await Promise.all([suite.startSigner(), suite.startPolicy()]);
  await suite.startWallet(0);
  reading = await suite.startWallet(1);
  const [id, other] = [randomUUID(), randomUUID()];
  const [first, second] = [suite.client(0), suite.client(1)];
  maker = applicationUnderTest(suite, first, id);
  reader = applicationUnderTest(suite, second, id, 1);
  robbed = [applicationUnderTest(suite, first, other), applicationUnderTest(suite, second, other, 1)];
  suite.trust([id, other], { assertsEmail: true });
  enemy = new pg.Client({ connectionString: suite.database.roles.wallet.url });
  await enemy.connect();
  await enemy.query(`select set_config('app.application_id', $1, false)`, [id]);
});
afterAll(async () => {
  await enemy.end();
  await suite.stop();
});

const isIncident = (...expected: [string, () => Promise<unknown>, object?]): Promise<void> =>
  refusedWithIncident(reading, ...expected);
const asOwner = (sql: string, ...values: unknown[]): Promise<void> =>
  asOwnerOf(suite.database.url, sql, ...values);

describe('the address for an e-mail address', () => {
  it.each(['unclaimed', 'never asked for'])("is not taken from a row of Mallory's: %s", async (state) => {
    const email = newEmail();
    const mallory = await logIn(maker, maker.user(someone('mallory')));
    const decoy = newEmail();
    await pregenerate(maker, email);
    // A decoy in the same application shows what the victim's MAC is: the writer reads it, and may remove its row.
    const { rows } = await enemy.query<{ email_mac: Buffer }>(
      `select email_mac from wallet.wallets where origin = 'pregenerated' order by wallet_id desc limit 1`,
    );
    const mac = rows[0]?.email_mac;
    if (state === 'never asked for') await asOwner('delete from wallet.wallets where email_mac = $1', mac);
    else
      await enemy.query('update wallet.wallets set email_mac = sha256($2) where email_mac = $1', [
        mac,
        decoy,
      ]);
    await enemy.query(
      `update wallet.wallets set origin = 'pregenerated', email_mac = $2 where wallet_id = $1`,
      [mallory.id, mac],
    );
    await isIncident('context-mismatch', () => pregenerate(reader, email));
    await isIncident('context-mismatch', () => statusOf(reader, email));
  });

  it("is neither a claimed wallet of Mallory's nor another waiting one", async () => {
    const [victims, mallorys, waits] = [newEmail(), newEmail(), newEmail()];
    for (const email of [victims, mallorys, waits]) await pregenerate(maker, email);
    await logIn(maker, proving(maker, someone('mallory'), mallorys));
    const { rows } = await enemy.query<{ wallet_id: string; email_mac: Buffer }>(
      `select wallet_id, email_mac from wallet.wallets where origin = 'pregenerated' order by wallet_id desc limit 3`,
    );
    const [waiting, claimed, victim] = rows;
    for (const other of [claimed, waiting]) {
      await enemy.query(
        `update wallet.wallets set email_mac = sha256(gen_random_uuid()::text::bytea) where email_mac = $1`,
        [victim?.email_mac],
      );
      await enemy.query('update wallet.wallets set email_mac = $2 where wallet_id = $1', [
        other?.wallet_id,
        victim?.email_mac,
      ]);
      await isIncident('context-mismatch', () => pregenerate(reader, victims));
      await isIncident('context-mismatch', () => statusOf(reader, victims));
    }
  });

  it('says correctly whether it waits and who claimed it, whatever times are stored', async () => {
    const [email, waiting] = [newEmail(), newEmail()];
    const subject = someone('alice');
    const { walletId } = await pregenerate(maker, email);
    const other = await pregenerate(maker, waiting);
    await logIn(maker, proving(maker, subject, email));
    await enemy.query('update wallet.wallets set time_claimed = null where wallet_id = $1', [walletId]);
    await enemy.query('update wallet.wallets set time_claimed = now() where wallet_id = $1', [
      other.walletId,
    ]);
    expect(await statusOf(reader, email)).toMatchObject({ status: 'claimed', subject, interface: 'express' });
    expect(await statusOf(reader, waiting)).toMatchObject({
      status: 'unclaimed',
      subject: '',
      timeClaimed: '0',
    });
  });

  it('is claimed once, however the claim is undone', async () => {
    const email = newEmail();
    const { walletId } = await pregenerate(maker, email);
    const read = 'select record_version, sealed from wallet.wallets where wallet_id = $1';
    const { rows } = await enemy.query<{ record_version: number; sealed: Buffer }>(read, [walletId]);
    await logIn(maker, proving(maker, someone('alice'), email));
    await enemy.query(
      `update wallet.wallets set interface = 'pregenerated', owner_issuer = null, owner_subject = null,
        time_claimed = null,
         record_version = $2, sealed = $3 where wallet_id = $1`,
      [walletId, rows[0]?.record_version, rows[0]?.sealed],
    );
    await isIncident('claim-undone', () => statusOf(reader, email));
    await isIncident('claim-undone', () => pregenerate(reader, email));
    // The current owner of the mailbox.
    await isIncident('claim-undone', () => logIn(reader, proving(reader, someone('next'), email)));
  });
});

describe('what was made once is not silently made again', () => {
  it('a wallet whose row was turned back into a placeholder', async () => {
    const subject = someone('alice');
    const { id } = await logIn(maker, maker.user(subject));
    await enemy.query(setBack, [id]);
    await isIncident('wallet-missing', () => logIn(reader, reader.user(subject)));
    await enemy.query('delete from wallet.wallets where wallet_id = $1', [id]);
    await isIncident('wallet-missing', () => logIn(reader, reader.user(subject)));
    const operation = { message: { message: Buffer.from('hello'), format: 'eip191' } };
    await isIncident('wallet-missing', () =>
      reader.client.call('Sign', { user: reader.user(subject), chain: 'ETH', operation }, call),
    );
  });

  it.each([
    ['owner', `owner_subject = 'mallory-' || wallet_id`],
    ['issuer', `owner_issuer = 'https://evil.example/'`],
    ['chain', `chain = 'SOL'`],
    ['interface', `interface = 'core'`],
    ['application', `application_id = gen_random_uuid()`],
  ])('a wallet whose row was changed: %s', async (column, change) => {
    const subject = someone('alice');
    const { id } = await logIn(maker, maker.user(subject));
    const sql = `update wallet.wallets set ${change} where wallet_id = $1`;
    await (column === 'application' ? asOwner(sql, id) : enemy.query(sql, [id]));
    await isIncident('wallet-missing', () => logIn(reader, reader.user(subject)));
  });

  it('a pre-generated wallet whose row is gone, waiting or claimed', async () => {
    for (const claimed of [false, true]) {
      const email = newEmail();
      const subject = someone('alice');
      const { walletId } = await pregenerate(maker, email);
      if (claimed) await logIn(maker, proving(maker, subject, email));
      await enemy.query(setBack, [walletId]);
      if (claimed) await enemy.query('delete from wallet.wallets where wallet_id = $1', [walletId]);
      await isIncident('wallet-missing', () => pregenerate(reader, email));
      await isIncident('wallet-missing', () => statusOf(reader, email));
      await isIncident('wallet-missing', () => logIn(reader, proving(reader, subject, email)));
    }
  });

  it('a Core wallet whose row was turned back into a placeholder', async () => {
    const { wallet } = await maker.create(someone('alice'));
    const request = { applicationId: maker.applicationId, walletId: wallet.id };
    await enemy.query(setBack, [wallet.id]);
    await isIncident('wallet-missing', () => reader.client.call('GetWallet', request, call));
    await isIncident('wallet-missing', () =>
      reader.client.call('ListWallets', { applicationId: maker.applicationId }, call),
    );
    await asOwner('delete from wallet.wallets where wallet_id = $1', wallet.id);
  });

  it("an application's key that the database owner removed, with everything else except the marks", async () => {
    const [before, after] = robbed;
    const subject = someone('alice');
    await before.create(subject);
    const key = 'delete from wallet.application_keys where application_id = $1';
    const missing = { code: 'wallet.record-corrupt' };
    const ask = [
      () => logIn(after, after.user(someone('new'))),
      () => pregenerate(after, newEmail()),
      () => after.client.call('GetImportKey', { applicationId: after.applicationId }, call),
    ];
    await asOwner(key, after.applicationId);
    for (const one of ask) await isIncident('application-key-missing', one, missing);
    await asOwner('delete from wallet.wallets where application_id = $1', after.applicationId);
    for (const one of ask) await isIncident('application-key-missing', one, missing);
    const { rows } = await enemy.query('select from wallet.application_keys where application_id = $1', [
      after.applicationId,
    ]);
    expect(rows).toEqual([]);
  });

  it('the role can neither change nor remove a mark', async () => {
    for (const sql of ['delete from wallet.wallet_marks', 'update wallet.wallet_marks set wallet_id = null'])
      await expect(enemy.query(sql)).rejects.toThrow('permission denied');
  });
});

describe('a forged placeholder', () => {
  it('has no influence on the wallet that is made in its place', async () => {
    const subject = someone('alice');
    const issuer = maker.user(subject).issuer;
    await enemy.query(
      `insert into wallet.wallets (wallet_id, application_id, interface, owner_issuer, owner_subject, chain,
        network, record_version, lease_id,
         lease_ends, time_created, access_key_required, recoverable, resource_id, origin)
       values ($1, $2, 'express', $3, $4, 'BTC', 'BTC_TESTNET', 0, $1, now() - interval '1 hour', now(), true,
         true, 'of another', 'imported')`,
      [randomUUID(), maker.applicationId, issuer, subject],
    );
    const made = await logIn(reader, reader.user(subject), 'BTC');
    expect(made).toMatchObject({
      network: 'BTC_MAINNET',
      subject,
      origin: 'created',
      accessKeyRequired: false,
    });
    expect(made.address).toMatch(/^bc1/);
    expect(made.resourceId ?? '').toBe('');
    expect(await logIn(maker, maker.user(subject), 'BTC')).toEqual(made);
  });
});

it('still detects all of this after a restart of signer and wallet', async () => {
  const [alice, carol] = [someone('alice'), someone('carol')];
  const email = newEmail();
  const { id } = await logIn(maker, maker.user(alice));
  const { walletId } = await pregenerate(maker, email);
  const read = 'select record_version, sealed from wallet.wallets where wallet_id = $1';
  const { rows } = await enemy.query<{ record_version: number; sealed: Buffer }>(read, [walletId]);
  await logIn(maker, proving(maker, carol, email));
  await suite.kill(reading);
  await suite.kill(signing);
  signing = await suite.startSigner();
  reading = await suite.startWallet(1);
  await enemy.query(setBack, [id]);
  await enemy.query(
    `update wallet.wallets set interface = 'pregenerated', owner_issuer = null, owner_subject = null,
      record_version = $2, sealed = $3
     where wallet_id = $1`,
    [walletId, rows[0]?.record_version, rows[0]?.sealed],
  );
  await isIncident('wallet-missing', () => logIn(reader, reader.user(alice)));
  await isIncident('claim-undone', () => statusOf(reader, email));
  await isIncident('wallet-missing', () => logIn(reader, reader.user(carol)));
});
