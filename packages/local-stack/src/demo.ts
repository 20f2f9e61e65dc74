import { readArguments } from './command/read-arguments.js';
import { runCommand } from './command/run-command.js';
import { performDemo } from './demo/steps.js';
import { openStack } from './stack/open-stack.js';
import { textTable } from '@wallet-service/operator-cli/text-table';

readArguments(
  `pnpm demo: creates wallets and signs with them
  uses the stack that runs in DATA_DIR (.local), or starts one and stops it
  PORT, DATABASE_URL, REDIS_URL: as for pnpm start`,
  {},
);
await runCommand(async ({ announce, signal }) => {
  const open = await openStack(announce, signal);
  try {
    const rows = await performDemo(open.stack, announce);
    const cells = rows.map(({ chain, what, verifiedBy, address }) => [chain, what, verifiedBy, address]);
    console.log(`\n${textTable(['chain', 'signed', 'verified by', 'wallet'], cells)}\n`);
  } finally {
    await open.close();
  }
  announce('done');
});
