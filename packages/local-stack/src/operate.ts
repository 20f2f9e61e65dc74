import {
  environment,
  knownTarget,
  operatorConfig,
  runProgram,
  UsageError,
} from '@wallet-service/operator-cli';
import { dataDirectory } from './config.js';
import { openJournalDatabase } from './stack/journal-database.js';
import { runningStack } from './stack/open-stack.js';

// The operator's program in the repository. Its defaults, unless the caller or the environment names others,
// belong to the stack in DATA_DIR.
process.exitCode = await runProgram(process.argv.slice(2), {
  async adminTarget(named) {
    const { url, operatorKey } = knownTarget(named);
    if (url !== undefined && operatorKey !== undefined) return { url, operatorKey };
    const dataDir = dataDirectory();
    const stack = await runningStack(dataDir);
    if (!stack) throw new UsageError(`no stack runs in ${dataDir}: give --url and --operator-key-file`);
    return { url: url ?? stack.express_url, operatorKey: operatorKey ?? stack.operator_key };
  },
  journalDatabase: () =>
    operatorConfig().databaseUrl === undefined
      ? openJournalDatabase(dataDirectory())
      : environment.journalDatabase(),
});
