import { keySet, publicKey } from '@wallet-service/test-kit/key-set-host';
import { providerWorld, type ProviderWorld } from './provider-world.js';

// Somebody has the role of the identity service in its database, and nothing else.

let world: ProviderWorld;
beforeAll(async () => {
  world = await providerWorld('identity_hostile_writer');
});
afterAll(() => world.close());

const codeOf = (error: unknown) => (error as { code: string }).code;

async function newApplication() {
  const { one } = world;
  const { application, secretKey = '', secretKeyId = '' } = await one.CreateApplication({ name: 'Shop' });
  const applicationId = application?.id ?? '';
  const apiKey = application?.apiKey ?? '';
  world.host.answerWith(keySet(publicKey('k1')));
  const providerId = await world.newProvider(applicationId);
  await one.CreateSecretKey({ applicationId });
  return {
    applicationId,
    secretKeyId,
    providerId,
    byKey: () => one.AuthenticateSecretKey({ secretKey }).then(() => 'valid', codeOf),
    byUser: () => one.AuthenticateUser({ apiKey, providerId }).then(({ keySetJson }) => keySetJson, codeOf),
  };
}

type Made = Awaited<ReturnType<typeof newApplication>>;
const move = 'update application_directory set revision = revision + $2 where application_id = $1';

/** What the owner ends afterwards ends at once. */
async function endsAtOnce({ applicationId, secretKeyId, providerId, byKey, byUser }: Made): Promise<void> {
  const { one } = world;
  await one.RevokeSecretKey({ applicationId, secretKeyId });
  expect(await byKey()).toBe('auth.secret-key-invalid');
  world.host.answerWith(keySet(publicKey('k2')));
  await one.RefreshProvider({ applicationId, providerId });
  expect(await byUser()).toContain('k2');
  expect(await byUser()).not.toContain('k1');
  await one.DeleteProvider({ applicationId, providerId });
  expect(await byUser()).toBe('auth.provider-invalid');
}

it('a revision that was raised cannot be lowered again, and freezes nothing', async () => {
  const made = await newApplication();
  const { servicePool } = world.identity;
  await servicePool.query(move, [made.applicationId, '1000000000000000']);
  expect(await made.byKey()).toBe('valid');
  expect(await made.byUser()).toContain('k1');
  await expect(servicePool.query(move, [made.applicationId, '-1000000000000000'])).rejects.toThrow(
    'never falls',
  );
  await endsAtOnce(made);
});

it('a revision that the table owner lowers is an incident, and freezes nothing either', async () => {
  const made = await newApplication();
  const { owner } = world.identity;
  await owner.query(move, [made.applicationId, '1000000000000000']);
  expect(await made.byKey()).toBe('valid');
  expect(await made.byUser()).toContain('k1');
  await owner.query('alter table application_directory disable trigger application_directory_never_falls');
  await owner.query(move, [made.applicationId, '-1000000000000000']);
  await owner.query('alter table application_directory enable trigger application_directory_never_falls');
  await endsAtOnce(made);
  expect(world.one.refused).toEqual([
    { row: 'revision', applicationId: made.applicationId, problem: 'rolled back' },
  ]);
});

it('a change that a failover lost is not in force, however many changes follow', async () => {
  const { applicationId, apiKey } = await world.newApplication();
  const { owner } = world.identity;
  const revision = async (): Promise<bigint> => {
    const sql = 'select revision from application_directory where application_id = $1';
    return (await owner.query<{ revision: bigint }>(sql, [applicationId])).rows[0]?.revision ?? 0n;
  };
  const before = await revision();
  const providerId = await world.newProvider(applicationId);
  const byUser = () => world.one.AuthenticateUser({ apiKey, providerId }).then(() => 'valid', codeOf);
  expect(await byUser()).toBe('valid');
  const lost = await revision();
  await owner.query('delete from providers where provider_id = $1', [providerId]);
  await owner.query('alter table application_directory disable trigger application_directory_never_falls');
  await owner.query('update application_directory set revision = $2 where application_id = $1', [
    applicationId,
    before,
  ]);
  await owner.query('alter table application_directory enable trigger application_directory_never_falls');
  while ((await revision()) < lost) await world.one.CreateSecretKey({ applicationId });
  expect(await byUser()).toBe('auth.provider-invalid');
});

it('the role can change neither what has ended nor what is in force', async () => {
  const { applicationId, secretKeyId, providerId } = await newApplication();
  await world.one.RevokeSecretKey({ applicationId, secretKeyId });
  const moves: readonly (readonly [string, unknown[], string])[] = [
    ['update secret_keys set time_revoked = null where secret_key_id = $1', [secretKeyId], 'stays revoked'],
    ['update secret_keys set time_revoked = now() where secret_key_id = $1', [secretKeyId], 'stays revoked'],
    ['update key_sets set attempt = attempt - 1 where provider_id = $1', [providerId], 'never falls'],
    ['delete from key_sets where provider_id = $1', [providerId], 'permission denied'],
    ['delete from secret_keys where secret_key_id = $1', [secretKeyId], 'permission denied'],
    ['update application_directory set api_key = $1', ['pk_'], 'permission denied'],
    ['update application_directory set application_id = $1', [applicationId], 'permission denied'],
    ...['applications', 'secret_keys', 'providers', 'key_sets'].map(
      (table) => [`update ${table} set application_id = $1`, [applicationId], 'permission denied'] as const,
    ),
  ].map(([text, values, problem]) => [text as string, values as unknown[], problem as string]);
  const client = await world.identity.servicePool.connect();
  try {
    await client.query("select set_config('app.every_application', 'on', false)");
    for (const [text, values, problem] of moves)
      await expect(client.query(text, values)).rejects.toThrow(problem);
  } finally {
    client.release(true);
  }
});
