import { startIdentity, type Identity, type Replica } from './identity-replicas.js';
import { startKeySetHost, type KeySetHost } from './key-set-host.js';

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
  it('tells of every change of its providers, in order, and of nobody else', async () => {
    const [applicationId, foreign] = [await newApplication(), await newApplication()];
    const given = { issuer: 'https://idp.example', audience: 'app', jwksUri: `${host.uri}?secret` };
    const { id = '' } = await one.CreateProvider({ applicationId, ...given });
    await one.UpdateProvider({ applicationId, providerId: id, ...given, audience: 'web' });
    await one.DeleteProvider({ applicationId, providerId: id });
    await one.CreateProvider({ applicationId: foreign, ...given });
    const { events = [], next, more } = await list(applicationId);
    expect(events.map(({ dataJson }) => JSON.parse(dataJson ?? '') as unknown)).toEqual([
      { provider_id: id, change: 'created', issuer: given.issuer, audience: 'app' },
      { provider_id: id, change: 'updated', issuer: given.issuer, audience: 'web' },
      { provider_id: id, change: 'deleted', issuer: given.issuer, audience: 'web' },
    ]);
    expect(events.map(({ position }) => position)).toEqual(['1', '2', '3']);
    expect(new Set(events.map((event) => event.id)).size).toBe(3);
    expect([next, more]).toEqual(['3', false]);
    expect(await other.ListEvents({ applicationId, after: '0', onlyEnd: true })).toEqual({ next: '3' });
    expect(await list(applicationId, '2', 1)).toMatchObject({ events: [{ position: '3' }], more: true });
    expect(await list(applicationId, '3')).toEqual({ events: [], next: '3', more: false });
  });

  it('has no gaps after changes at once on several replicas, and a refused change leaves none', async () => {
    const applicationId = await newApplication();
    const create = (replica: Replica, issuer: number) =>
      replica.CreateProvider({
        applicationId,
        issuer: `https://${issuer}.example`,
        audience: 'app',
        jwksUri: host.uri,
      });
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) => create(index % 2 ? one : other, index % 15)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(15);
    const { events = [] } = await list(applicationId);
    expect(events.map(({ position }) => position)).toEqual(events.map((_, index) => String(index + 1)));
    expect(events).toHaveLength(15);
  });
});
