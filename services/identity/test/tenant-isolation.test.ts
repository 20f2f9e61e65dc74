import { inTransaction } from '@wallet-service/postgres';
import { startIdentity, type Identity, type Replica } from './identity-replicas.js';
import { startKeySetHost, type KeySetHost } from '@wallet-service/test-kit/key-set-host';

const tenantTables = [
  'applications',
  'secret_keys',
  'providers',
  'key_sets',
  'change_outbox',
  'events',
  'trust_documents',
  'proposed_trust_documents',
  'members',
  'former_members',
  'change_requests',
  'change_approvals',
];

/** People work in any number of applications. */
const ofPeople = ['people', 'person_accounts', 'invitations', 'passkeys', 'sessions', 'used_challenges'];

let identity: Identity;
let host: KeySetHost;
let one: Replica;
let tenants: string[];
beforeAll(async () => {
  [identity, host] = await Promise.all([startIdentity('identity_isolation'), startKeySetHost()]);
  one = identity.replica();
  tenants = [];
  for (const name of ['a', 'b']) {
    const { application } = await one.CreateApplication({ name });
    const applicationId = application?.id ?? '';
    tenants.push(applicationId);
    await one.AddMember({ applicationId, name: 'Ada', role: 'owner' });
    await one.CreateProvider({
      applicationId,
      issuer: 'https://i.example',
      audience: 'x',
      jwksUri: host.uri,
    });
    await inTransaction(
      identity.servicePool,
      async (client) => {
        await client.query(
          `insert into proposed_trust_documents
           select application_id, version, signed_document, now(), now(), mac from trust_documents`,
        );
        await client.query(
          `insert into change_requests
           select application_id, person_id, 'k', 'policies', 'POST', '/', '', '', '', 1, 'open', 0, '', now(), now(),
             null, mac from members`,
        );
        await client.query(
          'insert into former_members select application_id, person_id, role, now(), now(), mac from members',
        );
        await client.query(
          `insert into change_approvals
           select application_id, person_id, person_id, '{}', now(), mac from members`,
        );
      },
      { applicationId },
    );
  }
});
afterAll(async () => {
  await host.close();
  await identity.close();
});

const idsIn = async (table: string, applicationId?: string) =>
  inTransaction(
    identity.servicePool,
    async (client) => {
      const { rows } = await client.query<{ application_id: string }>(`select application_id from ${table}`);
      return [...new Set(rows.map((row) => row.application_id))];
    },
    applicationId === undefined ? {} : { applicationId },
  );

describe('row-level security, when a query forgets the tenant', () => {
  it.each(tenantTables)('shows one application its own rows of %s and nothing else', async (table) => {
    for (const tenant of tenants) expect(await idsIn(table, tenant)).toEqual([tenant]);
  });

  it.each(tenantTables)('shows nothing of %s to a transaction that names no application', async (table) => {
    expect(await idsIn(table)).toEqual([]);
  });

  it('leaves nothing behind for the next user of a connection', async () => {
    await idsIn('providers', tenants[0]);
    const { rows } = await identity.servicePool.query('select * from providers');
    expect(rows).toEqual([]);
  });

  it('lets nobody write into another application', async () => {
    const [mine = '', theirs = ''] = tenants;
    const update = inTransaction(
      identity.servicePool,
      (client) => client.query("update providers set issuer = 'https://evil.example'"),
      { applicationId: mine },
    );
    expect((await update).rowCount).toBe(1);
    const insert = inTransaction(
      identity.servicePool,
      (client) =>
        client.query(
          "insert into providers values (gen_random_uuid(), $1, 'i', 'a', 'https://x', now(), now())",
          [theirs],
        ),
      { applicationId: mine },
    );
    await expect(insert).rejects.toThrow('row-level security');
  });

  it('also binds the table owner', async () => {
    const { rows } = await identity.owner.query<{ relname: string }>(
      `select relname from pg_class join pg_namespace n on n.oid = relnamespace
       where n.nspname = 'identity' and relkind = 'r' and relrowsecurity and relforcerowsecurity order by relname`,
    );
    expect(rows.map(({ relname }) => relname)).toEqual([...tenantTables].sort());
  });

  it('covers every table with tenant data', async () => {
    const { rows } = await identity.owner.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'identity' and table_name <> all ($1) and table_name <> 'migrations' order by 1`,
      [[...tenantTables, ...ofPeople]],
    );
    expect(rows.map(({ name }) => name)).toEqual([
      'application_directory.api_key',
      'application_directory.application_id',
      'application_directory.revision',
      'root_documents.id',
      'root_documents.mac',
      'root_documents.signed_document',
      'root_documents.version',
      'secret_key_directory.application_id',
      'secret_key_directory.secret_key_id',
    ]);
  });

  it("gives the service's role no way to change the schema or to delete an application", async () => {
    for (const statement of [
      'drop table providers',
      'alter table providers disable row level security',
      'delete from applications',
      'delete from application_directory',
      'delete from secret_keys',
      'create table mine ()',
    ]) {
      await expect(identity.servicePool.query(statement)).rejects.toThrow(/permission denied|must be owner/);
    }
  });
});
