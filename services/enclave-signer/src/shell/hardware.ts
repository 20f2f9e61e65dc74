import type { AttestationDevice } from '../core/attestation-device.js';
import { mixedRandom } from '../core/mixed-random.js';
import type { Audit } from './audit.js';
import { BootFailure } from './boot-failure.js';
import { startClockGuard } from './clock-guard.js';
import { nsmDevice } from './nsm-device.js';

/** What the machine gives this process. */
export type Hardware = {
  /** Undefined outside of an enclave. */
  readonly device: AttestationDevice | undefined;
  readonly random: (length: number) => Uint8Array;
  /** Whether the clock can be trusted. Outside an enclave nothing can contradict it. */
  readonly isClockRight: () => boolean;
};

const minSeedBytes = 32;

/**
 * Uses the NSM behind `socketPath`: its randomness is mixed into the system's, and its time checks the clock.
 * Rejects with BootFailure if the clock is already wrong.
 */
export async function useHardware(
  socketPath: string | undefined,
  systemRandom: (length: number) => Uint8Array,
  audit: Audit,
): Promise<Hardware> {
  if (socketPath === undefined) return { device: undefined, random: systemRandom, isClockRight: () => true };
  const device = nsmDevice(socketPath);
  const seed = await device.random().catch(() => new Uint8Array(0));
  if (seed.length < minSeedBytes)
    throw new BootFailure('the NSM gives no randomness: is nsm-bridge running?');
  const clock = await startClockGuard({
    device,
    now: Date.now,
    monotonic: () => performance.now(),
    changed: (isRight, driftMs) => {
      audit({
        event: 'clock',
        outcome: isRight ? 'ok' : 'refused',
        ...(driftMs !== undefined && { driftMs }),
      });
    },
  });
  if (!clock.isRight()) throw new BootFailure("the clock differs from the hypervisor's by more than 2 s");
  return { device, random: mixedRandom(systemRandom, seed), isClockRight: clock.isRight };
}
