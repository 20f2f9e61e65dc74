// Every replica is replaced while users sign: no request may fail.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { whileUsersSign } from './load.mjs';

/** These services, or all. Returns what is wrong, one line each. */
export async function rollFaults(wallet, services = []) {
  const { faults, refused } = await whileUsersSign(wallet, () =>
    promisify(execFile)('deploy/compose/roll.sh', services),
  );
  return refused === 0 ? faults : [...faults, `${refused} requests failed`];
}

/** The signers' sealing key is exchanged while users sign: no request may fail, and none of it needs the old key afterwards. */
export async function rotationFaults(wallet) {
  const { faults, refused } = await whileUsersSign(wallet, async () => {
    for (const step of ['prepare', 'switch', 'rewrap', 'finish'])
      await promisify(execFile)('deploy/compose/rotate-sealing-key.sh', [step]);
  });
  return refused === 0 ? faults : [...faults, `${refused} requests failed`];
}
