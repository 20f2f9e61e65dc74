import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startPostgresServer, type PostgresServer } from '@wallet-service/chaos';
import { startTestStack, type TestStack } from '@wallet-service/local-stack';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import { provisionRoles } from '@wallet-service/postgres';
import { until } from '@wallet-service/test-kit/until';
import { demoCustomer } from '../http/customer.js';
import { signing } from './provider.js';

// What release 0.2.0 left behind: its database and DATA_DIR, with a wallet of alice. There a root key signed trust
// bundles, and nobody had heard of witnesses.

const fixture = new URL('release-0.2.0/', import.meta.url);
const addressOfAlice = '0x171aBe6CbbF4984a882A0729D6FDB5f029BE72B0';

const versions = '/usr/lib/postgresql';
const native = (existsSync(versions) ? readdirSync(versions) : [])
  .map((version) => path.join(versions, version))
  .find((folder) => ['postgres', 'pg_restore'].every((name) => existsSync(path.join(folder, 'bin', name))));
const withPostgres = native === undefined ? describe.skip : describe;

withPostgres('the data of release 0.2.0 (needs the Debian package postgresql)', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'upgrade-'));
  const dataDir = path.join(folder, 'data');
  let server: PostgresServer | undefined;
  let stack: TestStack | undefined;

  beforeAll(async () => {
    // Debian's programs need to traverse this folder. What is secret below it has its own closed folder.
    chmodSync(folder, 0o711);
    const files = JSON.parse(readFileSync(new URL('data-directory.json', fixture), 'utf8')) as Record<
      string,
      string
    >;
    for (const [name, content] of Object.entries(files)) {
      const file = path.join(dataDir, name);
      mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, Buffer.from(content, 'base64'), { mode: 0o600 });
    }
    server = await startPostgresServer(path.join(folder, 'server'), native);
    const passwords = JSON.parse(
      readFileSync(path.join(dataDir, 'secrets/database-passwords.json'), 'utf8'),
    ) as Parameters<typeof provisionRoles>[0]['passwords'];
    await provisionRoles({ adminUrl: server.url, database: 'postgres', passwords });
    execFileSync(
      path.join(native ?? '', 'bin/pg_restore'),
      [
        ...['--clean', '--if-exists', '--no-owner', '--dbname', server.url],
        new URL('database.dump', fixture).pathname,
      ],
      { stdio: 'inherit' },
    );
    stack = await startTestStack({ DATABASE_URL: server.url, DATA_DIR: dataDir });
  });
  afterAll(async () => {
    await stack?.stop();
    await server?.end('SIGINT');
    rmSync(folder, { recursive: true, force: true });
  });

  const sign = async () => {
    const client = stack && createExpressClient(stack.stack);
    return signing(client, (await client?.token('alice')) ?? '');
  };

  it('is taken over: the same wallet signs, by a document that identity made of the registered provider', async () => {
    const client = stack && createExpressClient(stack.stack);
    expect(await client?.wallet(await client.token('alice'), 'ETH')).toBe(addressOfAlice);
    expect(await sign()).toBe('ok');
    const customer = stack && demoCustomer(stack.stack);
    const status = await customer?.succeed<Record<string, unknown>>(
      'GET',
      `/v1/identity/provider/${stack?.stack.demo_provider.id ?? ''}/status`,
    );
    expect(status).toMatchObject({ trusted: true, root_version: 2, document_version: 1 });
  });

  it('its journal, which was a hash chain, is verified and goes on as a log', async () => {
    const owner = new pg.Client({ connectionString: server?.url });
    await owner.connect();
    try {
      await until('the import', async () => {
        const { rowCount } = await owner.query('select from wallet.journal_chain_heads');
        return rowCount === 0;
      });
      expect(await sign()).toBe('ok');
      // Old entries have their hash of the chain, new ones have none.
      const [journal] = await until('the entries', async () => {
        const { rows } = await owner.query<{ old: string }>(
          `select count(e.hash) as old from wallet.journal_logs as l, wallet.journal_entries as e
           where e.application_id = l.application_id
           group by l.application_id, l.size having count(*) = l.size and count(*) > count(e.hash)`,
        );
        return rows.length > 0 && rows;
      });
      expect(Number(journal?.old)).toBeGreaterThan(0);
    } finally {
      await owner.end();
    }
  });

  it('an image with the old trust bundle starts, and gets the root document before it signs', async () => {
    const file = path.join(dataDir, 'trust/root-document.json');
    copyFileSync(path.join(dataDir, 'trust/baked-bundle.json'), file);
    await stack?.processes.find(({ name }) => name === 'signer-0')?.restart();
    await until('signatures', async () => (await sign()) === 'ok');
  });
});
