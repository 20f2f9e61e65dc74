import {
  journalCheckpointPayload,
  Refused,
  type SignerRequest,
  type SignerResponse,
} from '@wallet-service/signer-protocol';
import type { ApplicationKeys } from './application-key.js';
import { ed25519PublicKeyOf } from './derive-keys.js';
import type { JournalHeads } from './journal-heads.js';
import { signEd25519 } from './signatures.js';
import { wipe } from './wipe.js';

export type SignJournalHeadDeps = {
  readonly applicationKeys: ApplicationKeys;
  readonly journalHeads: JournalHeads;
  /** Unix seconds. */
  readonly now: () => number;
};

/**
 * Signs a checkpoint of an application's journal, with a key derived from the application's. The key survives
 * restarts and the rotation of the sealing key. The signer does not see the entries. It states that the
 * journal had come this far by this time, and never takes that back.
 */
export async function signJournalHead(
  { applicationKeys, journalHeads, now }: SignJournalHeadDeps,
  { applicationId, wrappedApplicationKey, seq, hash }: SignerRequest<'SignJournalHead'>,
): Promise<SignerResponse<'SignJournalHead'>> {
  if (hash.length !== 32) throw new Refused('malformed-request', { field: 'hash' });
  if (seq < 1n || seq > BigInt(Number.MAX_SAFE_INTEGER))
    throw new Refused('malformed-request', { field: 'seq' });
  const applicationKey = await applicationKeys.open(applicationId, wrappedApplicationKey);
  journalHeads.advance(applicationId, { seq, hash });
  const time = now();
  const payload = journalCheckpointPayload({ applicationId, seq: Number(seq), hash, time });
  const privateKey = applicationKey.deriveCheckpointKey();
  try {
    const publicKey = ed25519PublicKeyOf(privateKey);
    const { signature } = signEd25519(payload, privateKey, publicKey);
    return { time: BigInt(time), signature, publicKey };
  } finally {
    wipe(privateKey);
  }
}
