import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestStack } from '@wallet-service/local-stack';

/** What the processes of a stack have logged, by name such as `gateway-0`, and Postgres. */
export function logsOf({ logsDir, dataDir }: TestStack): readonly { name: string; text: string }[] {
  const files = readdirSync(logsDir).map((name) => path.join(logsDir, name));
  return [...files, path.join(dataDir, 'postgres/postgres.log')].map((file) => ({
    name: path.basename(file, '.log'),
    text: readFileSync(file, 'utf8'),
  }));
}
