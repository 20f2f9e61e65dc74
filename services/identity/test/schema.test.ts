import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { migrate } from '@wallet-service/postgres';
import { databaseFor } from '@wallet-service/postgres/testing';
import pg from 'pg';
import { dumpSchema } from './dump-schema.js';

const directory = fileURLToPath(new URL('../migrations', import.meta.url));
const schemaFile = fileURLToPath(new URL('../schema.txt', import.meta.url));

describe('the migrations', () => {
  it('may be run by many replicas at once, and lead to the schema that schema.txt shows', async () => {
    const database = await databaseFor({ name: 'identity_schema' });
    const { migrationUrl, role } = database.roles.identity;
    try {
      const logger = { info: () => undefined, warn: () => undefined };
      const options = { url: migrationUrl, schema: 'identity', directory, runtimeRole: role, logger };
      await Promise.all(Array.from({ length: 10 }, () => migrate(options)));
      const client = new pg.Client({ connectionString: migrationUrl });
      await client.connect();
      const dump = await dumpSchema(client, 'identity');
      await client.end();
      // UPDATE_SCHEMA=1 writes the file anew; the difference is then reviewed with the migration.
      if (process.env['UPDATE_SCHEMA']) writeFileSync(schemaFile, dump);
      expect(dump).toBe(readFileSync(schemaFile, 'utf8'));
    } finally {
      await database.drop();
    }
  });
});
