import { readFileSync } from 'node:fs';
import {
  administrate,
  adminUsage,
  AdminUsageError,
  type AdminTarget,
} from '@wallet-service/operator-cli/admin';
import { readArguments } from '@wallet-service/operator-cli/read-arguments';
import { adminConfig } from './config.js';
import { runningStack } from './stack/open-stack.js';

async function targetOf(values: { url?: string; 'operator-key-file'?: string }): Promise<AdminTarget> {
  const config = adminConfig();
  const url = values.url ?? config.expressUrl;
  const keyFile = values['operator-key-file'] ?? config.operatorKeyFile;
  const stack = url === undefined || keyFile === undefined ? await runningStack(config.dataDir) : undefined;
  const operatorKey = keyFile === undefined ? stack?.operator_key : readFileSync(keyFile, 'utf8').trim();
  const target = url ?? stack?.express_url;
  if (target === undefined || operatorKey === undefined) {
    throw new AdminUsageError(`no stack runs in ${config.dataDir}: give --url and --operator-key-file`);
  }
  return { url: target, operatorKey };
}

const { values, positionals } = readArguments(
  adminUsage,
  { url: { type: 'string' }, 'operator-key-file': { type: 'string' } },
  { words: true },
);
try {
  if (positionals.length === 0) throw new AdminUsageError('name one of the commands');
  const answer = await administrate(await targetOf(values), positionals);
  console.log(answer === undefined ? 'done' : JSON.stringify(answer, undefined, 2));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof AdminUsageError) console.error(`\n${adminUsage}`);
  process.exitCode = 1;
}
