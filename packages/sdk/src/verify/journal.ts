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
 * `checkpoint-key`: whether the checkpoints are a signer's, because nothing but they themselves says whose key it is.
 * `no-checkpoint`: no signer has signed any of it. `rollback`: whether the end was cut off together with its
 * checkpoints, because nothing was kept earlier. `end`: the entries after the newest checkpoint, which no signer has
 * signed yet.
 */
export type Unchecked = 'checkpoint-key' | 'no-checkpoint' | 'rollback' | 'end';

export type VerifiedJournal = {
  readonly applicationId: string;
  /** How many entries were read. */
  readonly entries: number;
  /** The number of the last entry under a checkpoint. 0: none. */
  readonly signedUntil: number;
  /** What could not be checked for lack of a witness. */
  readonly unchecked: readonly Unchecked[];
  readonly keep: KeptHead;
};

/**
 * Verifies the journal of an application: `pages` are the answers of `GET /v1/audit` without filters, in order, up to
 * the one whose `next` is null. Every entry must have the hash that follows from the one before, the last page's head
 * must be the last entry, checkpoints must be signed by one key, and the journal must contain what was kept. Throws
 * ProofRefused, with `seq`. Keeps about 100 bytes for each entry in memory.
 */
export async function verifyJournal(
  pages: AsyncIterable<unknown> | Iterable<unknown>,
  expected: JournalExpectation = {},
): Promise<VerifiedJournal> {
  let seen: Seen | undefined;
  for await (const page of pages) seen = await withPage(seen, readJournalPage(page), expected);
  if (!seen) throw new ProofRefused('head-missing');
  const { chain, last, newest, entries } = seen;
  chain.mustEndAt(last.head);
  const publicKey = newest?.public_key ?? expected.kept?.publicKey ?? null;
  return {
    applicationId: last.application_id,
    entries,
    signedUntil: newest?.seq ?? 0,
    unchecked: uncheckedOf(last.head, newest, expected),
    keep: { applicationId: last.application_id, seq: last.head.seq, hash: last.head.hash, publicKey },
  };
}

type Seen = {
  readonly chain: Chain;
  readonly last: JournalPage;
  readonly newest: JournalCheckpoint | null;
  readonly entries: number;
};

async function withPage(
  seen: Seen | undefined,
  page: JournalPage,
  expected: JournalExpectation,
): Promise<Seen> {
  const { application_id: applicationId, checkpoint, data } = page;
  const known = [
    seen?.last.application_id,
    ...[expected.kept, expected.checkpointKey, expected].map(applicationOf),
  ];
  if (known.some((each) => each !== undefined && each !== applicationId))
    throw new ProofRefused('other-application');
  const chain = seen?.chain ?? (await chainFrom(page, expected.kept));
  let newest = seen?.newest ?? null;
  if (checkpoint && JSON.stringify(checkpoint) !== JSON.stringify(newest)) {
    await verifyCheckpoint(applicationId, checkpoint, keysOf(expected, newest));
    chain.mustContain(checkpoint);
    newest = checkpoint;
  }
  for (const entry of data) await chain.append(entry);
  return { chain, last: page, newest, entries: (seen?.entries ?? 0) + data.length };
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
  { checkpointKey, kept }: JournalExpectation,
): readonly Unchecked[] {
  const missing: Unchecked[] = [];
  if (!newest) missing.push('no-checkpoint');
  else if (!checkpointKey && !kept?.publicKey) missing.push('checkpoint-key');
  if (!kept) missing.push('rollback');
  if (newest && head.seq > newest.seq) missing.push('end');
  return missing;
}
