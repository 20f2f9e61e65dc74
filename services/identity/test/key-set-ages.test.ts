import { keySet, publicKey, startKeySetHost, type KeySetHost } from '@wallet-service/test-kit/key-set-host';
import { startIdentity, type Identity, type Replica } from './identity-replicas.js';

let identity: Identity;
let host: KeySetHost;
let one: Replica;
beforeAll(async () => {
  [identity, host] = await Promise.all([startIdentity('identity_key_set_ages'), startKeySetHost()]);
  one = identity.replica();
});
afterAll(async () => {
  await host.close();
  await identity.close();
});

async function newProvider(audience: string): Promise<{ applicationId: string; id: string }> {
  const { application } = await one.CreateApplication({ name: 'Shop' });
  const applicationId = application?.id ?? '';
  const issuer = 'https://idp.example';
  const { id = '' } = await one.CreateProvider({ applicationId, issuer, audience, jwksUri: host.newUri() });
  return { applicationId, id };
}

const fetchedAgo = (id: string, seconds: number) =>
  identity.owner.query(
    `update key_sets set time_fetched = now() - $2 * interval '1 second' where provider_id = $1`,
    [id, seconds],
  );

it('lists key sets of all applications, the oldest first, page by page, with their state', async () => {
  host.answerWith(keySet(publicKey('first')));
  const made = [await newProvider('a'), await newProvider('b'), await newProvider('c')];
  const [newest, oldest, middle] = made.map(({ id }) => id);
  await fetchedAgo(newest ?? '', 10);
  await fetchedAgo(oldest ?? '', 3_000);
  await fetchedAgo(middle ?? '', 200);
  host.answerWith((_request, response) => {
    response.writeHead(503).end();
  });
  const failing = made[2];
  await one
    .RefreshProvider({ applicationId: failing?.applicationId ?? '', providerId: failing?.id ?? '' })
    .catch(() => undefined);

  const first = await one.ListKeySets({ after: '', limit: 2 });
  expect(first).toMatchObject({ fresh: 2, failing: 1, expired: 0 });
  expect(first.keySets).toMatchObject([
    { providerId: oldest, state: 'fresh', lastFailure: '', issuer: 'https://idp.example' },
    { providerId: middle, applicationId: failing?.applicationId, state: 'failing' },
  ]);
  expect(first.keySets?.[1]?.lastFailure).toContain('503');
  const now = Date.now() / 1_000;
  expect(Math.abs(now - 3_000 - Number(first.keySets?.[0]?.timeFetched))).toBeLessThan(60);
  const rest = await one.ListKeySets({ after: first.next ?? '', limit: 2 });
  expect(rest).toMatchObject({ keySets: [{ providerId: newest, state: 'fresh' }], next: '' });
});

it('says that a key set is no longer used', async () => {
  await identity.owner.query('update key_sets set key_set_json = null, mac = null, failures = 3');
  const { keySets, ...totals } = await one.ListKeySets({ after: '', limit: 0 });
  expect(totals).toMatchObject({ fresh: 0, failing: 0, expired: 3 });
  expect(keySets?.map(({ state }) => state)).toEqual(['expired', 'expired', 'expired']);
});

it('begins at the start for a cursor that is none', async () => {
  const { keySets } = await one.ListKeySets({ after: "1_' or true --", limit: 100 });
  expect(keySets).toHaveLength(3);
});
