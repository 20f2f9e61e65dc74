import { readFileSync } from 'node:fs';
import pg from 'pg';
import type { TestStack } from '@wallet-service/local-stack';
import { logsOf } from '../logs-of.js';
import type { Place } from './secret.js';

/** Everything of a stack that others may see: logs, columns, progress output and command lines. */
export async function placesOf(stack: TestStack): Promise<readonly Place[]> {
  return [
    ...logsOf(stack).map(({ name, text }) => ({ name: `log of ${name}`, text })),
    ...(await columns(stack.databaseUrl)),
    { name: 'progress', text: stack.progress.join('\n') },
    ...commandLines(stack),
  ];
}

async function columns(databaseUrl: string): Promise<readonly Place[]> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const { rows: tables } = await database.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const places: Place[] = [];
    for (const { name } of tables) {
      const { rows } = await database.query<Record<string, unknown>>(`SELECT * FROM ${name}`);
      for (const column of Object.keys(rows[0] ?? {})) {
        const text = rows.map((row) => textOf(row[column])).join('\n');
        places.push({ name: `column ${name}.${column}`, text });
      }
    }
    return places;
  } finally {
    await database.end();
  }
}

function textOf(value: unknown): string {
  if (Buffer.isBuffer(value)) {
    return (['latin1', 'hex', 'base64', 'base64url'] as const).map((form) => value.toString(form)).join('\n');
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

// Every user of a machine can read them.
function commandLines({ processes }: TestStack): readonly Place[] {
  if (process.platform !== 'linux') return [];
  return processes.flatMap(({ name, pid }) => {
    const running = pid();
    if (running === undefined) return [];
    return [{ name: `command line of ${name}`, text: readFileSync(`/proc/${running}/cmdline`, 'utf8') }];
  });
}
