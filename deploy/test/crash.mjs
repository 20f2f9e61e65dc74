// Kills a wallet and then a signer while users sign. Every answer must be right or an error with a code, and the rest
// must keep working.
import { setTimeout as sleep } from 'node:timers/promises';
import { crash, inspect } from './docker.mjs';
import { whileUsersSign } from './load.mjs';

const victims = ['wallet-1', 'signer-1'];

/** Returns the faults, one line each. */
export async function crashFaults(wallet) {
  const { faults } = await whileUsersSign(wallet, async () => {
    for (const service of victims) {
      await sleep(5_000);
      crash(service);
    }
    await sleep(5_000);
  });
  for (const service of victims)
    if (!(await comesBack(service))) faults.push(`${service} does not come back`);
  return faults;
}

async function comesBack(service) {
  for (let attempt = 0; attempt < 60; attempt++) {
    const { RestartCount: restarts, State: state } = inspect(service);
    if (restarts > 0 && state.Health?.Status === 'healthy') return true;
    await sleep(1_000);
  }
  return false;
}
