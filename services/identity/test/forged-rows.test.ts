import { randomUUID } from 'node:crypto';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { until } from '@wallet-service/test-kit/until';
import { type Replica } from './identity-replicas.js';
import { keySet, publicKey } from '@wallet-service/test-kit/key-set-host';
import { providerWorld, type ProviderWorld } from './provider-world.js';

// Somebody writes to identity's tables, past row-level security. Mallory has an application and a secret key of her
// own.

let world: ProviderWorld;
let one: Replica;
beforeAll(async () => {
  world = await providerWorld('identity_forged_rows');
  ({ one } = world);
});
afterAll(() => world.close());
beforeEach(() => {
  one.forged.length = 0;
});

const write = async (text: string, values: unknown[] = []): Promise<void> => {
  const { rowCount } = await world.identity.owner.query(text, values);
  expect(rowCount).toBeGreaterThan(0);
};
/** Somebody could do this before the database itself kept revoked keys revoked. */
const makeValidAgain = async (secretKeyId: string | undefined): Promise<void> => {
  await world.identity.owner.query('alter table secret_keys disable trigger secret_keys_stay_revoked');
  await write('update secret_keys set time_revoked = null where secret_key_id = $1', [secretKeyId]);
  await world.identity.owner.query('alter table secret_keys enable trigger secret_keys_stay_revoked');
};
/** Makes sure that nothing is answered from memory. */
const raise = (applicationId: string) =>
  write('update application_directory set revision = revision + 1 where application_id = $1', [
    applicationId,
  ]);

async function newApplication() {
  const { application, secretKey, secretKeyId } = await one.CreateApplication({ name: 'Shop' });
  const applicationId = application?.id ?? '';
  world.host.answerWith(keySet(publicKey('k1')));
  const { id: providerId } = await one.CreateProvider({
    applicationId,
    issuer: `https://${randomUUID()}.example`,
    audience: 'app',
    jwksUri: world.host.newUri(),
  });
  return {
    applicationId,
    providerId: providerId ?? '',
    apiKey: application?.apiKey ?? '',
    secretKey: secretKey ?? '',
    secretKeyId: secretKeyId ?? '',
  };
}
type Made = Awaited<ReturnType<typeof newApplication>>;

const byKey = async ({ secretKey }: Made): Promise<string> =>
  one.AuthenticateSecretKey({ secretKey }).then(
    ({ application }) => application?.id ?? '',
    (error: unknown) => (error as { code: string }).code,
  );
const byUser = async ({ apiKey, providerId }: Made): Promise<string> =>
  one.AuthenticateUser({ apiKey, providerId }).then(
    ({ application }) => application?.id ?? '',
    (error: unknown) => (error as { code: string }).code,
  );
/** How many providers signers are told of. */
const trustedProviders = async ({ applicationId }: Pick<Made, 'applicationId'>): Promise<number> => {
  const { application } = await one.GetTrust({ applicationId, fresh: true });
  const { payload } = JSON.parse(String(application?.document)) as { payload: string };
  const document = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { providers: object[] };
  return document.providers.length;
};
const trustedKeys = async ({ applicationId }: Made): Promise<string> => {
  const { application } = await one.GetTrust({ applicationId, fresh: true });
  return (application?.keySets ?? []).map(({ keys }) => String(keys)).join();
};

describe('secret keys', () => {
  it('open no other application when their row is moved to it', async () => {
    const [mallory, victim] = [await newApplication(), await newApplication()];
    expect(await byKey(mallory)).toBe(mallory.applicationId);
    const values = [mallory.secretKeyId, victim.applicationId];
    await write('update secret_keys set application_id = $2 where secret_key_id = $1', values);
    await write('update secret_key_directory set application_id = $2 where secret_key_id = $1', values);
    await raise(victim.applicationId);
    expect(await byKey(mallory)).toBe('auth.secret-key-invalid');
    const { keys } = await one.ListSecretKeys({ applicationId: victim.applicationId });
    expect(keys?.map(({ id }) => id)).toEqual([victim.secretKeyId]);
    expect(one.forged).toContainEqual({
      table: 'secret_keys',
      applicationId: victim.applicationId,
      id: mallory.secretKeyId,
      mac: 'wrong',
    });
  });

  it('open no other application when its row gets their hash, with or without the MAC', async () => {
    const [mallory, victim] = [await newApplication(), await newApplication()];
    const { secretKey } = mallory;
    const known = `${secretKey.slice(0, 3)}${victim.secretKeyId.replaceAll('-', '')}${secretKey.slice(35)}`;
    for (const columns of ['hash', 'hash, mac']) {
      await write(
        `update secret_keys set (${columns}) = (select ${columns} from secret_keys where secret_key_id = $2)
          where secret_key_id = $1`.replace('(hash) = (select', 'hash = (select'),
        [victim.secretKeyId, mallory.secretKeyId],
      );
      await raise(victim.applicationId);
      for (const secretKey of [known, mallory.secretKey, victim.secretKey])
        expect(await byKey({ ...victim, secretKey })).not.toBe(victim.applicationId);
    }
  });

  it('stay revoked, and leave no hash behind', async () => {
    const made = await newApplication();
    const { secretKey = '' } = await one.CreateSecretKey({ applicationId: made.applicationId });
    await one.RevokeSecretKey({ applicationId: made.applicationId, secretKeyId: made.secretKeyId });
    const { rows } = await world.identity.owner.query<{ hash: Buffer }>(
      'select hash from secret_keys where secret_key_id = $1',
      [made.secretKeyId],
    );
    expect(rows[0]?.hash).toEqual(Buffer.alloc(32));
    await makeValidAgain(made.secretKeyId);
    await raise(made.applicationId);
    expect(await byKey(made)).toBe('auth.secret-key-invalid');
    expect(await byKey({ ...made, secretKey })).toBe(made.applicationId);
  });
});

it('opens nothing with a new row that somebody else wrote', async () => {
  const [mallory, victim] = [await newApplication(), await newApplication()];
  for (const mac of ['null', 'mac']) {
    const id = randomUUID();
    await write(
      `insert into secret_keys (secret_key_id, application_id, hash, time_created, mac)
       select $1, $2, hash, time_created, ${mac} from secret_keys where secret_key_id = $3`,
      [id, victim.applicationId, mallory.secretKeyId],
    );
    await write('insert into secret_key_directory values ($1, $2)', [id, victim.applicationId]);
    await raise(victim.applicationId);
    const secretKey = `${mallory.secretKey.slice(0, 3)}${id.replaceAll('-', '')}${mallory.secretKey.slice(35)}`;
    expect(await byKey({ ...victim, secretKey })).toBe('auth.secret-key-invalid');
    expect(await byKey(victim)).toBe(victim.applicationId);
    await write('delete from secret_key_directory where secret_key_id = $1', [id]);
    await write('delete from secret_keys where secret_key_id = $1', [id]);
  }
});

it('API keys that were swapped in the directory open neither application', async () => {
  const [mallory, victim] = [await newApplication(), await newApplication()];
  const set =
    'update application_directory set api_key = $2, revision = revision + 1 where application_id = $1';
  await write(set, [victim.applicationId, 'pk_between']);
  await write(set, [mallory.applicationId, victim.apiKey]);
  await write(set, [victim.applicationId, mallory.apiKey]);
  for (const made of [mallory, victim]) {
    expect(await byUser(made)).toBe('internal');
    expect(await byKey(made)).toBe('internal');
    // What signers are told follows documents and not rows.
    expect(await trustedProviders(made)).toBe(1);
  }
  const { applications = [] } = await one.ListApplications({});
  expect(applications.map(({ id }) => id)).not.toContain(victim.applicationId);
});

describe('providers', () => {
  it('are never fetched from an address that identity did not write', async () => {
    const made = await newApplication();
    await write(`update providers set jwks_uri = jwks_uri || '?mallory' where provider_id = $1`, [
      made.providerId,
    ]);
    await write(
      `update key_sets set time_next_fetch = now(), time_fetch_ends = null, time_refreshes_restored = now(),
         time_refresh_allowed = now() where provider_id = $1`,
      [made.providerId],
    );
    const { applicationId, providerId } = made;
    expect((await refusalOf(one.RefreshProvider({ applicationId, providerId }))).code).toBe(
      'provider.not-found',
    );
    await write('update key_sets set time_fetch_ends = null where provider_id = $1', [providerId]);
    one.forged.length = 0;
    const work = one.startBackgroundWork();
    await until('its refusal', () => one.forged.some(({ id }) => id === providerId));
    await work.stop();
    expect(one.fetched.filter((uri) => uri.includes('mallory'))).toEqual([]);
  });

  it('accept no key that somebody else put into their set, and get their own keys back', async () => {
    const made = await newApplication();
    const planted = JSON.stringify({ keys: [publicKey('mallory')] });
    await write('update key_sets set key_set_json = $2 where provider_id = $1', [made.providerId, planted]);
    await raise(made.applicationId);
    expect(await byUser(made)).toBe('service.unavailable');
    expect(await trustedKeys(made)).not.toContain('mallory');
    const { applicationId, providerId } = made;
    await write('update key_sets set time_refresh_allowed = now() where provider_id = $1', [providerId]);
    world.host.answerWith(keySet(publicKey('k2')));
    await one.RefreshProvider({ applicationId, providerId });
    expect(await byUser(made)).toBe(applicationId);
    const { keySetJson } = await one.AuthenticateUser({ apiKey: made.apiKey, providerId });
    expect(keySetJson).not.toContain('mallory');
    expect(await trustedKeys(made)).toContain('k2');
  });

  it('cannot be used by another application', async () => {
    const [mallory, victim] = [await newApplication(), await newApplication()];
    const values = [mallory.providerId, victim.applicationId];
    for (const table of ['providers', 'key_sets'])
      await write(
        `insert into ${table}
           select (jsonb_populate_record(own, jsonb_build_object('application_id', $2::text))).* from ${table} as own
            where provider_id = $1`,
        values,
      );
    await raise(victim.applicationId);
    expect(await byUser({ ...victim, providerId: mallory.providerId })).toBe('auth.provider-invalid');
    expect(await trustedProviders(victim)).toBe(1);
  });
});

// No MAC covers these columns. They only decide when something happens next, or are shown and never relied on.
const uncovered = new Set([
  'secret_keys.time_last_used',
  'providers.time_created',
  'providers.time_updated',
  ...['time_fetched', 'time_attempted', 'time_fetch_ends', 'time_next_fetch', 'attempt', 'failures'].map(
    (name) => `key_sets.${name}`,
  ),
  ...['last_failure', 'time_refreshes_restored', 'time_refresh_allowed'].map((name) => `key_sets.${name}`),
]);
const ids: Readonly<Record<string, keyof Made>> = {
  applications: 'applicationId',
  secret_keys: 'secretKeyId',
  providers: 'providerId',
  key_sets: 'providerId',
};
/** Another value of the same type that the constraints allow. */
const otherValue: Readonly<Record<string, string>> = {
  'applications.op_jwt_mode': "'single_payload'",
  'applications.express_jwt_max_lifetime_seconds': '61',
  'applications.claim_possible': "'skip'",
  'applications.allowed_origins': "array['https://evil.example']",
  'applications.approvals_needed': 'COLUMN + 1',
  'applications.approval_scopes': "'{policies}'",
  'secret_keys.time_revoked': 'now()',
  'secret_keys.scopes': "'{read}'",
  'secret_keys.time_expires': "now() + interval '1 day'",
  'providers.key_source': "'discovery'",
  'providers.audience_match': "'exact'",
  'providers.audience_claim': "'azp'",
  'providers.token_types': "'{at+jwt}'",
  boolean: 'not COLUMN',
  text: "COLUMN || 'x'",
  bytea: 'set_byte(COLUMN, 0, get_byte(COLUMN, 0) # 1)',
  'timestamp with time zone': "COLUMN + interval '1 second'",
  ARRAY: 'array[gen_random_uuid()]',
};

it('every column that gives a row its meaning is covered', async () => {
  const { rows: columns } = await world.identity.owner.query<{ table: string; name: string; type: string }>(
    `select table_name as table, column_name as name, data_type as type from information_schema.columns
     where table_schema = 'identity' and table_name = any ($1) order by 1, 2`,
    [Object.keys(ids)],
  );
  const tried: string[] = [];
  for (const { table, name, type } of columns) {
    const column = `${table}.${name}`;
    if (uncovered.has(column) || ['application_id', 'secret_key_id', 'provider_id'].includes(name)) continue;
    const made = await newApplication();
    const value = (otherValue[column] ?? otherValue[type] ?? '').replaceAll('COLUMN', name);
    if (value === '') throw new Error(`say how ${column} is changed here, or why no MAC covers it`);
    const key =
      table === 'applications' ? 'application_id' : table === 'secret_keys' ? 'secret_key_id' : 'provider_id';
    await write(`update ${table} set ${name} = ${value} where ${key} = $1`, [
      made[ids[table] ?? 'providerId'],
    ]);
    await raise(made.applicationId);
    one.forged.length = 0;
    await Promise.all([byKey(made), byUser(made)]);
    expect([column, one.forged.map((row) => row.table)]).toEqual([column, expect.arrayContaining([table])]);
    tried.push(column);
  }
  expect(tried.length).toBeGreaterThan(15);
});

it('rows from a release without MACs are adopted once if the operator allows it, and forged ones never', async () => {
  const [old, forged] = [await newApplication(), await newApplication()];
  const { secretKey: second = '', key } = await one.CreateSecretKey({ applicationId: old.applicationId });
  const hash = await world.identity.owner.query<{ hash: Buffer }>(
    'select hash from secret_keys where secret_key_id = $1',
    [key?.id],
  );
  await one.RevokeSecretKey({ applicationId: old.applicationId, secretKeyId: key?.id ?? '' });
  for (const table of Object.keys(ids))
    await write(`update ${table} set mac = null where application_id = $1`, [old.applicationId]);
  // A revoked key as that release left it.
  await write('update secret_keys set hash = $2 where secret_key_id = $1', [key?.id, hash.rows[0]?.hash]);
  await write(`update applications set name = 'forged' where application_id = $1`, [forged.applicationId]);
  await Promise.all([old, forged].map(({ applicationId }) => raise(applicationId)));
  expect(await byKey(old)).toBe('internal');
  expect(one.forged.some(({ mac }) => mac === 'none')).toBe(true);

  const counts = await one.adoptRows();
  expect(counts).toMatchObject({ applications: 1, secret_keys: 2, providers: 1, key_sets: 1 });
  expect(await byKey(old)).toBe(old.applicationId);
  expect(await byUser(old)).toBe(old.applicationId);
  expect(await byKey({ ...old, secretKey: second })).toBe('auth.secret-key-invalid');
  expect(await byKey(forged)).toBe('internal');
  const again = await one.adoptRows();
  expect(again).toEqual({ applications: 0, secret_keys: 0, providers: 0, key_sets: 0 });
  await makeValidAgain(key?.id);
  await raise(old.applicationId);
  expect(await byKey({ ...old, secretKey: second })).toBe('auth.secret-key-invalid');
});
