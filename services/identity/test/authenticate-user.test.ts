import { maxStalenessMs } from '@wallet-service/values';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { type Replica } from './identity-replicas.js';
import { providerWorld, type ProviderWorld } from './provider-world.js';

let world: ProviderWorld;
let one: Replica;
let other: Replica;
beforeAll(async () => {
  world = await providerWorld('identity_authenticate_user');
  ({ one, other } = world);
});
afterAll(() => world.close());

const kidsOf = (keySetJson: string | undefined) =>
  (JSON.parse(keySetJson ?? '{"keys":[]}') as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);

describe('AuthenticateUser', () => {
  it('answers with application, provider and keys, and then only that nothing changed', async () => {
    const { applicationId, apiKey } = await world.newApplication();
    const providerId = await world.newProvider(applicationId);
    const answer = await one.AuthenticateUser({ apiKey, providerId });
    expect(answer).toMatchObject({ application: { id: applicationId }, provider: { id: providerId } });
    expect(kidsOf(answer.keySetJson)).toEqual(['first']);
    const knownRevision = answer.revision ?? '';
    expect(await other.AuthenticateUser({ apiKey, providerId, knownRevision })).toEqual({
      revision: knownRevision,
      unchanged: true,
      maxStalenessMs,
    });
  });

  it.each([[''], ['pk_AAAAAAAAAAAAAAAAAAAAAA'], ['pk_'], ["' or true --"], ['x'.repeat(100_000)]])(
    'refuses the API key %.40p',
    async (apiKey) => {
      expect((await refusalOf(one.AuthenticateUser({ apiKey, providerId: 'x' }))).code).toBe(
        'auth.api-key-invalid',
      );
    },
  );

  it('refuses a provider on every replica once its deletion is answered, whatever the caller has read', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { applicationId, apiKey } = await world.newApplication();
      const providerId = await world.newProvider(applicationId);
      const { revision = '' } = await other.AuthenticateUser({ apiKey, providerId });
      await one.DeleteProvider({ applicationId, providerId });
      const refusals = [one, other].flatMap((replica) => [
        refusalOf(replica.AuthenticateUser({ apiKey, providerId })),
        refusalOf(replica.AuthenticateUser({ apiKey, providerId, knownRevision: revision })),
      ]);
      for (const { code } of await Promise.all(refusals)) expect(code).toBe('auth.provider-invalid');
    }
  });

  it('is never behind a change, under a stream of calls', async () => {
    const { applicationId, apiKey } = await world.newApplication();
    const providerId = await world.newProvider(applicationId);
    let inForce = 0;
    let stop = false;
    const stream = async (replica: Replica) => {
      while (!stop) {
        const atLeast = inForce;
        const { application } = await replica.AuthenticateUser({ apiKey, providerId });
        const seen = application?.settings?.expressJwtMaxLifetimeSeconds ?? 0;
        // Before the first change it is one day.
        if (seen !== 86_400) expect(seen).toBeGreaterThanOrEqual(atLeast);
        else expect(atLeast).toBe(0);
      }
    };
    const streams = [one, other, one, other].map(stream);
    for (let seconds = 100; seconds < 140; seconds += 1) {
      await one.UpdateApplication({
        applicationId,
        settings: { expressJwtMaxLifetimeSeconds: seconds, emailProviderIds: null, allowedOrigins: null },
      });
      inForce = seconds;
    }
    stop = true;
    await Promise.all(streams);
  });

  it('shares one query between concurrent callers', async () => {
    const { applicationId, apiKey } = await world.newApplication();
    const providerId = await world.newProvider(applicationId);
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => one.AuthenticateUser({ apiKey, providerId })),
    );
    expect(new Set(answers.map(({ revision }) => revision)).size).toBe(1);
  });
});

describe('FindProviders', () => {
  it('answers with the providers of the application alone, and only what needs no secret', async () => {
    const { applicationId, apiKey } = await world.newApplication();
    const { applicationId: otherId } = await world.newApplication();
    await world.newProvider(otherId);
    const providerId = await world.newProvider(applicationId);
    const { application, providers } = await one.FindProviders({ apiKey });
    expect(application).toEqual({
      id: applicationId,
      features: expect.anything() as unknown,
      settings: expect.not.objectContaining({ accessKeyRecovery: expect.anything() as unknown }) as unknown,
    });
    expect(providers).toMatchObject([{ id: providerId, applicationId, jwksUri: '' }]);
    await other.DeleteProvider({ applicationId, providerId });
    expect((await one.FindProviders({ apiKey })).providers).toEqual([]);
  });

  it('refuses an unknown API key', async () => {
    const refusal = await refusalOf(one.FindProviders({ apiKey: 'pk_AAAAAAAAAAAAAAAAAAAAAA' }));
    expect(refusal.code).toBe('auth.api-key-invalid');
  });
});
