import { stopInOrder } from './supervise-all.js';
import type { SupervisedProcess } from './supervised-process.js';

const names = ['witness-0', 'demo-provider', 'signer-0', 'wallet-1', 'wallet-0', 'gateway-0', 'console-0'];

test('ends every process of a stack, and callers before those that they call', async () => {
  const ended: string[] = [];
  const processes = names.map((name): SupervisedProcess => ({
    ...{ name, logFile: '', pid: () => undefined, ready: Promise.resolve() },
    ...{ kill: () => undefined, restart: () => Promise.resolve() },
    stop: () => {
      ended.push(name);
      return Promise.resolve();
    },
  }));
  await stopInOrder(processes);
  expect(ended).toEqual([
    ...['console-0', 'gateway-0', 'wallet-1', 'wallet-0', 'signer-0', 'witness-0', 'demo-provider'],
  ]);
});
