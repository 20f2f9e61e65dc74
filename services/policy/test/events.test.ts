import { randomUUID } from 'node:crypto';
import type { App } from '../src/app.js';
import { policyDatabase, type PolicyDatabase } from './policy-database.js';
import { context, createPolicy, serviceOn, updateSettings, updatePolicy } from './policy-service.js';

const rules = [
  {
    name: 'big payments',
    method: 'eth_signTransaction',
    action: 'DENY',
    conditions: [{ field_source: 'ethereum_transaction', field: 'value', operator: 'gt', value: '5' }],
  },
];
const body = { name: 'limits', chain: 'ETH', scope: 'GLOBAL', rules };

let database: PolicyDatabase;
let app: App;
let replica: App;
beforeAll(async () => {
  database = await policyDatabase('policy_events');
  app = serviceOn(database.pool);
  replica = serviceOn(database.secondPool);
});
afterAll(() => database.drop());

const list = (applicationId: string, after = '0', limit = 0) =>
  replica.handlers.ListEvents({ applicationId, after, limit, onlyEnd: false }, context);

describe('the feed of an application', () => {
  it('has every change of its policies and settings, in order, and nothing of other applications', async () => {
    const [applicationId, foreign] = [randomUUID(), randomUUID()];
    const { id: policyId = '' } = await createPolicy(app, applicationId, body);
    await updatePolicy(app, applicationId, policyId, { is_active: false });
    await updateSettings(app.handlers, applicationId, { default_action: 'deny' });
    await app.handlers.DeletePolicy({ applicationId, policyId, expectedRevision: 0 }, context);
    await createPolicy(app, foreign, body);
    const { events = [], next, more } = await list(applicationId);
    const facts = { policy_id: policyId, name: 'limits', chain: 'ETH', scope: 'GLOBAL' };
    expect(events.map(({ dataJson }) => JSON.parse(dataJson ?? '') as unknown)).toEqual([
      { change: 'created', ...facts, revision: 1, is_active: true },
      { change: 'updated', ...facts, revision: 2, is_active: false },
      {
        change: 'settings_updated',
        settings: expect.objectContaining({ default_action: 'deny' }) as unknown,
      },
      { change: 'deleted', ...facts, revision: 3, is_active: false },
    ]);
    expect(events.map(({ position }) => position)).toEqual(['1', '2', '3', '4']);
    expect(new Set(events.map(({ id }) => id)).size).toBe(4);
    expect([next, more]).toEqual(['4', false]);
    const end = { applicationId, after: '0', limit: 0, onlyEnd: true };
    expect(await replica.handlers.ListEvents(end, context)).toEqual({ next: '4' });
    expect(await list(applicationId, '3', 1)).toMatchObject({ events: [{ position: '4' }], more: true });
  });

  it('has no gaps after concurrent changes on several replicas, nor after refused or tried changes', async () => {
    const applicationId = randomUUID();
    await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        createPolicy(index % 2 ? app : replica, applicationId, index % 3 ? body : { ...body, name: '' }),
      ),
    );
    await updateSettings(app.handlers, applicationId, { default_action: 'deny' }, true);
    const { events = [] } = await list(applicationId);
    expect(events.map(({ position }) => position)).toEqual(
      Array.from({ length: 20 }, (_, index) => String(index + 1)),
    );
  });

  it('returns at most 500 at once', async () => {
    await expect(list(randomUUID(), '0', 501)).rejects.toMatchObject({ code: 'request.invalid' });
  });
});

describe('a row of the feed that somebody else wrote', () => {
  it.each([
    [
      'is forged',
      `insert into policy.events values ($1, 3, 'evt_forged', 'policy.changed', now(), '{}', null)`,
    ],
    [
      'is edited',
      `update policy.events set data_json = '{"forged":true}' where application_id = $1 and position = 2`,
    ],
    [
      'is replayed',
      `insert into policy.events select application_id, 3, event_id, type, time, data_json, mac from policy.events
       where application_id = $1 and position = 1`,
    ],
  ])('%s: it is not delivered, and an alarm is raised', async (_, attack) => {
    const applicationId = randomUUID();
    const refused: unknown[] = [];
    const watching = serviceOn(
      database.pool,
      () => new Date(),
      (row, details) => refused.push({ row, ...details }),
    );
    for (const name of ['first', 'second']) await createPolicy(app, applicationId, { ...body, name });
    await database.owner.query(attack, [applicationId]);
    const { events = [] } = await watching.handlers.ListEvents(
      { applicationId, after: '0', limit: 0, onlyEnd: false },
      context,
    );
    const names = events.map(({ dataJson }) => (JSON.parse(dataJson ?? '{}') as { name: string }).name);
    expect(names).toEqual(attack.startsWith('update') ? ['first'] : ['first', 'second']);
    expect(refused).toContainEqual(expect.objectContaining({ row: 'event', applicationId, what: 'written' }));
  });
});
