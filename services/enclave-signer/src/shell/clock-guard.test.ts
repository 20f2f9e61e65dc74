import { setTimeout as sleep } from 'node:timers/promises';
import type { AttestationDevice } from '../core/attestation-device.js';
import { encodeCbor } from '../core/cbor.js';
import { startClockGuard } from './clock-guard.js';

const none = new Uint8Array(0);

/** An attestation device whose clock and health the test sets, and a guard that checks it every 5 ms. */
async function guarded(ahead: number) {
  const world = { ahead, isBroken: false, monotonic: 0 };
  const told: [boolean, number | undefined][] = [];
  const device: AttestationDevice = {
    random: () => Promise.resolve(new Uint8Array(32)),
    attest() {
      if (world.isBroken) return Promise.reject(new Error('broken'));
      const payload = encodeCbor(new Map([['timestamp', 1_000_000 + world.ahead]]));
      return Promise.resolve(encodeCbor([none, new Map(), payload, none]));
    },
  };
  const guard = await startClockGuard({
    device,
    now: () => 1_000_000,
    monotonic: () => world.monotonic,
    changed: (isRight, drift) => told.push([isRight, drift]),
    everyMs: 5,
  });
  return { world, told, guard };
}

it.each([
  [0, true],
  [2_000, true],
  [-2_000, true],
  [2_001, false],
  [-2_001, false],
])('%i ms away from the hypervisor: right = %s', async (ahead, isRight) => {
  const { guard, told } = await guarded(ahead);
  guard.stop();
  expect(guard.isRight()).toBe(isRight);
  expect(told).toEqual([[isRight, Math.abs(ahead)]]);
});

it('notices at the next check that the clock went wrong, and that it is right again', async () => {
  const { world, told, guard } = await guarded(0);
  world.ahead = 5_000;
  await sleep(50);
  expect(guard.isRight()).toBe(false);
  world.ahead = 0;
  await sleep(50);
  guard.stop();
  expect(guard.isRight()).toBe(true);
  expect(told.map(([isRight]) => isRight)).toEqual([true, false, true]);
});

it('tolerates three checks without an answer from the device, and no more', async () => {
  const { world, guard } = await guarded(0);
  world.isBroken = true;
  world.monotonic = 15;
  await sleep(50);
  expect(guard.isRight()).toBe(true);
  world.monotonic = 16;
  expect(guard.isRight()).toBe(false);
  guard.stop();
});
