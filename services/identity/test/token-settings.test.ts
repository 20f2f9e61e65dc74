import { encodeApplicationDocument } from '@wallet-service/signer-protocol';
import { keySet, publicKey } from '@wallet-service/test-kit/key-set-host';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import type { Replica } from './identity-replicas.js';
import { providerWorld, type ProviderWorld } from './provider-world.js';
import { trustedBy } from './trust-world.js';

let world: ProviderWorld;
let one: Replica;
let other: Replica;
beforeAll(async () => {
  world = await providerWorld('identity_token_settings');
  ({ one, other } = world);
  world.host.answerWith(keySet(publicKey('first')));
});
afterAll(() => world.close());

const named = () => ({ issuer: 'https://idp.example', audience: 'app', jwksUri: world.host.uri });
const strict = {
  audienceMatch: 'exact',
  audienceClaim: 'client_id',
  tokenTypes: ['at+jwt', 'absent'],
};

it('are in the document and at every replica, and what a change leaves out stays', async () => {
  const { applicationId, apiKey } = await world.newApplication();
  const { audienceMatch, audienceClaim } = strict;
  const tokenTypes = { values: strict.tokenTypes };
  const made = await one.CreateProvider({
    applicationId,
    ...named(),
    tokenSettings: { audienceMatch, audienceClaim, tokenTypes },
  });
  const providerId = made.id ?? '';
  expect(made.tokenSettings).toEqual(strict);
  const expectSettings = async (tokenSettings: object | undefined): Promise<void> => {
    const { provider } = await other.AuthenticateUser({ apiKey, providerId });
    expect(provider?.tokenSettings).toEqual(tokenSettings);
    expect((await other.GetProvider({ applicationId, providerId })).tokenSettings).toEqual(tokenSettings);
    const { document } = await trustedBy(world, other, applicationId);
    expect(document.providers[0]?.tokenSettings).toEqual(tokenSettings);
  };
  await expectSettings(strict);
  await one.UpdateProvider({ applicationId, providerId, ...named() });
  await expectSettings(strict);
  await one.UpdateProvider({
    applicationId,
    providerId,
    ...named(),
    tokenSettings: { audienceClaim: 'azp', tokenTypes: null },
  });
  await expectSettings({ ...strict, audienceClaim: 'azp' });
  await other.UpdateProvider({
    applicationId,
    providerId,
    ...named(),
    tokenSettings: {
      audienceMatch: 'contains',
      audienceClaim: 'aud',
      tokenTypes: { values: ['JWT', 'application/AT+JWT', 'id_token+jwt', 'absent'] },
    },
  });
  await expectSettings(undefined);
});

it('that are the default ones leave the bytes of a document as they were', async () => {
  const { applicationId } = await world.newApplication();
  const { id } = await one.CreateProvider({ applicationId, ...named() });
  const { document } = await trustedBy(world, other, applicationId);
  expect(Buffer.from(encodeApplicationDocument(document)).toString()).toBe(
    JSON.stringify({
      application_id: applicationId,
      version: 1,
      express_jwt_max_lifetime_seconds: 86_400,
      providers: [{ id, issuer: 'https://idp.example', audience: 'app', asserts_email: false }],
      issuers: [{ issuer: 'https://idp.example', jwks_uri: world.host.uri }],
    }),
  );
});

it.each<[object, string]>([
  [{ audienceMatch: 'any' }, '/audience_match'],
  [{ audienceMatch: '' }, '/audience_match'],
  [{ audienceClaim: 'sub' }, '/audience_claim'],
  [{ tokenTypes: { values: [] } }, '/token_types'],
  [{ tokenTypes: { values: ['JWT', 'application/jwt'] } }, '/token_types'],
  [{ tokenTypes: { values: ['a b'] } }, '/token_types'],
  [{ tokenTypes: { values: ['logout+jwt'] } }, '/token_types'],
  [{ tokenTypes: { values: ['JWT', 'application/SecEvent+JWT'] } }, '/token_types'],
  [{ tokenTypes: { values: Array.from({ length: 9 }, (_, index) => `t${index}`) } }, '/token_types'],
])('%j is refused at its place', async (tokenSettings, path) => {
  const { applicationId } = await world.newApplication();
  const { code, paths } = await refusalOf(
    one.CreateProvider({ applicationId, ...named(), tokenSettings: { tokenTypes: null, ...tokenSettings } }),
  );
  expect([code, paths]).toEqual(['request.invalid', [path]]);
});

it('that somebody wrote into the database count for nothing', async () => {
  const { applicationId, apiKey } = await world.newApplication();
  const { id: providerId = '' } = await one.CreateProvider({
    applicationId,
    ...named(),
    tokenSettings: { audienceMatch: 'exact', tokenTypes: null },
  });
  for (const [column, value] of [
    ['audience_match', "'contains'"],
    ['audience_claim', "'azp'"],
    ['token_types', "'{logout+jwt}'"],
  ]) {
    const owner = world.identity.owner;
    const { rows } = await owner.query(`select ${column} as before from providers where provider_id = $1`, [
      providerId,
    ]);
    const raise = () =>
      owner.query('update application_directory set revision = revision + 1 where application_id = $1', [
        applicationId,
      ]);
    await owner.query(`update providers set ${column} = ${value} where provider_id = $1`, [providerId]);
    await raise();
    expect((await refusalOf(one.AuthenticateUser({ apiKey, providerId }))).code).toBe(
      'auth.provider-invalid',
    );
    const { before } = rows[0] as { before: unknown };
    await owner.query(`update providers set ${column} = $2 where provider_id = $1`, [providerId, before]);
    await raise();
    expect((await one.AuthenticateUser({ apiKey, providerId })).provider?.id).toBe(providerId);
  }
});
