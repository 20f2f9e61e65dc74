import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import {
  applicationUnderTest,
  call,
  idempotencyOf,
  type ApplicationUnderTest,
} from './application-under-test.js';
import { logIn, newEmail, pregenerate, statusOf } from './pregeneration-world.js';
import { realSuite, type RealSuite, type Running } from './real-suite.js';

// The database as an enemy, step by step: with the rights of the wallet service's role, unless a title says more. Real services; `reader` has no memory of
// what `maker` made, or has lost it by a restart.

let suite: RealSuite;
let enemy: pg.Client;
let reading: Running;
let signing: Running;
let maker: ApplicationUnderTest;
let reader: ApplicationUnderTest;
/** Nobody but these tests uses it: its key is removed. */
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
  const signedBundle = suite.bundle([id, other], {}, { assertsEmail: true });
  await suite.client(0, 'trust-publisher').call('PublishTrustBundle', { signedBundle }, call);
  enemy = new pg.Client({ connectionString: suite.database.roles.wallet.url });
  await enemy.connect();
  await enemy.query(`select set_config('app.application_id', $1, false)`, [id]);
});
afterAll(async () => {
  await enemy.end();
  await suite.stop();
});

const someone = (name: string): string => `${name}-${randomUUID()}`;
const proving = (on: ApplicationUnderTest, subject: string, email: string) =>
  on.user(subject, { assertsEmail: true, claims: { email, email_verified: true } });

const mismatch = { code: 'wallet.record-mismatch' };
const strange = '0x00000000000000000000000000000000000000ff';

async function incidents(finding: string): Promise<number> {
  const page = await (await fetch(`${reading.operations}/metrics`)).text();
  const counter = `wallet_service_stored_record_incidents_total{refusal="${finding}"`;
  const line = page.split('\n').find((one) => one.startsWith(counter));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** That `work` is refused, with an incident in the log and one more of its kind. */
async function isIncident(
  finding: string,
  work: () => Promise<unknown>,
  refusal: object = mismatch,
): Promise<void> {
  const before = await incidents(finding);
  await expect(work()).rejects.toMatchObject(refusal);
  expect(await incidents(finding)).toBeGreaterThan(before);
  expect(reading.output()).toMatch(new RegExp(`"level":"error".*${finding}.*INCIDENT`));
}

const asOwner = async (sql: string, ...values: unknown[]): Promise<void> => {
  const owner = new pg.Client({ connectionString: suite.database.url });
  await owner.connect();
  await owner.query(sql, values).finally(() => owner.end());
};

const setBack = `update wallet.wallets set record_version = 0, sealed = null, public_key = null, address = null, lease_id = gen_random_uuid(),
  lease_ends = now() - interval '1 hour', recovery_record = null where wallet_id = $1`;

describe('whose address an e-mail has', () => {
  it.each(['unclaimed', 'never asked for'])("is not what a row of Mallory's says: %s", async (state) => {
    const email = newEmail();
    const mallory = await logIn(maker, maker.user(someone('mallory')));
    const decoy = newEmail();
    await pregenerate(maker, email);
    // A decoy of the same application tells what the victim's MAC is like: the writer reads it, and may remove the row that has it.
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

  it("is not a claimed wallet of Mallory's, nor another waiting one", async () => {
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

  it('answers whether it waits and who claimed it, whatever the times beside it say', async () => {
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
      `update wallet.wallets set interface = 'pregenerated', owner_issuer = null, owner_subject = null, time_claimed = null,
         record_version = $2, sealed = $3 where wallet_id = $1`,
      [walletId, rows[0]?.record_version, rows[0]?.sealed],
    );
    await isIncident('claim-undone', () => statusOf(reader, email));
    await isIncident('claim-undone', () => pregenerate(reader, email));
    // Who has the mailbox by now.
    await isIncident('claim-undone', () => logIn(reader, proving(reader, someone('next'), email)));
  });
});

describe('what was made once is not made again in silence', () => {
  it('a wallet whose row was set back to a reservation', async () => {
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
  ])('a wallet whose row got another %s', async (column, change) => {
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

  it('a Core wallet whose row was set back', async () => {
    const { wallet } = await maker.create(someone('alice'));
    const request = { applicationId: maker.applicationId, walletId: wallet.id };
    await enemy.query(setBack, [wallet.id]);
    await isIncident('wallet-missing', () => reader.client.call('GetWallet', request, call));
    await isIncident('wallet-missing', () =>
      reader.client.call('ListWallets', { applicationId: maker.applicationId }, call),
    );
    await asOwner('delete from wallet.wallets where wallet_id = $1', wallet.id);
  });

  it('the key of an application that the owner of the database removed, with whatever else he removes but the marks', async () => {
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

  it('no mark can be changed or removed by the role', async () => {
    for (const sql of ['delete from wallet.wallet_marks', 'update wallet.wallet_marks set wallet_id = null'])
      await expect(enemy.query(sql)).rejects.toThrow('permission denied');
  });
});

describe('a reservation that was forged', () => {
  it('decides nothing of the wallet that is made in its place', async () => {
    const subject = someone('alice');
    const issuer = maker.user(subject).issuer;
    await enemy.query(
      `insert into wallet.wallets (wallet_id, application_id, interface, owner_issuer, owner_subject, chain, network, record_version, lease_id,
         lease_ends, time_created, access_key_required, recoverable, resource_id, origin)
       values ($1, $2, 'express', $3, $4, 'BTC', 'BTC_TESTNET', 0, $1, now() - interval '1 hour', now(), true, true, 'of another', 'imported')`,
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

describe('what leaves is what was vouched for, not what is read afterwards', () => {
  /** Changes the row while `work` waits for it: `work` has read what was there before, and goes on with what is there then. */
  async function underItsHands<Result>(
    walletId: string,
    change: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    await enemy.query('begin');
    await enemy.query(`update wallet.wallets set ${change} where wallet_id = $1`, [walletId]);
    const answer = work();
    answer.catch(() => undefined);
    await sleep(700);
    await enemy.query('commit');
    return answer;
  }
  const evil = `address = '${strange}', public_key = sha256(public_key), resource_id = 'evil', owner_subject = 'mallory', network = 'EVIL'`;
  const eventsOf = async (walletId: string) =>
    (await reader.events()).filter((event) => event.walletId === walletId).map(({ data }) => data['address']);

  it.each(['RotateAccessKey', 'RecoverAccessKey'] as const)('%s', async (method) => {
    const subject = someone('alice');
    const { wallet, accessKey } = await maker.create(subject, { resourceId: 'mine' });
    const request = { user: reader.user(subject), walletId: wallet.id };
    const changed = await underItsHands(wallet.id, evil, () =>
      method === 'RotateAccessKey'
        ? reader.client.call(method, { ...request, accessKey }, call)
        : reader.client.call(method, request, call),
    );
    const { address, publicKey, network, resourceId, issuer } = wallet;
    expect(changed.wallet).toMatchObject({ address, publicKey, network, resourceId, issuer, subject });
    expect(await eventsOf(wallet.id)).toEqual([address, address]);
    await isIncident('context-mismatch', () =>
      reader.client.call('GetWallet', { applicationId: reader.applicationId, walletId: wallet.id }, call),
    );
    await asOwner('delete from wallet.wallets where wallet_id = $1', wallet.id);
  });

  it('a claim', async () => {
    const email = newEmail();
    const subject = someone('alice');
    const { walletId, address } = await pregenerate(maker, email);
    const change = evil.replace(`owner_subject = 'mallory', `, '');
    const claimed = await underItsHands(walletId, change, () =>
      logIn(reader, proving(reader, subject, email)),
    );
    expect(claimed).toMatchObject({ address, subject, network: 'EVM', interface: 'express' });
    expect(await eventsOf(walletId)).toEqual([address, address]);
  });
});

describe('what is said of a Core wallet', () => {
  it.each(['group_id', 'resource_id', 'origin'])('its %s is vouched for', async (column) => {
    const { applicationId } = maker;
    const groups = await Promise.all(
      ['a', 'b'].map((resourceId) =>
        maker.client.call('CreateWalletGroup', { applicationId, resourceId }, call),
      ),
    );
    const [mine, others] = groups.map(({ id }) => id);
    const { wallet } = await maker.create(someone('mallory'), { groupId: mine ?? '', resourceId: 'r' });
    const value = { group_id: others, resource_id: 'of-alice', origin: 'imported' }[column];
    await enemy.query(`update wallet.wallets set ${column} = $2 where wallet_id = $1`, [wallet.id, value]);
    await isIncident('context-mismatch', () =>
      reader.client.call('GetWallet', { applicationId, walletId: wallet.id }, call),
    );
    const filter = column === 'group_id' ? { groupId: others ?? '' } : { resourceId: String(value) };
    if (column !== 'origin')
      await isIncident('context-mismatch', () =>
        reader.client.call('ListWallets', { applicationId, ...filter }, call),
      );
    await asOwner('delete from wallet.wallets where wallet_id = $1', wallet.id);
  });

  it("is not named to who repeats a request, when it is another's", async () => {
    const key = randomUUID();
    const [alice, mallory] = [someone('alice'), someone('mallory')];
    const { wallet } = await maker.create(alice, { idempotency: idempotencyOf(key) });
    const others = await maker.create(mallory);
    await enemy.query('update wallet.idempotency_keys set made_id = $2 where made_id = $1', [
      wallet.id,
      others.wallet.id,
    ]);
    const again = (secret: string) =>
      reader.create(alice, { idempotency: idempotencyOf(key, 'body', secret) });
    await isIncident('wallet-exchanged', () => again('another secret key'));
    // The kept answer itself is sealed, and still the right one.
    expect((await again('secret')).wallet).toMatchObject({ id: wallet.id, address: wallet.address });
  });
});

it('still knows all of it after signer and wallet were started anew', async () => {
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
    `update wallet.wallets set interface = 'pregenerated', owner_issuer = null, owner_subject = null, record_version = $2, sealed = $3
     where wallet_id = $1`,
    [walletId, rows[0]?.record_version, rows[0]?.sealed],
  );
  await isIncident('wallet-missing', () => logIn(reader, reader.user(alice)));
  await isIncident('claim-undone', () => statusOf(reader, email));
  await isIncident('wallet-missing', () => logIn(reader, reader.user(carol)));
});
