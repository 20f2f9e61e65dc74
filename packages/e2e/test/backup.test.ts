import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPool, provisionRoles } from '@wallet-service/postgres';
import { auditStoredJournals } from '@wallet-service/journal-format/audit-stored';
import { noArchive, type JournalAudit, type JournalNote } from '@wallet-service/journal-format';
import { startPostgresServer, type PostgresServer } from '@wallet-service/chaos';
import { createExpressClient, type Chain } from '@wallet-service/local-stack/express-client';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import { startTestStack, type TestStack } from '@wallet-service/local-stack';
import { bitcoinMessageVerifies } from '@wallet-service/local-stack/verify-bitcoin';
import { ethereumMessageVerifies } from '@wallet-service/local-stack/verify-ethereum';
import { solanaMessageVerifies } from '@wallet-service/local-stack/verify-solana';
import { until } from '@wallet-service/test-kit/until';
import { acceptRestore } from './accept-stops.js';

// A dump that was taken while users sign, restored into a new stack on a new server, as deploy/compose/backup.sh and
// restore.sh do, but into a database of another name. pg_dump refuses a server that is newer than itself. So server and
// programs come from one installation, in Debian's place for it.

const versions = '/usr/lib/postgresql';
const native = (existsSync(versions) ? readdirSync(versions) : [])
  .map((version) => path.join(versions, version))
  .find((folder) =>
    ['postgres', 'pg_dump', 'pg_restore'].every((name) => existsSync(path.join(folder, 'bin', name))),
  );

const silent = { info: () => undefined, warn: () => undefined };
const withPostgres = native === undefined ? describe.skip : describe;

withPostgres('a backup (needs the Debian package postgresql)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'backup-'));
  const inside = (name: string): string => path.join(folder, name);
  const servers: PostgresServer[] = [];
  const chains = ['ETH', 'SOL', 'BTC'] as const;
  const users = ['alice', 'bob'];
  const addresses = new Map<string, string>();
  let stack: TestStack | undefined;
  let afterwards: string;
  let noted: JournalAudit | undefined;

  async function start(name: string, url: string): Promise<TestStack> {
    stack = await startTestStack({ DATABASE_URL: url, DATA_DIR: inside(name) });
    return stack;
  }
  function run(program: string, url: string, args: readonly string[]): void {
    execFileSync(path.join(native ?? '', 'bin', program), [...args, '--dbname', url], { stdio: 'inherit' });
  }
  /** Into a new database with this name, as deploy/runbook.md says. */
  async function restoreAs(name: string, serverUrl: string): Promise<void> {
    const passwords = JSON.parse(
      readFileSync(path.join(inside('new'), 'secrets/database-passwords.json'), 'utf8'),
    ) as Parameters<typeof provisionRoles>[0]['passwords'];
    // The rights in the dump are those of the roles of the old database.
    const roles = await provisionRoles({ adminUrl: serverUrl, database: 'postgres', passwords });
    await sql(serverUrl, `CREATE DATABASE ${name}`);
    await sql(serverUrl, `REVOKE ALL ON DATABASE ${name} FROM PUBLIC`);
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    run('pg_restore', url.href, ['--single-transaction', '--exit-on-error', inside('dump')]);
    // The witnesses know longer journals.
    await acceptRestore(url.href, inside('new'));
    // The local stack derives the names of its roles from that of the database.
    for (const [schema, { role }] of Object.entries(roles))
      await sql(serverUrl, `ALTER ROLE ${role} RENAME TO ${name}_${schema}`);
    await start('new', url.href);
  }
  const manage = <Answer>(
    { stack: { app }, expressUrl }: TestStack,
    method: 'GET' | 'PATCH',
    body?: object,
  ) =>
    expectJson<Answer>(`${expressUrl}/v1/application`, {
      method,
      headers: { 'x-service-secret-key': app.secret_key },
      body,
    });

  beforeAll(async () => {
    // Debian's programs need to traverse this folder. What is secret below it has its own closed folder.
    chmodSync(folder, 0o711);
    servers.push(await startPostgresServer(inside('old-server'), native));
    const old = await start('old', servers[0]?.url ?? '');
    const client = createExpressClient(old.stack);
    for (const user of users) {
      for (const chain of chains) {
        const token = await client.token(user);
        addresses.set(`${user} ${chain}`, await client.wallet(token, chain));
        await client.signMessage(token, chain, Buffer.from('before'));
      }
    }
    await manage(old, 'PATCH', { policy_evaluation_enabled: true });

    noted = await auditOf(old);
    const dump = { over: false };
    const signing = (async () => {
      const token = await client.token('alice');
      while (!dump.over) await client.signMessage(token, 'ETH', Buffer.from('during'));
    })();
    run('pg_dump', servers[0]?.url ?? '', ['--format', 'custom', '--file', inside('dump')]);
    dump.over = true;
    await signing;
    afterwards = await client.wallet(await client.token('carol'), 'ETH');
    await old.stop();
    await servers[0]?.end('SIGKILL');

    // The new machine has the secrets, and the witnesses' disks with the newest documents. The provider
    // is the same.
    for (const name of ['secrets', 'trust', 'demo-provider'])
      cpSync(path.join(inside('old'), name), path.join(inside('new'), name), { recursive: true });
    servers.push(await startPostgresServer(inside('new-server'), native));
    await restoreAs('restored', servers[1]?.url ?? '');
  });
  afterAll(async () => {
    await stack?.stop();
    for (const server of servers) await server.end('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  it.each(users.flatMap((user) => chains.map((chain): [string, Chain] => [user, chain])))(
    'gives %s the same %s wallet in the new stack, and signatures by its key',
    async (user, chain) => {
      const client = createExpressClient((stack as TestStack).stack);
      const token = await client.token(user);
      const address = await client.wallet(token, chain);
      expect(address).toBe(addresses.get(`${user} ${chain}`));
      const message = Buffer.from(`${user} after it`);
      const signed = await client.signMessage(token, chain, message);
      const verifies =
        chain === 'ETH'
          ? await ethereumMessageVerifies(address, message, signed.signature)
          : chain === 'SOL'
            ? solanaMessageVerifies(address, message, signed.signature)
            : bitcoinMessageVerifies(address, message, signed);
      expect(verifies).toBe(true);
    },
  );

  it('knows the application with its settings, and nobody who came after the dump', async () => {
    const restored = stack as TestStack;
    expect(await manage(restored, 'GET')).toMatchObject({ policy_evaluation_enabled: true });
    const client = createExpressClient(restored.stack);
    expect(await client.wallet(await client.token('carol'), 'ETH')).not.toBe(afterwards);
  });

  it('restores the whole journal, and tells who noted its end before that a loss was accepted', async () => {
    const atOnce = await auditOf(stack as TestStack);
    expect(atOnce?.finding).toMatchObject({ intact: true });
    expect(atOnce?.entries).toBeGreaterThanOrEqual(noted?.entries ?? Infinity);
    // What was signed since gets its place within a second or so.
    const later = await until('entries of the new stack', async () => {
      const audit = await auditOf(stack as TestStack);
      return (audit?.entries ?? 0) > (noted?.entries ?? Infinity) && audit;
    });
    expect(later.finding).toMatchObject({ intact: true });
    const continued = await auditOf(stack as TestStack, noted?.note);
    expect(continued?.finding).toMatchObject({ intact: false, problem: 'loss-accepted' });
  });
});

async function sql(url: string, statement: string): Promise<void> {
  const database = createPool({ url, max: 1, logger: silent, applicationName: 'backup-test' });
  try {
    await database.query(statement);
  } finally {
    await database.end();
  }
}

async function auditOf(
  { databaseUrl, stack }: TestStack,
  note?: JournalNote,
): Promise<JournalAudit | undefined> {
  const database = createPool({ url: databaseUrl, max: 1, logger: silent, applicationName: 'backup-test' });
  try {
    const notes = new Map(note && [[stack.app.id, note]]);
    for await (const audit of auditStoredJournals({ database, archive: noArchive }, { notes }))
      if (audit.applicationId === stack.app.id) return audit;
    return undefined;
  } finally {
    await database.end();
  }
}
