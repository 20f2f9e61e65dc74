import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { migrate } from '@wallet-service/postgres';
import { databaseFor } from '@wallet-service/postgres/testing';
import { describeSchema } from '@wallet-service/postgres/testing/describe-schema';
import pg from 'pg';

const directory = fileURLToPath(new URL('../migrations', import.meta.url));
// schema.sql is for readers and reviewers: it shows the result of the migrations. WRITE_SCHEMA=1 writes it again.
const file = new URL('../schema.sql', import.meta.url);

describe('the migrations', () => {
  it('can be run by many replicas at once, and result in the schema that schema.sql shows', async () => {
    const database = await databaseFor({ name: 'identity_schema' });
    const { migrationUrl, role } = database.roles.identity;
    try {
      const logger = { info: () => undefined, warn: () => undefined };
      const options = { url: migrationUrl, schema: 'identity', directory, runtimeRole: role, logger };
      await Promise.all(Array.from({ length: 10 }, () => migrate(options)));
      const client = new pg.Client({ connectionString: migrationUrl });
      await client.connect();
      const header =
        '-- Written by test/schema.test.ts (WRITE_SCHEMA=1): the schema after all migrations. ' +
        'Never edited by hand.\n\n';
      const schema = header + (await describeSchema(client, 'identity', role)).replaceAll('identity.', '');
      await client.end();
      if (process.env['WRITE_SCHEMA'] === '1') writeFileSync(file, schema);
      expect(schema).toBe(readFileSync(file, 'utf8'));
    } finally {
      await database.drop();
    }
  });
});
