// Replaces every replica while users sign. No request may fail.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { whileUsersSign } from './load.mjs';

/** These services, or all. Returns the faults, one line each. */
export async function rollFaults(wallet, services = []) {
  const { faults, refused } = await whileUsersSign(wallet, () =>
    promisify(execFile)('deploy/compose/roll.sh', services),
  );
  return refused === 0 ? faults : [...faults, `${refused} requests failed`];
}

/** Rotates the signers' sealing key while users sign. No request may fail, and none needs the old key afterwards. */
export async function rotationFaults(wallet) {
  const { faults, refused } = await whileUsersSign(wallet, async () => {
    for (const step of ['prepare', 'switch', 'rewrap', 'finish'])
      await promisify(execFile)('deploy/compose/rotate-sealing-key.sh', [step]);
  });
  return refused === 0 ? faults : [...faults, `${refused} requests failed`];
}
