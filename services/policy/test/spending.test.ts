import { randomUUID } from 'node:crypto';
import type { App } from '../src/app.js';
import { deleteWhatIsOld } from '../src/housekeeping.js';
import { mallory, payment } from './operations.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import {
  context,
  createPolicy,
  enableEvaluation,
  operationToProto,
  serviceOn,
  signingRequest,
} from './policy-service.js';

const ether = 10n ** 18n;
/** Without a fee, which would count. */
const free = (changes: Parameters<typeof payment>[0]) =>
  payment({ maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, ...changes } as typeof changes);
const tenEtherAnHour = {
  name: 'ten an hour',
  chain: 'ETH',
  scope: 'GLOBAL',
  rules: [
    {
      name: 'limit',
      method: 'eth_signTransaction',
      action: 'DENY',
      conditions: [
        {
          field_source: 'spending_window',
          field: 'native_amount',
          operator: 'gt',
          value: String(10n * ether),
          window_seconds: 3600,
        },
      ],
    },
  ],
};

let database: PolicyDatabase;
let app: App;
let replica: App;
let applicationId: string;

beforeAll(async () => {
  database = await policyDatabase('spending');
  app = serviceOn(database.pool);
  replica = serviceOn(database.secondPool);
});
afterAll(async () => {
  await Promise.all([app.drain(), replica.drain()]);
  await database.drop();
});
beforeEach(async () => {
  applicationId = randomUUID();
  await enableEvaluation(app, applicationId);
  await createPolicy(app, applicationId, tenEtherAnHour);
});

const spend = (on: App, nonce: number, overrides: object = {}) =>
  on.handlers.Evaluate(signingRequest(applicationId, free({ nonce }), overrides), context);
const isAllowed = (on: App, nonce: number, overrides: object = {}) =>
  spend(on, nonce, overrides).then(
    () => true,
    (error: unknown) => {
      if ((error as { code?: string }).code === 'policy.denied') return false;
      throw error;
    },
  );
const release = async (reservationId: string) =>
  (await app.handlers.ReleaseReservation({ applicationId, reservationId }, context)).released;

describe('a spending window', () => {
  it('is exact under 100 concurrent requests on two replicas', async () => {
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, nonce) => isAllowed(nonce % 2 === 0 ? app : replica, nonce)),
    );
    expect(answers.filter(Boolean)).toHaveLength(10);
    expect(await isAllowed(app, 1000)).toBe(false);
  });

  it('counts each wallet for itself', async () => {
    for (let nonce = 0; nonce < 10; nonce += 1) await spend(app, nonce);
    expect(await isAllowed(app, 10)).toBe(false);
    expect(await isAllowed(app, 10, { walletId: 'wallet-2' })).toBe(true);
  });

  it('gives back what is released, once, and only for a while', async () => {
    const ids: string[] = [];
    for (let nonce = 0; nonce < 10; nonce += 1) ids.push((await spend(app, nonce)).reservationId ?? '');
    expect(await isAllowed(app, 10)).toBe(false);
    expect(await release(ids[0] ?? '')).toBe(true);
    expect(await release(ids[0] ?? '')).toBe(false);
    expect(await isAllowed(app, 10)).toBe(true);
    expect(await isAllowed(app, 11)).toBe(false);
    await database.owner.query(
      `update policy.spending_reservations set time = time - interval '3 minutes' where application_id = $1`,
      [applicationId],
    );
    expect(await release(ids[1] ?? '')).toBe(false);
    expect(await release(randomUUID())).toBe(false);
  });

  it('is not released for another application', async () => {
    const { reservationId = '' } = await spend(app, 0);
    const stranger = await app.handlers.ReleaseReservation(
      { applicationId: randomUUID(), reservationId },
      context,
    );
    expect(stranger.released).toBe(false);
  });

  it('counts the same payload once, however often it is signed, and while one of its reservations stands', async () => {
    for (let nonce = 0; nonce < 10; nonce += 1) await spend(app, nonce);
    const { reservationId = '' } = await spend(app, 9);
    expect(await isAllowed(app, 10)).toBe(false);
    expect(await release(reservationId)).toBe(true);
    expect(await isAllowed(app, 10)).toBe(false);
  });

  it('lets a later reservation of the same payload count when the first is released', async () => {
    const first = await spend(app, 0);
    const second = await spend(replica, 0);
    expect(await release(first.reservationId ?? '')).toBe(true);
    for (let nonce = 1; nonce < 10; nonce += 1) await spend(app, nonce);
    expect(await isAllowed(app, 10)).toBe(false);
    expect(await release(second.reservationId ?? '')).toBe(true);
    expect(await isAllowed(app, 10)).toBe(true);
  });

  it('is exact when many sign one payload and most of them give up', async () => {
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, index) => spend(index % 2 === 0 ? app : replica, 0)),
    );
    await Promise.all(made.slice(1).map(({ reservationId = '' }) => release(reservationId)));
    for (let nonce = 1; nonce < 10; nonce += 1) await spend(app, nonce);
    expect(await isAllowed(app, 10)).toBe(false);
    expect(await release(made[0]?.reservationId ?? '')).toBe(true);
    expect(await isAllowed(app, 10)).toBe(true);
  });

  it('keeps nothing more of a payload that stands for good', async () => {
    await spend(app, 0);
    await database.owner.query(
      `update policy.spending_reservations set time = time - interval '3 minutes' where application_id = $1`,
      [applicationId],
    );
    const { reservationId = '' } = await spend(app, 0);
    expect(await release(reservationId)).toBe(false);
    const { rows } = await database.owner.query(
      'select amount::text from policy.spending_reservations where application_id = $1',
      [applicationId],
    );
    expect(rows).toEqual([{ amount: String(ether) }]);
  });

  it('forgets what was spent before the window', async () => {
    for (let nonce = 0; nonce < 10; nonce += 1) await spend(app, nonce);
    await database.owner.query(
      `update policy.spending_reservations set time = time - interval '3601 seconds' where application_id = $1`,
      [applicationId],
    );
    expect(await isAllowed(app, 10)).toBe(true);
  });

  it('reserves nothing for what is denied, and nothing when no window applies', async () => {
    const big = free({ value: 11n * ether });
    await expect(app.handlers.Evaluate(signingRequest(applicationId, big), context)).rejects.toMatchObject({
      code: 'policy.denied',
      details: { value_seen: String(11n * ether) },
    });
    const unspent = await app.handlers.Evaluate(
      signingRequest(applicationId, free({ value: 0n, to: mallory })),
      context,
    );
    expect(unspent.reservationId).toBe('');
    for (let nonce = 0; nonce < 10; nonce += 1) await spend(app, nonce);
  });

  it('shows in a dry run what was spent, and reserves nothing', async () => {
    for (let nonce = 0; nonce < 10; nonce += 1) await spend(app, nonce);
    const dryRun = async (walletId: string) => {
      const { decisionJson = '' } = await app.handlers.EvaluateDryRun(
        {
          applicationId,
          chain: 'ETH',
          network: 'EVM',
          publicKey: Buffer.alloc(0),
          address: '',
          walletId,
          issuer: '',
          operation: operationToProto(free({ nonce: 50 })),
          policyJson: '',
          policyId: '',
        },
        context,
      );
      return JSON.parse(decisionJson) as object;
    };
    expect(await dryRun('wallet-1')).toMatchObject({
      outcome: 'deny',
      rules: [{ conditions: [{ value_seen: String(11n * ether) }] }],
    });
    expect(await dryRun('')).toMatchObject({ outcome: 'allow' });
    expect(await isAllowed(app, 3, { walletId: 'wallet-2' })).toBe(true);
  });
});

describe('deleteWhatIsOld', () => {
  it('deletes decisions and reservations that nobody needs, of every application', async () => {
    await spend(app, 0);
    await app.drain();
    const count = async (table: string) =>
      (await database.owner.query(`select 1 from policy.${table} where application_id = $1`, [applicationId]))
        .rowCount;
    await deleteWhatIsOld(database.pool, new Date());
    expect([await count('decisions'), await count('spending_reservations')]).toEqual([1, 1]);
    await deleteWhatIsOld(database.pool, new Date(Date.now() + 91 * 86_400_000));
    expect([
      await count('decisions'),
      await count('decision_policies'),
      await count('spending_reservations'),
    ]).toEqual([0, 0, 0]);
  });
});
