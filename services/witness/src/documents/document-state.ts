import {
  digestOf,
  maxApplicationDocumentBytes,
  parseApplicationDocument,
  parseSignedDocument,
  subjectOfApplication,
  type JudgedDocument,
  type Judgement,
} from '@wallet-service/signer-protocol';

/** What a witness knows about one application. */
export type DocumentState = {
  readonly held?: HeldDocument;
  /** Documents that only the roots signed, and when each was seen first. Those of the highest versions. */
  readonly waiting: readonly WaitingDocument[];
};

export type HeldDocument = {
  readonly signed: Uint8Array;
  readonly judged: JudgedDocument;
  /** Unix seconds. */
  readonly acceptedAt: number;
};

type WaitingDocument = {
  /** Hexadecimal. */
  readonly digest: string;
  readonly version: number;
  /** Unix seconds. */
  readonly firstSeen: number;
};

export type Offered = {
  /** What must be kept before anything is said. Undefined: nothing changes. */
  readonly next?: DocumentState;
  /** Why the offered document is not held now. */
  readonly problem?: string;
  /** When a waiting document may take its place, in Unix seconds. */
  readonly notBefore?: number;
};

export type Offer = {
  readonly signed: Uint8Array;
  readonly judgement: Judgement;
  /** Unix seconds. */
  readonly now: number;
  readonly delaySeconds: number;
};

const maxWaiting = 8;

/**
 * What an offered document changes. Whatever is accepted ends the wait of all others: an administrators' document is
 * their veto.
 */
export function offer(
  { held, waiting }: DocumentState,
  { signed, judgement, now, delaySeconds }: Offer,
): Offered {
  const accept = (judged: JudgedDocument): Offered => ({
    next: { held: { signed, judged, acceptedAt: now }, waiting: [] },
  });
  if (judgement.outcome === 'unchanged') return {};
  if (judgement.outcome === 'refused') return { problem: judgement.problem };
  if (judgement.outcome === 'accepted') return accept(judgement.next);
  const digest = Buffer.from(judgement.next.digest).toString('hex');
  const { version } = judgement.next.document;
  const known = waiting.find((each) => each.digest === digest);
  const notBefore = (known?.firstSeen ?? now) + delaySeconds;
  if (known && now >= notBefore) return accept(judgement.next);
  const problem =
    'is signed by the roots and not by the administrators of the version before, so that they can still object';
  if (known) return { problem, notBefore };
  const all = [...waiting, { digest, version, firstSeen: now }].sort((a, b) => b.version - a.version);
  if (all.length > maxWaiting && all.at(-1)?.digest === digest)
    return { problem: `has to wait, and ${maxWaiting} of higher versions wait already` };
  return { next: { ...(held && { held }), waiting: all.slice(0, maxWaiting) }, problem, notBefore };
}

type DocumentFile = {
  readonly subject: string;
  readonly document?: string;
  readonly accepted_at?: number;
  readonly waiting: readonly WaitingDocument[];
};

export function fileOfDocument(applicationId: string, { held, waiting }: DocumentState): DocumentFile {
  return {
    subject: subjectOfApplication(applicationId),
    ...(held && {
      document: Buffer.from(held.signed).toString('base64'),
      accepted_at: held.acceptedAt,
    }),
    waiting,
  };
}

/**
 * Checks no signatures: they were checked when the document was accepted, and those who signed may have been replaced
 * since. Throws if the file is not what this witness wrote.
 */
export function documentOfFile(file: unknown): DocumentState {
  if (file === undefined) return { waiting: [] };
  const { document, accepted_at: acceptedAt, waiting } = file as DocumentFile;
  if (document === undefined) return { waiting };
  const signed = new Uint8Array(Buffer.from(document, 'base64'));
  const parsed = parseSignedDocument(signed, maxApplicationDocumentBytes);
  if (!parsed.ok) throw new Error(`a kept document is damaged: ${parsed.problems.join('; ')}`);
  const { payload } = parsed.document;
  const read = parseApplicationDocument(payload);
  if (!read.ok) throw new Error(`a kept document is damaged: ${read.problems.join('; ')}`);
  if (!Number.isSafeInteger(acceptedAt)) throw new Error('a kept document is damaged: accepted_at');
  const judged = { document: read.document, digest: digestOf(payload) };
  return { held: { signed, judged, acceptedAt: acceptedAt ?? 0 }, waiting };
}
