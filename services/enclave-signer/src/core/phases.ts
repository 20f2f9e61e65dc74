import { signerMethods, type SignerMethod } from '@wallet-service/signer-protocol';

/**
 * booting: reading its key and root document. sealed: up, but without a sealing key. ready. clock-wrong: like
 * `ready`, but its clock cannot be trusted. draining: about to stop. failed: will sign nothing until
 * restarted.
 */
export type Phase = 'booting' | 'sealed' | 'ready' | 'clock-wrong' | 'draining' | 'failed';

const everything = Object.keys(signerMethods) as readonly SignerMethod[];

const methods: Readonly<Record<Phase, readonly SignerMethod[]>> = {
  booting: ['GetStatus'],
  sealed: ['GetStatus'],
  ready: everything,
  'clock-wrong': ['GetStatus'],
  // Calls in flight, and calls that crossed the notice, are still answered.
  draining: everything,
  failed: ['GetStatus'],
};

const next: Readonly<Record<Phase, readonly Phase[]>> = {
  booting: ['sealed', 'ready', 'failed'],
  sealed: ['ready', 'failed'],
  ready: ['draining', 'failed'],
  'clock-wrong': [],
  draining: ['failed'],
  failed: [],
};

/** Whether a method exists in a phase. */
export function methodExists(phase: Phase, method: SignerMethod): boolean {
  return methods[phase].includes(method);
}

/** The phase after a step. Throws for a step that does not exist: `failed` is final. */
export function enter(from: Phase, to: Phase): Phase {
  if (!next[from].includes(to)) throw new Error(`the signer cannot go from ${from} to ${to}`);
  return to;
}
