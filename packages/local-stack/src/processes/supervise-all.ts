import type { DataDirectory } from '../stack/data-directory.js';
import { recordProcesses } from './leftover-processes.js';
import { superviseProcess, type ProcessSpec, type SupervisedProcess } from './supervised-process.js';

/** Starts all at once. Each waits by itself for those that it needs. */
export function superviseAll(
  specs: readonly ProcessSpec[],
  data: DataDirectory,
  announce: (line: string) => void,
): readonly SupervisedProcess[] {
  const processes: SupervisedProcess[] = [];
  const onSpawn = (): void => {
    const running = processes.flatMap(({ name, pid }) => [{ name, pid: pid() ?? 0 }]);
    recordProcesses(data.processesFile, running);
  };
  for (const spec of specs) processes.push(superviseProcess(spec, { announce, onSpawn }));
  onSpawn();
  return processes;
}

/** Fulfilled when all are ready. Rejected by the first that does not start. */
export async function allReady(
  processes: readonly SupervisedProcess[],
  announce: (line: string) => void,
): Promise<void> {
  await Promise.all(
    processes.map(async ({ name, ready }) => {
      await ready;
      announce(`${name} is ready`);
    }),
  );
}

// Callers stop before the processes that they call, so that every request in flight is still answered.
const stopOrder = [
  ['console'],
  ['gateway'],
  ['webhooks'],
  ['wallet'],
  ['identity', 'policy', 'signer'],
  ['witness', 'demo-provider'],
];

export async function stopInOrder(processes: readonly SupervisedProcess[]): Promise<void> {
  for (const services of stopOrder) {
    const group = processes.filter(({ name }) => services.includes(name.replace(/-\d+$/, '')));
    await Promise.all(group.map((supervised) => supervised.stop()));
  }
}
