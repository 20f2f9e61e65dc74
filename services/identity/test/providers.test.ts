import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { type Replica } from './identity-replicas.js';
import { hostile, json, keySet, publicKey } from '@wallet-service/test-kit/key-set-host';
import { providerWorld, type ProviderWorld } from './provider-world.js';

const anyProviderId = '01920000-0000-7000-8000-000000000000';

let world: ProviderWorld;
let one: Replica;
let other: Replica;
beforeAll(async () => {
  world = await providerWorld('identity_providers');
  ({ one, other } = world);
});
beforeEach(() => {
  world.host.answerWith(keySet(publicKey('first')));
});
afterAll(() => world.close());

describe('identity providers', () => {
  it('are shown with their current state to a caller with the secret key', async () => {
    const { application, secretKey = '' } = await one.CreateApplication({ name: 'Shop' });
    const before = await one.AuthenticateSecretKey({ secretKey });
    expect(before.providers).toEqual([]);
    const applicationId = application?.id ?? '';
    const id = await world.newProvider(applicationId);
    const after = await other.AuthenticateSecretKey({ secretKey, knownRevision: before.revision ?? '' });
    expect(after.providers).toEqual([
      {
        id,
        applicationId,
        issuer: 'https://idp.example',
        audience: 'app',
        jwksUri: expect.stringContaining(world.host.uri) as string,
        discovered: false,
      },
    ]);
  });

  it('are created, read, listed, changed and deleted', async () => {
    const { applicationId } = await world.newApplication();
    const first = { issuer: 'https://a.example', audience: 'app', jwksUri: world.host.uri };
    const { id = '' } = await one.CreateProvider({ applicationId, ...first });
    expect(await other.GetProvider({ applicationId, providerId: id })).toEqual({
      id,
      applicationId,
      ...first,
      discovered: false,
    });
    const changed = { issuer: 'https://b.example', audience: 'web', jwksUri: `${world.host.uri}?2` };
    expect(await one.UpdateProvider({ applicationId, providerId: id, ...changed })).toEqual({
      id,
      applicationId,
      ...changed,
      discovered: false,
    });
    expect((await other.ListProviders({ applicationId })).providers).toEqual([
      { id, applicationId, ...changed, discovered: false },
    ]);
    await one.DeleteProvider({ applicationId, providerId: id });
    expect((await other.ListProviders({ applicationId })).providers).toEqual([]);
    for (const call of [
      () => other.GetProvider({ applicationId, providerId: id }),
      () => other.DeleteProvider({ applicationId, providerId: id }),
      () => other.UpdateProvider({ applicationId, providerId: id, ...changed }),
    ]) {
      expect((await refusalOf(call())).code).toBe('provider.not-found');
    }
  });

  it.each([
    [{ issuer: '' }, '/issuer'],
    [{ issuer: 'x'.repeat(513) }, '/issuer'],
    [{ issuer: 'https://a.example\n' }, '/issuer'],
    [{ issuer: ' https://a.example' }, '/issuer'],
    [{ audience: '' }, '/audience'],
    [{ issuer: 'https://a.example\u2028' }, '/issuer'],
    [{ issuer: 'https://\u202eelpmaxe.a' }, '/issuer'],
    [{ issuer: 'https://a\u200b.example' }, '/issuer'],
    [{ audience: 'a\u0000b' }, '/audience'],
    [{ audience: 'a\u001b[2Kb' }, '/audience'],
    [{ audience: 'a\u2029b' }, '/audience'],
    // Without jwks_uri it is discovery, which needs an https URL as the issuer.
    [{ jwksUri: '', issuer: 'accounts.example' }, '/jwks_uri'],
    [{ jwksUri: '', issuer: 'http://a.example' }, '/jwks_uri'],
    [{ jwksUri: '', issuer: 'https://10.0.0.1' }, '/jwks_uri'],
    [{ jwksUri: '', issuer: 'https://a.example/?tenant=1' }, '/jwks_uri'],
    [{ jwksUri: 'http://idp.example/jwks' }, '/jwks_uri'],
    [{ jwksUri: 'https://idp.example:22/jwks' }, '/jwks_uri'],
    [{ jwksUri: 'https://u:p@idp.example/jwks' }, '/jwks_uri'],
  ])('are refused with %j before anything is fetched, and the field is named', async (wrong, path) => {
    const { applicationId } = await world.newApplication();
    const fetches = one.fetched.length;
    const given = { applicationId, issuer: 'https://a.example', audience: 'app', jwksUri: world.host.uri };
    const refusal = { code: 'request.invalid', paths: [path] };
    expect(await refusalOf(one.CreateProvider({ ...given, ...wrong }))).toMatchObject(refusal);
    const change = { ...given, ...wrong, providerId: anyProviderId };
    expect(await refusalOf(one.UpdateProvider(change))).toMatchObject(refusal);
    expect(one.fetched).toHaveLength(fetches);
  });

  it('accept any issuer that a token can name, byte for byte', async () => {
    const { applicationId } = await world.newApplication();
    const issuers = [
      'accounts.google.com',
      'https://a.example',
      'https://a.example/',
      'HTTPS://a.example',
      'urn:x',
    ];
    for (const issuer of issuers) await world.newProvider(applicationId, issuer);
    const { providers } = await one.ListProviders({ applicationId });
    expect(providers?.map(({ issuer }) => issuer)).toEqual(issuers);
  });

  it('are unique by issuer and audience in one application, also when created concurrently', async () => {
    const { applicationId } = await world.newApplication();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 === 0 ? one : other).CreateProvider({
          applicationId,
          issuer: 'https://a.example',
          audience: 'app',
          jwksUri: world.host.uri,
        }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await refusalOf(world.newProvider(applicationId, 'https://a.example'))).code).toBe(
      'provider.exists',
    );
    const second = await world.newProvider(applicationId, 'https://b.example');
    const collide = one.UpdateProvider({
      applicationId,
      providerId: second,
      issuer: 'https://a.example',
      audience: 'app',
      jwksUri: world.host.uri,
    });
    expect((await refusalOf(collide)).code).toBe('provider.exists');
    const elsewhere = await world.newApplication();
    await expect(world.newProvider(elsewhere.applicationId, 'https://a.example')).resolves.toBeDefined();
  });

  it('are limited to 50 in one application', async () => {
    const { applicationId } = await world.newApplication();
    for (let index = 0; index < 50; index += 1)
      await world.newProvider(applicationId, `https://${index}.example`);
    expect((await refusalOf(world.newProvider(applicationId))).code).toBe('provider.limit-reached');
  });

  it.each(Object.keys(hostile))('are refused when the key set host does this: %s', async (mode) => {
    const { applicationId } = await world.newApplication();
    world.host.answerWith(hostile[mode] ?? (() => undefined));
    expect(await refusalOf(world.newProvider(applicationId))).toMatchObject({
      code: 'provider.key-set-unreachable',
      paths: ['/jwks_uri'],
    });
    expect((await one.ListProviders({ applicationId })).providers).toEqual([]);
  });

  it.each([
    ['a symmetric key', '{"keys":[{"kty":"oct","kid":"a","k":"AAAA"}]}'],
    ['no keys', '{"keys":[]}'],
    ['something else', '{"error":"not here"}'],
  ])('are refused when the key set has %s', async (_, body) => {
    const { applicationId } = await world.newApplication();
    world.host.answerWith(json(body));
    expect((await refusalOf(world.newProvider(applicationId))).code).toBe('provider.key-set-unreachable');
  });

  it('stay as they were when a change names an unreachable key set', async () => {
    const { applicationId, apiKey } = await world.newApplication();
    const providerId = await world.newProvider(applicationId);
    const before = await one.AuthenticateUser({ apiKey, providerId });
    const change = one.UpdateProvider({
      applicationId,
      providerId,
      issuer: 'https://evil.example',
      audience: 'app',
      jwksUri: 'http://localhost:1/jwks',
    });
    expect((await refusalOf(change)).code).toBe('provider.key-set-unreachable');
    expect(await other.AuthenticateUser({ apiKey, providerId })).toEqual(before);
  });

  it('of another application do not exist: they cannot be read, changed, deleted or used', async () => {
    const [mine, theirs] = [await world.newApplication(), await world.newApplication()];
    const providerId = await world.newProvider(theirs.applicationId);
    const unknownId = '00000000-0000-7000-8000-000000000000';
    const { applicationId } = mine;
    const change = { issuer: 'https://evil.example', audience: 'app', jwksUri: world.host.uri };
    const bodies = async (id: string) =>
      Promise.all(
        [
          one.GetProvider({ applicationId, providerId: id }),
          one.UpdateProvider({ applicationId, providerId: id, ...change }),
          one.DeleteProvider({ applicationId, providerId: id }),
          one.RefreshKeySet({ applicationId, providerId: id }),
          one.AuthenticateUser({ apiKey: mine.apiKey, providerId: id }),
        ].map(async (call) => (await refusalOf(call)).body),
      );
    expect(await bodies(providerId)).toEqual(await bodies(unknownId));
    expect(await bodies(providerId)).toEqual(await bodies('not an id'));
    await expect(one.AuthenticateUser({ apiKey: theirs.apiKey, providerId })).resolves.toBeDefined();
  });
});

describe('email_provider_ids', () => {
  it("names only the application's own providers, and forgets a deleted one", async () => {
    const [mine, theirs] = [await world.newApplication(), await world.newApplication()];
    const own = await world.newProvider(mine.applicationId);
    const foreign = await world.newProvider(theirs.applicationId);
    const set = (...ids: string[]) =>
      one.UpdateApplication({
        applicationId: mine.applicationId,
        settings: { emailProviderIds: { values: ids }, allowedOrigins: null },
      });
    expect((await refusalOf(set(own, foreign))).paths).toEqual(['/settings/email_provider_ids']);
    expect((await set(own)).settings?.emailProviderIds).toEqual([own]);
    await one.DeleteProvider({ applicationId: mine.applicationId, providerId: own });
    const { settings } = await other.GetApplication({ applicationId: mine.applicationId });
    expect(settings?.emailProviderIds).toEqual([]);
  });
});
