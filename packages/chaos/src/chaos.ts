import { allFaults } from './all-faults.js';
import { injectFault, type Outcome } from './inject-fault.js';
import { chaosReport } from './report.js';
import { startChaosSetup } from './chaos-setup.js';
import { readArguments } from '@wallet-service/local-stack';
import { runCommand } from '@wallet-service/local-stack';
import { textTable } from '@wallet-service/operator-cli/text-table';

const quietMs = 3_000;

const { values } = readArguments(
  `pnpm chaos: faults on a real suite under load
  --only NAME,NAME   only these faults
  --seconds N        how long users sign before each fault (1)
  --list             lists the faults`,
  {
    only: { type: 'string' },
    seconds: { type: 'string', default: '1' },
    list: { type: 'boolean', default: false },
  },
);

await runCommand(async ({ announce, signal }) => {
  const names = values.only?.split(',');
  const unknown = names?.filter((name) => !allFaults.some((fault) => fault.name === name)) ?? [];
  if (unknown.length > 0) throw new Error(`there is no fault ${unknown.join(', ')}; --list names them`);
  const faults = allFaults.filter(({ name }) => names?.includes(name) ?? true);
  if (values.list) {
    console.log(
      textTable(
        ['fault', 'what happens'],
        faults.map(({ name, what }) => [name, what]),
      ),
    );
    return;
  }
  const warmUpMs = Number(values.seconds) * 1000;
  if (!(warmUpMs >= 0)) throw new Error('--seconds must be a number');
  announce('starting the suite, two of everything');
  const setup = await startChaosSetup();
  const outcomes: Outcome[] = [];
  try {
    for (const fault of faults) {
      if (signal.aborted) break;
      announce(`${fault.name}: ${fault.what}`);
      outcomes.push(await injectFault(fault, setup, { warmUpMs, quietMs }));
    }
  } finally {
    console.log(`\n${chaosReport(outcomes)}\n`);
    await setup.stop();
  }
  if (outcomes.some(({ broken }) => broken.length > 0)) throw new Error('an invariant is broken');
});
