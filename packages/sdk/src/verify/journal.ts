import { fromHex, toHex, utf8 } from '../core/encoding.js';
import { bytesOfInteger, encodeCanonical } from './canonical.js';
import type { CheckpointKeyClaim } from './claims.js';
import { chainAfter, type Chain } from './journal-chain.js';
import {
  genesisOf,
  readJournalPage,
  type JournalCheckpoint,
  type JournalHead,
  type JournalPage,
} from './journal-page.js';
import { ProofRefused } from './proof-refused.js';
import { isEd25519Signature } from './web-crypto.js';

/** Where a journal ended. Keep it where nobody with the service's database can change it. It is JSON. */
export type KeptHead = JournalHead & {
  readonly applicationId: string;
  /** The key of its checkpoints, Ed25519 in hex. Null: there was none yet. */
  readonly publicKey: string | null;
  /** Whether `checkpointKey` of this run or an earlier one vouched for `publicKey`. */
  readonly attested: boolean;
};

export type JournalExpectation = {
  /** `keep` of an earlier run. The pages may begin after it, with `after` = its `seq`, or with the first entry. */
  readonly kept?: KeptHead | undefined;
  /** From `verifyAttestation` of documents that were asked for with the application's id. */
  readonly checkpointKey?: CheckpointKeyClaim | undefined;
  /** Known already if one of the others is given. */
  readonly applicationId?: string | undefined;
};

/**
 * `checkpoint-key`: whether the checkpoints are a signer's, because no attestation has named their key.
 * `no-checkpoint`: whether any of these entries is as a signer saw it, because no checkpoint is for one of them.
 * `rollback`: whether the end was cut off together with its checkpoints, because nothing was kept earlier. With `kept`,
 * `signedAt` says it of what came after. `end`: the entries after the newest checkpoint, which no signer has signed
 * yet.
 */
export type Unchecked = 'checkpoint-key' | 'no-checkpoint' | 'rollback' | 'end';

export type VerifiedJournal = {
  readonly applicationId: string;
  /** How many entries were read. */
  readonly entries: number;
  /** The number of the last entry under a checkpoint that was compared with what was read. 0: none. */
  readonly signedUntil: number;
  /**
   * When a signer signed that checkpoint: Unix seconds, by its clock. Null: none. Only its age shows that entries after
   * `kept` were cut off. Signers sign at most once a minute, and only what is new. So add an entry, such as a
   * signature, and demand one that was signed later. Signers that were started again meanwhile don't know the old end.
   */
  readonly signedAt: number | null;
  /** What could not be checked for lack of a witness. Test for an empty list, and for the age of `signedAt`. */
  readonly unchecked: readonly Unchecked[];
  readonly keep: KeptHead;
};

/**
 * Verifies the journal of an application: `pages` are the answers of `GET /v1/audit` without filters, in order, up to
 * the one whose `next` is null. Every entry must have the hash that follows from the one before, the last page's head
 * must be the last entry, checkpoints must be signed by one key, and the journal must contain what was kept. What could
 * not be checked is no error: look at `unchecked`, and at the age of `signedAt`. Throws ProofRefused, with `seq`. Keeps
 * about 100 bytes for each entry in memory.
 */
export async function verifyJournal(
  pages: AsyncIterable<unknown> | Iterable<unknown>,
  expected: JournalExpectation = {},
): Promise<VerifiedJournal> {
  let seen: Seen | undefined;
  for await (const page of pages) seen = await withPage(seen, readJournalPage(page), expected);
  if (!seen) throw new ProofRefused('head-missing');
  const { chain, last, checkpoint, entries } = seen;
  const { application_id: applicationId, head } = last;
  chain.mustEndAt(head);
  if (!checkpoint && expected.kept?.publicKey) throw new ProofRefused('checkpoint-missing');
  // One from before the start was compared with nothing.
  const newest = checkpoint && checkpoint.seq >= chain.startSeq ? checkpoint : null;
  return {
    applicationId,
    entries,
    signedUntil: newest?.seq ?? 0,
    signedAt: newest?.time ?? null,
    unchecked: uncheckedOf(head, newest, expected),
    keep: { applicationId, seq: head.seq, hash: head.hash, ...keyToKeep(checkpoint, expected) },
  };
}

function keyToKeep(
  checkpoint: JournalCheckpoint | null,
  expected: JournalExpectation,
): Pick<KeptHead, 'publicKey' | 'attested'> {
  if (!checkpoint) return { publicKey: null, attested: false };
  return { publicKey: checkpoint.public_key, attested: isAttested(expected) };
}

/** Every checkpoint that was accepted is signed by this key. */
function isAttested({ checkpointKey, kept }: JournalExpectation): boolean {
  return checkpointKey !== undefined || (kept?.attested === true && kept.publicKey !== null);
}

type Seen = {
  readonly chain: Chain;
  readonly last: JournalPage;
  /** The last that came. */
  readonly checkpoint: JournalCheckpoint | null;
  readonly entries: number;
};

async function withPage(
  seen: Seen | undefined,
  page: JournalPage,
  expected: JournalExpectation,
): Promise<Seen> {
  const { application_id: applicationId, data } = page;
  const known = [
    seen?.last.application_id,
    ...[expected.kept, expected.checkpointKey, expected].map(applicationOf),
  ];
  if (known.some((each) => each !== undefined && each !== applicationId))
    throw new ProofRefused('other-application');
  const chain = seen?.chain ?? (await chainFrom(page, expected.kept));
  const earlier = seen?.checkpoint ?? null;
  const checkpoint = page.checkpoint ?? earlier;
  if (checkpoint && JSON.stringify(checkpoint) !== JSON.stringify(earlier)) {
    await verifyCheckpoint(applicationId, checkpoint, keysOf(expected, earlier));
    chain.mustContain(checkpoint);
  }
  for (const entry of data) await chain.append(entry);
  return { chain, last: page, checkpoint, entries: (seen?.entries ?? 0) + data.length };
}

function applicationOf(
  known: { readonly applicationId?: string | undefined } | undefined,
): string | undefined {
  return known?.applicationId;
}

/** The chain before its first page. It begins after the kept head if the page does. */
async function chainFrom({ application_id, data }: JournalPage, kept: KeptHead | undefined): Promise<Chain> {
  const continues = kept && (data[0]?.seq ?? kept.seq + 1) === kept.seq + 1;
  const start = continues ? kept : { seq: 0, hash: await genesisOf(application_id) };
  const chain = chainAfter(application_id, start);
  if (kept) chain.mustContain(kept);
  return chain;
}

async function verifyCheckpoint(
  applicationId: string,
  { seq, hash, time, public_key, signature }: JournalCheckpoint,
  keys: readonly string[],
): Promise<void> {
  const signed = encodeCanonical('wallet-service/journal-checkpoint/1', [
    utf8(applicationId),
    bytesOfInteger(seq),
    fromHex(hash),
    bytesOfInteger(time),
  ]);
  if (!(await isEd25519Signature(fromHex(public_key), signed, fromHex(signature))))
    throw new ProofRefused('checkpoint-forged', undefined, seq);
  if (!keys.every((key) => key === public_key))
    throw new ProofRefused('checkpoint-key-changed', undefined, seq);
}

/** The keys that a checkpoint must be signed with. All are the same unless somebody lies. */
function keysOf(
  { checkpointKey, kept }: JournalExpectation,
  earlier: JournalCheckpoint | null,
): readonly string[] {
  const attested = checkpointKey && toHex(checkpointKey.publicKey).slice(2);
  return [attested, kept?.publicKey ?? undefined, earlier?.public_key].filter((key) => key !== undefined);
}

function uncheckedOf(
  head: JournalHead,
  newest: JournalCheckpoint | null,
  expected: JournalExpectation,
): readonly Unchecked[] {
  const missing: Unchecked[] = [];
  if (!newest) missing.push('no-checkpoint');
  else if (!isAttested(expected)) missing.push('checkpoint-key');
  if (!expected.kept) missing.push('rollback');
  if (newest && head.seq > newest.seq) missing.push('end');
  return missing;
}
