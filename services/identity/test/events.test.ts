import type { AppError } from '@wallet-service/errors';
import { startIdentity, type Identity, type Replica } from './identity-replicas.js';
import { startKeySetHost, type KeySetHost } from '@wallet-service/test-kit/key-set-host';

let identity: Identity;
let host: KeySetHost;
let one: Replica;
let other: Replica;
beforeAll(async () => {
  [identity, host] = await Promise.all([startIdentity('identity_events'), startKeySetHost()]);
  one = identity.replica();
  other = identity.replica();
});
afterAll(() => Promise.all([identity.close(), host.close()]));

async function newApplication(): Promise<string> {
  const { application } = await one.CreateApplication({ name: 'Shop' });
  return application?.id ?? '';
}
const list = (applicationId: string, after = '0', limit = 0) =>
  other.ListEvents({ applicationId, after, limit, onlyEnd: false });

describe('the feed of an application', () => {
  it('reports every change of its providers in order, and nothing of other applications', async () => {
    const [applicationId, foreign] = [await newApplication(), await newApplication()];
    const given = { issuer: 'https://idp.example', audience: 'app', jwksUri: `${host.uri}?secret` };
    const { id = '' } = await one.CreateProvider({ applicationId, ...given });
    await one.UpdateProvider({ applicationId, providerId: id, ...given, audience: 'web' });
    await one.DeleteProvider({ applicationId, providerId: id });
    await one.CreateProvider({ applicationId: foreign, ...given });
    const { events = [], next, more } = await list(applicationId);
    expect(events.map(({ dataJson }) => JSON.parse(dataJson ?? '') as unknown)).toEqual([
      { provider_id: id, change: 'created', issuer: given.issuer, audience: 'app', document_version: 1 },
      { provider_id: id, change: 'updated', issuer: given.issuer, audience: 'web', document_version: 2 },
      { provider_id: id, change: 'deleted', issuer: given.issuer, audience: 'web', document_version: 3 },
    ]);
    expect(events.map(({ position }) => position)).toEqual(['1', '2', '3']);
    expect(new Set(events.map((event) => event.id)).size).toBe(3);
    expect([next, more]).toEqual(['3', false]);
    expect(await other.ListEvents({ applicationId, after: '0', onlyEnd: true })).toEqual({ next: '3' });
    expect(await list(applicationId, '2', 1)).toMatchObject({ events: [{ position: '3' }], more: true });
    expect(await list(applicationId, '3')).toEqual({ events: [], next: '3', more: false });
  });

  it('has no gaps after concurrent changes on several replicas, and a refused change leaves none', async () => {
    const applicationId = await newApplication();
    const create = (replica: Replica, issuer: number) =>
      replica.CreateProvider({
        applicationId,
        issuer: `https://${issuer}.example`,
        audience: 'app',
        jwksUri: host.uri,
      });
    const outcomes = await Promise.allSettled(
      // A replica fetches eight key sets of one application at a time.
      Array.from({ length: 16 }, (_, index) => create(index % 2 ? one : other, index % 11)),
    );
    const refusals = outcomes.flatMap((each) =>
      each.status === 'rejected' ? [each.reason as AppError] : [],
    );
    expect(refusals.map(({ code, message }) => (code === 'provider.exists' ? code : message))).toEqual(
      Array.from({ length: 5 }, () => 'provider.exists'),
    );
    const { events = [] } = await list(applicationId);
    expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => String(index + 1)));
    expect(events).toHaveLength(11);
  });
});

describe('a row of the feed that somebody else wrote', () => {
  const write = (text: string, values: unknown[]) => identity.owner.query(text, values);
  const provider = async (applicationId: string, audience: string): Promise<void> => {
    const jwksUri = host.uri;
    await one.CreateProvider({ applicationId, issuer: 'https://idp.example', audience, jwksUri });
  };
  const told = async (applicationId: string) => {
    const { events = [], next } = await list(applicationId);
    return {
      audiences: events.map(
        ({ dataJson }) => (JSON.parse(dataJson ?? '{}') as { audience: string }).audience,
      ),
      next,
    };
  };
  const copied = `insert into events (application_id, position, event_id, type, time, data_json, mac)
    select $1, $2, event_id, type, time, data_json, mac from events where application_id = $3 and position = $4`;

  it.each<[string, (applicationId: string) => Promise<unknown>]>([
    [
      'is forged',
      (id) =>
        write(`insert into events values ($1, 2, 'evt_forged', 'provider.changed', now(), '{}', null)`, [id]),
    ],
    [
      'is edited',
      (id) =>
        write(
          `update events set data_json = '{"audience":"evil"}' where application_id = $1 and position = 2`,
          [id],
        ),
    ],
    ['is replayed', (id) => write(copied, [id, 3, id, 1])],
    [
      'is moved here from another application',
      async (id) => {
        const other = await newApplication();
        await provider(other, 'theirs');
        await write(copied, [id, 3, other, 1]);
      },
    ],
    ['lies far ahead', (id) => write(copied, [id, '9000000000000000', id, 1])],
  ])('%s: it is not delivered, the feed does not advance, and an alarm is raised', async (name, attack) => {
    const applicationId = await newApplication();
    await provider(applicationId, 'first');
    if (name !== 'is forged') await provider(applicationId, 'second');
    other.refused.length = 0;
    await attack(applicationId);
    const genuine = name === 'is forged' || name === 'is edited' ? ['first'] : ['first', 'second'];
    expect(await told(applicationId)).toEqual({ audiences: genuine, next: String(genuine.length) });
    expect(other.refused).toContainEqual(
      expect.objectContaining({ row: 'event', applicationId, what: 'written' }),
    );
    const end = { applicationId, after: '0', onlyEnd: true };
    expect(await other.ListEvents(end)).toEqual({ next: String(genuine.length) });
    await provider(applicationId, 'later');
    expect((await told(applicationId)).audiences).toEqual([...genuine, 'later']);
  });

  it.each([
    ['between', 1, '0'],
    ['at the end', 2, '2'],
  ])('is removed %s: an alarm is raised', async (_, position, after) => {
    const applicationId = await newApplication();
    await provider(applicationId, 'first');
    await provider(applicationId, 'second');
    await write('delete from events where application_id = $1 and position = $2', [applicationId, position]);
    other.refused.length = 0;
    await list(applicationId, after);
    expect(other.refused).toContainEqual(expect.objectContaining({ applicationId, what: 'missing' }));
  });

  it('was written before rows had MACs: it is delivered while the operator allows it', async () => {
    const applicationId = await newApplication();
    await provider(applicationId, 'first');
    await write('update events set mac = null where application_id = $1', [applicationId]);
    expect((await told(applicationId)).audiences).toEqual([]);
    const adopting = identity.replica({ adoptRowsUntilMs: Date.now() + 60_000 });
    const { events = [] } = await adopting.ListEvents({
      applicationId,
      after: '0',
      limit: 0,
      onlyEnd: false,
    });
    expect(events).toHaveLength(1);
  });
});
