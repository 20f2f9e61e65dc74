import type { JournalAudit, Unchecked } from '@wallet-service/journal-format';
import { textTable } from '../command-line/text-table.js';

const meanings: Readonly<Record<Unchecked, string>> = {
  'checkpoint-key':
    'whose checkpoint key this is: a database writer may have replaced the key and all checkpoints together. ' +
    'Give --signers, --checkpoint-key, or earlier --notes',
  'no-checkpoint':
    'anything but the log itself: no signer signed a checkpoint of it, and anyone who can write to the ' +
    'database can rewrite it',
  witness:
    'whether all of the given --witness-key have seen the newest checkpoint: one of them has not cosigned it',
  loss:
    'what was lost before: an operator accepted that the end of the journal was lost, and it went on under another ' +
    'generation',
  chain: 'entries from before journals were logs: the service has not verified and imported all of them yet',
  removed:
    'what the first entries were: they are not kept any more. Their hashes are part of the tree that was checked',
  rollback:
    'whether the journal was longer: an end that was cut off together with its checkpoints does not show. ' +
    'Keep --notes, and compare at the next run',
  earlier:
    'whether the entries before those of --notes are still as they were verified: this run began where the last one ' +
    'ended. Give --from-start to read all of them again',
  end: 'the entries after the newest checkpoint: no signer signed one for them yet',
};

/** A table of the journals, and in words what could not be checked. */
export function textOf(audits: readonly JournalAudit[]): string {
  const head = ['application', 'entries', 'signed until', 'result', 'not checked', 'checkpoint key'];
  const kinds = [...new Set(audits.flatMap(({ unchecked }) => unchecked))];
  return [
    textTable(head, audits.map(rowOf)),
    ...kinds.map((kind) => `not checked, ${kind}: ${meanings[kind]}`),
  ].join('\n');
}

export function jsonOf({ applicationId, from, entries, finding, newest, unchecked }: JournalAudit): object {
  return {
    application_id: applicationId,
    read_from: Number(from),
    entries,
    generation: newest?.generation ?? null,
    signed_until: newest?.size ?? null,
    checkpoint_key: newest ? Buffer.from(newest.publicKey).toString('hex') : null,
    intact: finding.intact,
    ...(!finding.intact && { problem: finding.problem, seq: Number(finding.seq) }),
    unchecked,
  };
}

/**
 * Whether this run skipped something that its caller could have had checked. Not what nobody can check yet,
 * what was before notes began, or what an earlier run verified.
 */
export function isIncomplete({ unchecked }: JournalAudit, hasNotes: boolean): boolean {
  return unchecked.some((kind) =>
    kind === 'rollback' ? !hasNotes : !['end', 'earlier', 'loss', 'removed'].includes(kind),
  );
}

function rowOf({ applicationId, entries, finding, newest, unchecked }: JournalAudit): string[] {
  const signed = newest ? `${newest.size}, ${new Date(newest.time * 1000).toISOString()}` : 'none';
  const key = newest ? Buffer.from(newest.publicKey).toString('hex') : '';
  const result = finding.intact ? 'whole' : `ALTERED: ${finding.problem} at ${finding.seq}`;
  return [applicationId, String(entries), signed, result, unchecked.join(' ') || 'nothing', key];
}
