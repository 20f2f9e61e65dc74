import { setTimeout as sleep } from 'node:timers/promises';
import { SignerGone } from './signer-gone.js';
import type { CallScope, SignerClient } from './signer-client.js';

const pauseMs = 20;

/** Resolves as soon as the signer of the next call is known. Rejects with SignerGone at the deadline. */
export async function untilSignerKnown(
  { nextSigner }: Pick<SignerClient, 'nextSigner'>,
  now: () => number,
  { deadline }: Pick<CallScope, 'deadline'>,
): Promise<void> {
  while (nextSigner() === '') {
    if (now() + pauseMs >= deadline) throw new SignerGone(undefined);
    await sleep(pauseMs);
  }
}
