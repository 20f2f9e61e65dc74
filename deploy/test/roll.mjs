// Every replica is replaced while users sign: no request may fail.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { whileUsersSign } from './load.mjs';

/** Returns what is wrong, one line each. */
export async function rollFaults(wallet) {
  const { faults, refused } = await whileUsersSign(wallet, () =>
    promisify(execFile)('deploy/compose/roll.sh'),
  );
  return refused === 0 ? faults : [...faults, `${refused} requests failed`];
}
