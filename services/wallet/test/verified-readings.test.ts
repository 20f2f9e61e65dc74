import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { until } from '@wallet-service/test-kit/until';
import {
  applicationUnderTest,
  call,
  idempotencyOf,
  type ApplicationUnderTest,
} from './application-under-test.js';
import { asOwnerOf, proving, refusedWithIncident, someone } from './hostile-kit.js';
import { logIn, newEmail, pregenerate } from './pregeneration-world.js';
import { realSuite, type RealSuite, type Running } from './real-suite.js';

// What leaves the service comes from the row that a signer confirmed, and everything said about a wallet is confirmed.
// The attacker has the wallet service's role.

let suite: RealSuite;
let enemy: pg.Client;
let reading: Running;
let maker: ApplicationUnderTest;
let reader: ApplicationUnderTest;

beforeAll(async () => {
  suite = await realSuite('wallet_readings');
  await Promise.all([suite.startSigner(), suite.startPolicy()]);
  await suite.startWallet(0);
  reading = await suite.startWallet(1);
  const id = randomUUID();
  const [first, second] = [suite.client(0), suite.client(1)];
  maker = applicationUnderTest(suite, first, id);
  reader = applicationUnderTest(suite, second, id, 1);
  suite.trust([id], { assertsEmail: true });
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
const strange = '0x00000000000000000000000000000000000000ff';

describe('what leaves was confirmed, and is not read afterwards', () => {
  /** Changes the row while `work` waits for it. `work` has read the old row, and continues with the new one. */
  async function underItsHands<Result>(
    walletId: string,
    change: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    await enemy.query('begin');
    await enemy.query(`update wallet.wallets set ${change} where wallet_id = $1`, [walletId]);
    const answer = work();
    answer.catch(() => undefined);
    const waits = 'select from pg_locks where not granted and pg_backend_pid() = any (pg_blocking_pids(pid))';
    await until('it to come to the row', async () => (await enemy.query(waits)).rowCount);
    await enemy.query('commit');
    return answer;
  }
  const evil =
    `address = '${strange}', public_key = sha256(public_key), resource_id = 'evil', owner_subject = ` +
    "'mallory', network = 'EVIL'";
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

describe('what is said about a Core wallet', () => {
  it.each(['group_id', 'resource_id', 'origin'])('its %s is confirmed', async (column) => {
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

  it('is not shown to a caller that repeats a request when it belongs to another wallet', async () => {
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
