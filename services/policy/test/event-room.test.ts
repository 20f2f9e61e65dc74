import { randomBytes, randomUUID } from 'node:crypto';
import { eventFeed, inTransaction, type EventPage } from '@wallet-service/postgres';
import { createRowMac } from '@wallet-service/values';
import type { App } from '../src/app.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { enableEvaluation, serviceOn } from './policy-service.js';

// The feed of an application is bounded in bytes. What the service removed for that is distinguished from what others
// removed. This uses policy's schema. Identity's is the same.

const mib = 1024 * 1024;
const mac = createRowMac({ secret: randomBytes(32), purpose: 'test/event' });
let database: PolicyDatabase;
let app: App;
let applicationId: string;

beforeAll(async () => {
  database = await policyDatabase('event_room');
  app = serviceOn(database.pool);
});
afterAll(async () => {
  await app.drain();
  await database.drop();
});
beforeEach(async () => {
  applicationId = randomUUID();
  await enableEvaluation(app, applicationId);
  // Events of that feed are not under this file's key.
  await database.owner.query('delete from policy.events where application_id = $1', [applicationId]);
});

type Feed = ReturnType<typeof eventFeed>;
const within = <Result>(work: (feed: Feed) => Promise<Result>, bytes?: bigint): Promise<Result> =>
  inTransaction(database.pool, (client) => work(eventFeed(client, applicationId, mac, bytes)), {
    applicationId,
  });
async function append(count: number, bytes: number, bound?: bigint): Promise<void> {
  for (let made = 0; made < count; made += 1)
    await within(
      (feed) =>
        feed.append({
          ...{ id: `evt_${made}`, type: 'policy.changed', time: new Date() },
          dataJson: JSON.stringify('x'.repeat(bytes - 2)),
        }),
      bound,
    );
}
const list = (after: number, limit = 500): Promise<EventPage> =>
  within((feed) => feed.list(BigInt(after), limit));
const kept = async () => {
  const { rows } = await database.owner.query<{ bytes: number; rows: number; first: number }>(
    `select sum(octet_length(data_json) + 512)::float8 as bytes, count(*)::int as rows, min(position)::int as first
     from policy.events where application_id = $1`,
    [applicationId],
  );
  return rows[0] ?? { bytes: 0, rows: 0, first: 0 };
};
const asTheRole = (sql: string, ...values: unknown[]) =>
  inTransaction(database.secondPool, (client) => client.query(sql, values), { applicationId });

it('keeps the newest 16 MiB and the event that exceeds them, and no more', async () => {
  const other = applicationId;
  await append(2, 1000);
  applicationId = randomUUID();
  await enableEvaluation(app, applicationId);
  await database.owner.query('delete from policy.events where application_id = $1', [applicationId]);
  await append(16, mib - 512);
  expect(await kept()).toEqual({ bytes: 16 * mib, rows: 16, first: 1 });
  await append(1, 100);
  expect(await kept()).toEqual({ bytes: 16 * mib + 612, rows: 17, first: 1 });
  await append(2, mib - 512);
  const { bytes } = await kept();
  // The one that exceeds the bound stays.
  expect(bytes).toBeLessThanOrEqual(17 * mib);
  expect(bytes).toBeGreaterThan(16 * mib);
  applicationId = other;
  expect((await kept()).rows).toBe(2);
});

describe('what is too old', () => {
  const bound = 10_000n;
  beforeEach(() => append(40, 488, bound));

  it('is not reported as missing, wherever a reader continues', async () => {
    const { first, rows } = await kept();
    expect([first, rows]).toEqual([31, 10]);
    for (const after of [0, 1, 29, 30, 31, 39]) {
      const { events, suspects, last } = await list(after);
      expect([after, suspects]).toEqual([after, []]);
      expect(events[0]?.position).toBe(BigInt(Math.max(after + 1, first)));
      expect(last).toBe(40n);
    }
    expect(await within((feed) => feed.end())).toEqual({ position: 40n, suspects: [] });
  });

  it.each([
    ['in the middle', 36],
    ['at the beginning', 33],
  ])('is distinguished from what others removed %s, also after many more events', async (_, position) => {
    const gone = 'delete from policy.events where application_id = $1 and position = $2';
    await database.owner.query(gone, [applicationId, position]);
    const missing = { position: BigInt(position), what: 'missing' };
    expect((await list(position - 1)).suspects).toEqual([missing]);
    await append(2, 488, bound);
    expect((await list(position - 1)).suspects).toEqual([missing]);
  });

  it('is distinguished from a removal of everything by others', async () => {
    await database.owner.query('delete from policy.events where application_id = $1', [applicationId]);
    await append(1, 488, bound);
    await database.owner.query(
      'update policy.events set position = 41 where application_id = $1 and position = 1',
      [applicationId],
    );
    expect((await list(35)).suspects).not.toEqual([]);
  });

  it('is removed by the service only: others with its role can do it, but are noticed', async () => {
    await expect(asTheRole('delete from events')).rejects.toMatchObject({ code: '42501' });
    await expect(asTheRole('update events set kept_from = 40')).rejects.toMatchObject({ code: '42501' });
    await asTheRole(
      `insert into events (application_id, position, event_id, type, time, data_json, mac, written_to, kept_from)
       select application_id, 41, event_id, type, time, data_json, mac, written_to, 41 from events
       where application_id = $1 and position = 40`,
      applicationId,
    );
    expect((await kept()).rows).toBe(1);
    expect((await list(35)).suspects).not.toEqual([]);
    await append(3, 488, bound);
    expect((await list(35)).suspects).toContainEqual({ position: 36n, what: 'missing' });
  });

  it('cannot be extended by a row that somebody else wrote', async () => {
    await asTheRole(
      `insert into events (application_id, position, event_id, type, time, data_json, mac, written_to, kept_from)
       values ($1, 41, 'evt', 'policy.changed', now(), '{}', null, 1, 1)`,
      applicationId,
    );
    await append(1, 488, bound);
    expect((await list(31)).suspects).toEqual([{ position: 41n, what: 'written' }]);
    expect((await kept()).first).toBe(32);
  });
});
