import { setTimeout as sleep } from 'node:timers/promises';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { signStatement, digestOf, subjectOfKeySet } from '@wallet-service/signer-protocol';
import type { AskWitness } from '../src/witnesses/ask-witnesses.js';
import type { Replica } from './identity-replicas.js';
import { keySet, publicKey } from '@wallet-service/test-kit/key-set-host';
import { providerWorld, type ProviderWorld } from './provider-world.js';
import { discoverable, rowsOf, trustedBy } from './trust-world.js';

let world: ProviderWorld;
let one: Replica;
let other: Replica;
beforeAll(async () => {
  world = await providerWorld('identity_trust_documents', { count: 3, threshold: 2 });
  ({ one, other } = world);
});
beforeEach(() => {
  world.host.answerWith(keySet(publicKey('first')));
  one.refused.length = 0;
  other.refused.length = 0;
});
afterAll(() => world.close());

const issuer = 'https://idp.example';
const register = (replica: Replica, applicationId: string, of = issuer, jwksUri = world.host.newUri()) =>
  replica.CreateProvider({ applicationId, issuer: of, audience: 'app', jwksUri });
const incident = (applicationId: string) =>
  expect.objectContaining({ row: 'trust-document', applicationId }) as object;

describe('GetTrust', () => {
  it('gives a signer the document and the keys, with the agreement of enough witnesses', async () => {
    const { applicationId } = await world.newApplication();
    expect(await one.GetTrust({ applicationId })).not.toHaveProperty('application');
    const { id } = await register(one, applicationId);
    const { document, keys, digest } = await trustedBy(world, other, applicationId);
    expect(document.providers).toEqual([{ id, issuer, audience: 'app', assertsEmail: false }]);
    expect([document.version, keys]).toEqual([1, { [issuer]: ['first'] }]);
    expect(await other.GetTrust({ applicationId, knownDigest: Buffer.from(digest) })).toEqual({
      digest,
      unchanged: true,
    });
    expect(
      await other.GetTrust({ applicationId, knownDigest: Buffer.from(digest), fresh: true }),
    ).toHaveProperty('application');
    // A change on another replica is seen at once.
    await register(one, applicationId, 'https://second.example');
    const { application } = await other.GetTrust({ applicationId, knownDigest: Buffer.from(digest) });
    expect(application?.keySets).toHaveLength(2);
  });

  it('follows settings, and each version is an event', async () => {
    const { applicationId } = await world.newApplication();
    const { id = '' } = await register(one, applicationId);
    await one.UpdateApplication({
      applicationId,
      settings: {
        expressJwtMaxLifetimeSeconds: 600,
        emailProviderIds: { values: [id] },
        allowedOrigins: null,
      },
    });
    const { document } = await trustedBy(world, other, applicationId);
    expect(document).toMatchObject({
      version: 2,
      expressJwtMaxLifetimeSeconds: 600,
      providers: [{ id, assertsEmail: true }],
    });
    const { events = [] } = await one.ListEvents({ applicationId, after: '0' });
    expect(events.map(({ type, dataJson }) => [type, JSON.parse(dataJson ?? '') as object])).toEqual([
      ['provider.changed', expect.objectContaining({ change: 'created', document_version: 1 })],
      ['trust.document_changed', { version: 2, by: 'service', provider_ids: [id], administrators: [] }],
    ]);
  });

  it('says that an application is unknown', async () => {
    const applicationId = '01920000-0000-7000-8000-000000000000';
    expect((await refusalOf(one.GetTrust({ applicationId }))).code).toBe('application.not-found');
    expect((await refusalOf(one.GetTrust({ applicationId: 'x' }))).code).toBe('application.not-found');
  });
});

describe('a known issuer', () => {
  it('never changes where its keys are found, also after it was deleted', async () => {
    const { applicationId } = await world.newApplication();
    const first = world.host.newUri();
    const { id: providerId = '' } = await register(one, applicationId, issuer, first);
    const change = { applicationId, providerId, issuer, audience: 'app' };
    const fixed = { code: 'provider.key-source-fixed', paths: ['/jwks_uri'] };
    const elsewhere = world.host.newUri();
    expect(await refusalOf(one.UpdateProvider({ ...change, jwksUri: elsewhere }))).toMatchObject(fixed);
    const second = { ...change, audience: 'second' };
    expect(await refusalOf(one.CreateProvider({ ...second, jwksUri: elsewhere }))).toMatchObject(fixed);
    await one.DeleteProvider({ applicationId, providerId });
    expect(await refusalOf(register(other, applicationId, issuer, elsewhere))).toMatchObject(fixed);
    await expect(register(other, applicationId, issuer, first)).resolves.toMatchObject({ jwksUri: first });
  });
});

describe('OIDC discovery', () => {
  it('finds the keys of an issuer, follows them when they move, and stays discovery', async () => {
    const { applicationId } = await world.newApplication();
    const found = discoverable(world.host, keySet(publicKey('discovered')));
    const provider = await register(one, applicationId, found, '');
    expect(provider).toMatchObject({ discovered: true, jwksUri: world.host.uri, issuer: found });
    const { keys, document } = await trustedBy(world, other, applicationId);
    expect(keys).toEqual({ [found]: ['discovered'] });
    expect(document.issuers).toEqual([{ issuer: found, keySource: 'discovery' }]);
    const fixed = { applicationId, providerId: provider.id ?? '', issuer: found, audience: 'app' };
    const refused = await refusalOf(one.UpdateProvider({ ...fixed, jwksUri: world.host.uri }));
    expect(refused.code).toBe('provider.key-source-fixed');
    const moved = `${world.host.uri}?moved`;
    const key = publicKey('moved');
    world.host.answerWith((request, response) => {
      const json = request.url?.includes('.well-known')
        ? { issuer: found, jwks_uri: moved }
        : { keys: [key] };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
    const refresh = { applicationId, providerId: provider.id ?? '' };
    expect(await one.RefreshProvider(refresh)).toMatchObject({ keysAdded: ['moved'] });
    expect(await other.GetProvider(refresh)).toMatchObject({ jwksUri: moved, discovered: true });
  });

  it('names the issuer when it publishes nothing', async () => {
    const { applicationId } = await world.newApplication();
    world.host.answerWith((_, response) => {
      response.writeHead(404).end();
    });
    const nowhere = `http://localhost:${world.host.port}/nowhere`;
    expect(await refusalOf(register(one, applicationId, nowhere, ''))).toMatchObject({
      code: 'provider.key-set-unreachable',
      paths: ['/issuer'],
    });
  });
});

describe('whoever writes to the database', () => {
  it.each(['fresh', 'on change'])(
    'cannot bring a deleted provider back with all of its rows (%s)',
    async (when) => {
      const { applicationId } = await world.newApplication();
      const { id: providerId = '' } = await register(one, applicationId);
      const kept = await Promise.all(
        ['trust_documents', 'key_sets', 'providers'].map((table) => rowsOf(world, table, applicationId)),
      );
      expect(kept.map(({ count }) => count)).toEqual([1, 1, 1]);
      await one.DeleteProvider({ applicationId, providerId });
      const [documents, sets, providers] = kept;
      await providers?.putBack();
      await sets?.putBack();
      await documents?.putBack();
      expect((await one.ListProviders({ applicationId })).providers).toHaveLength(1);
      const replica = world.identity.replica();
      if (when === 'on change') await register(replica, applicationId, 'https://new.example');
      const { document } = await trustedBy(world, replica, applicationId);
      expect(document.providers.map((one) => one.issuer)).toEqual(
        when === 'on change' ? ['https://new.example'] : [],
      );
      expect((await one.ListProviders({ applicationId })).providers).toHaveLength(document.providers.length);
      expect(replica.refused).toContainEqual(incident(applicationId));
    },
  );

  it('cannot start over by deleting the document, not even with another key source', async () => {
    const { applicationId } = await world.newApplication();
    const uri = world.host.newUri();
    await register(one, applicationId, issuer, uri);
    const before = await trustedBy(world, one, applicationId);
    await deleteDocument(applicationId);
    const after = await trustedBy(world, other, applicationId);
    expect(after.signed.equals(before.signed)).toBe(true);
    expect(other.refused).toContainEqual(incident(applicationId));
    await deleteDocument(applicationId);
    const refused = await refusalOf(register(one, applicationId, issuer, world.host.newUri()));
    expect(refused.code).toMatch(/^provider\.(key-source-fixed|exists)$/);
  });

  it('cannot make a version fall', async () => {
    const { applicationId } = await world.newApplication();
    await register(one, applicationId);
    await register(one, applicationId, 'https://second.example');
    const back = world.identity.servicePool.query(
      `begin; select set_config('app.application_id', '${applicationId}', true);
       update trust_documents set version = 1; commit`,
    );
    await expect(back).rejects.toThrow('trust_documents.version never falls');
    await world.identity.servicePool.query('rollback');
  });
});

async function deleteDocument(applicationId: string): Promise<void> {
  const client = await world.identity.owner.connect();
  await client.query('begin');
  await client.query("select set_config('app.application_id', $1, true)", [applicationId]);
  const { rowCount } = await client.query('delete from trust_documents where application_id = $1', [
    applicationId,
  ]);
  await client.query('update application_directory set revision = revision + 1 where application_id = $1', [
    applicationId,
  ]);
  await client.query('commit');
  client.release();
  expect(rowCount).toBe(1);
}

describe('the way to the witnesses', () => {
  it('keeps all of two replicas that change one application at once', async () => {
    const { applicationId } = await world.newApplication();
    const issuers = Array.from({ length: 6 }, (_, index) => `https://${index}.example`);
    const uri = world.host.newUri();
    await Promise.all(issuers.map((of, index) => register(index % 2 ? one : other, applicationId, of, uri)));
    const { document } = await trustedBy(world, one, applicationId);
    expect(document.version).toBe(6);
    expect(document.providers.map((provider) => provider.issuer).sort()).toEqual(issuers);
    expect([...one.refused, ...other.refused]).toEqual([]);
  });

  it('heals when the process ends between witnesses and commit: the same request works again', async () => {
    const { applicationId } = await world.newApplication();
    const uri = world.host.newUri();
    await register(one, applicationId, 'https://first.example', uri);
    const { owner } = world.identity;
    await owner.query(`create function break_off() returns trigger language plpgsql as
      $$ begin raise exception 'the process ended here'; end $$`);
    await owner.query('create trigger break_off before insert on providers execute function break_off()');
    await expect(register(one, applicationId, issuer, uri)).rejects.toThrow();
    await owner.query('drop trigger break_off on providers');
    await owner.query('drop function break_off');
    const { id } = await register(other, applicationId, issuer, uri);
    const { document } = await trustedBy(world, one, applicationId);
    expect(document.providers.map((provider) => provider.id)).toContain(id);
    expect(document.providers).toHaveLength(2);
    const { providers = [] } = await one.ListProviders({ applicationId });
    expect(providers.map((provider) => provider.id).sort()).toEqual(
      document.providers.map((provider) => provider.id).sort(),
    );
  });

  it('works while one of three is away, and changes nothing while two are', async () => {
    const { applicationId } = await world.newApplication();
    const { witnesses } = world.identity;
    await witnesses.stop(0);
    const started = performance.now();
    const { id: providerId = '' } = await register(one, applicationId);
    expect(performance.now() - started).toBeLessThan(2_000);
    const before = await trustedBy(world, one, applicationId);
    await witnesses.stop(1);
    const calls = [
      () => register(one, applicationId, 'https://second.example'),
      () => one.DeleteProvider({ applicationId, providerId }),
      () =>
        one.UpdateApplication({
          applicationId,
          settings: { expressJwtMaxLifetimeSeconds: 600, emailProviderIds: null, allowedOrigins: null },
        }),
      () => one.GetTrust({ applicationId, fresh: true }),
    ];
    for (const call of calls) expect((await refusalOf(call())).code).toBe('trust.witnesses-unavailable');
    await Promise.all([witnesses.start(0), witnesses.start(1)]);
    await sleep(1_500);
    const after = await trustedBy(world, one, applicationId);
    expect(after.signed.equals(before.signed)).toBe(true);
    expect((await one.ListProviders({ applicationId })).providers).toHaveLength(1);
    const { application } = await one
      .GetApplication({ applicationId })
      .then((found) => ({ application: found }));
    expect(application.settings?.expressJwtMaxLifetimeSeconds).toBe(86_400);
  });

  it('is not misled by one of three witnesses that lies about keys and documents', async () => {
    const { ask, keys } = world.identity.witnesses;
    const [liar] = keys;
    const [honest, ...others] = ask;
    if (!liar || !honest) throw new Error('no witness');
    const forged = Buffer.from(JSON.stringify({ keys: [publicKey('mallory')] }));
    const lies: AskWitness = async (request, deadlineMs) => {
      const answer = await honest({ ...request, document: Buffer.alloc(0) }, deadlineMs);
      const now = Math.floor(Date.now() / 1000);
      const sources = request.sources ?? [];
      const items = sources.map(({ issuer: of = '', jwksUri = '' }) => ({
        subject: subjectOfKeySet(of, { jwksUri }),
        digest: Buffer.from(digestOf(forged)),
        observedAt: now,
      }));
      const said = signStatement({ statedAt: now, rootVersion: 1, items }, liar);
      return {
        ...answer,
        // It hides the newest document.
        document: Buffer.alloc(0),
        statement: {
          kid: said.kid,
          statedAt: String(now),
          rootVersion: '1',
          items: items.map((item) => ({ ...item, observedAt: String(now) })),
          signature: Buffer.from(said.signature),
        },
        observations: sources.map(({ jwksUri = '' }) => ({
          keys: forged,
          problem: '',
          jwksUri,
          current: true,
        })),
      };
    };
    const misled = world.identity.replica({ ask: [lies, ...others] });
    const { applicationId, apiKey } = await world.newApplication();
    const { id: providerId = '' } = await register(misled, applicationId);
    const { keys: trusted } = await trustedBy(world, misled, applicationId);
    expect(trusted).toEqual({ [issuer]: ['first'] });
    const { keySetJson } = await misled.AuthenticateUser({ apiKey, providerId });
    expect(keySetJson).not.toContain('mallory');
    await deleteDocument(applicationId);
    expect((await trustedBy(world, misled, applicationId)).document.version).toBe(1);
  });
});
