import type { AttestationDevice } from '../core/attestation-device.js';
import { clockDrift } from '../core/clock-drift.js';
import { timeOfDocument } from '../core/nsm-messages.js';

export type ClockGuard = {
  /** Whether our clock agreed with the hypervisor's at the last check, and that was recent. */
  readonly isRight: () => boolean;
  readonly stop: () => void;
};

export type ClockGuardOptions = {
  readonly device: AttestationDevice;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody can set. */
  readonly monotonic: () => number;
  /** Called at each change, with the drift in milliseconds. Undefined if the device did not answer. */
  readonly changed: (isRight: boolean, driftMs: number | undefined) => void;
  readonly maxDriftMs?: number;
  readonly everyMs?: number;
};

const empty = new Uint8Array(0);

/**
 * Compares our clock with the time in an attestation document, at once and then regularly. This clock decides
 * about the expiry of tokens and verdicts, and an enclave has no time service. Resolves after the first
 * check.
 */
export async function startClockGuard(options: ClockGuardOptions): Promise<ClockGuard> {
  const { device, now, monotonic, maxDriftMs = 2_000, everyMs = 10_000 } = options;
  let agreedAt = -Infinity;
  let told: boolean | undefined;
  // One missing answer is tolerated, a wrong time is not.
  const isRight = (): boolean => monotonic() - agreedAt <= 3 * everyMs;

  async function look(): Promise<void> {
    const drift = await measure(device, now);
    if (drift !== undefined) agreedAt = drift <= maxDriftMs ? monotonic() : -Infinity;
    if (told !== isRight()) options.changed((told = isRight()), drift);
  }

  await look();
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  return {
    isRight,
    stop: () => {
      clearInterval(timer);
    },
  };
}

async function measure(device: AttestationDevice, now: () => number): Promise<number | undefined> {
  const before = now();
  try {
    const document = await device.attest({ nonce: empty, userData: empty, publicKey: empty });
    return clockDrift(before, timeOfDocument(document), now());
  } catch {
    return undefined;
  }
}
