import {
  maxApplicationDocumentBytes,
  parseApplicationDocument,
  digestOf,
  isSameSource,
  type ApplicationDocument,
  type KnownIssuer,
} from './application-document.js';
import type { RootDocument, Signers } from './root-document.js';
import { countSigners, parseSignedDocument, type SignedDocument } from './signed-document.js';

/** A document that those signed who may. */
export type JudgedDocument = {
  readonly document: ApplicationDocument;
  /** SHA-256 of its payload. */
  readonly digest: Uint8Array;
};

export type Judgement =
  | { readonly outcome: 'accepted'; readonly next: JudgedDocument }
  /** The document that is held, byte for byte. */
  | { readonly outcome: 'unchanged'; readonly next: JudgedDocument }
  /** Only the roots signed it, and the application has administrators. */
  | { readonly outcome: 'after-delay'; readonly next: JudgedDocument }
  /** `problem` completes a sentence that begins with "the document". */
  | { readonly outcome: 'refused'; readonly problem: string; readonly version?: number };

const maxVersionStep = 1_000_000;

/**
 * Whether a signed document may take the place of the one that is held for the application. Every signer and every
 * witness applies this rule.
 *
 * - A document with administrators is signed by enough of them, any other by a registrar or the roots.
 * - The version rises, by a million at most. Otherwise a thief of the registrar's key could use up all versions. Where
 *   nothing is held any version is the first.
 * - Where the held document has administrators, enough of THEM signed too. The roots can replace it after a delay.
 * - A registrar adds and removes providers. It can't change where the keys of an issuer are found: not by removing the
 *   issuer first, and not by appointing administrators who do it. So whoever a registrar appoints gets the issuers of
 *   before as pinned ones, and only the roots change where the keys of those are found.
 */
export function judgeApplicationDocument(
  root: RootDocument,
  held: JudgedDocument | undefined,
  applicationId: string,
  signed: Uint8Array,
): Judgement {
  const offered = readOffered(applicationId, signed);
  if (typeof offered === 'string') return refused(offered);
  const { next } = offered;
  if (held && Buffer.compare(next.digest, held.digest) === 0) return { outcome: 'unchanged', next: held };
  const by = signersOf(root, held?.document, next.document, offered.signed);
  const problem = whyNotSigned(next.document, by);
  if (problem !== undefined) return refused(problem);
  return judgeVersion(held?.document, next.document) ?? judgeStep(held?.document, next, by);
}

/** The document and its signatures, or why it is none. */
function readOffered(
  applicationId: string,
  signed: Uint8Array,
): { readonly signed: SignedDocument; readonly next: JudgedDocument } | string {
  const parsed = parseSignedDocument(signed, maxApplicationDocumentBytes);
  if (!parsed.ok) return `is not a signed document: ${parsed.problems.slice(0, 5).join('; ')}`;
  const { payload } = parsed.document;
  const read = parseApplicationDocument(payload);
  if (!read.ok) return `has problems: ${read.problems.slice(0, 5).join('; ')}`;
  if (read.document.applicationId !== applicationId) return 'is of another application';
  return { signed: parsed.document, next: { document: read.document, digest: digestOf(payload) } };
}

function judgeVersion(
  held: ApplicationDocument | undefined,
  { version }: ApplicationDocument,
): Judgement | undefined {
  if (!held) return undefined;
  const known = held.version;
  if (version <= known)
    return { outcome: 'refused', problem: `has version ${version}, but ${known} is known`, version: known };
  return version > known + maxVersionStep
    ? refused(`has version ${version}, more than ${maxVersionStep} above the one before`)
    : undefined;
}

function judgeStep(held: ApplicationDocument | undefined, next: JudgedDocument, by: SignedBy): Judgement {
  if (!held) return { outcome: 'accepted', next };
  const hasConsent = !held.administrators || by.heldAdministrators;
  if (by.roots) return { outcome: hasConsent ? 'accepted' : 'after-delay', next };
  const forbidden = hasConsent
    ? whatTheyMayNot(held, next.document, by)
    : 'is not signed by enough administrators of the version before';
  return forbidden === undefined ? { outcome: 'accepted', next } : refused(forbidden);
}

/** Why those who signed, none of them the roots, may not make `next` of what is held. */
function whatTheyMayNot(
  held: ApplicationDocument,
  next: ApplicationDocument,
  { heldAdministrators, registrar }: SignedBy,
): string | undefined {
  if (heldAdministrators) {
    const pinned = held.issuers.filter((issuer) => issuer.pinned);
    return whatChanges(pinned, next, 'is pinned until the roots sign');
  }
  if (!registrar) return 'is signed neither by a registrar nor by the roots';
  if (!next.administrators) return whatChanges(held.issuers, next, 'no registrar may');
  const pinned = held.issuers.map((issuer) => ({ ...issuer, pinned: true as const }));
  return whatChanges(pinned, next, 'a registrar must pin when it appoints administrators');
}

function whatChanges(
  keep: readonly KnownIssuer[],
  next: ApplicationDocument,
  rule: string,
): string | undefined {
  const moved = changedIssuer(keep, next);
  return moved && `changes where the keys of ${JSON.stringify(moved)} are found, which ${rule}`;
}

type SignedBy = {
  readonly registrar: boolean;
  readonly roots: boolean;
  readonly heldAdministrators: boolean;
  readonly ownAdministrators: boolean;
};

function signersOf(
  root: RootDocument,
  held: ApplicationDocument | undefined,
  next: ApplicationDocument,
  signed: SignedDocument,
): SignedBy {
  const enough = (signers: Signers | undefined) =>
    signers !== undefined && countSigners('application', signed, signers.keys) >= signers.threshold;
  return {
    registrar: enough({ keys: root.registrars, threshold: 1 }),
    roots: enough(root.roots),
    heldAdministrators: enough(held?.administrators),
    ownAdministrators: enough(next.administrators),
  };
}

function whyNotSigned({ administrators }: ApplicationDocument, by: SignedBy): string | undefined {
  if (administrators)
    return by.ownAdministrators ? undefined : 'is not signed by enough of the administrators that it names';
  return by.registrar || by.roots ? undefined : 'is signed neither by a registrar nor by the roots';
}

/** Of the issuers to keep, one that the next document forgets, finds elsewhere or no longer pins. */
function changedIssuer(keep: readonly KnownIssuer[], { issuers }: ApplicationDocument): string | undefined {
  const kept = ({ issuer, keySource, pinned }: KnownIssuer) =>
    issuers.some(
      (next) =>
        next.issuer === issuer &&
        isSameSource(next.keySource, keySource) &&
        (next.pinned === true || !pinned),
    );
  return keep.find((issuer) => !kept(issuer))?.issuer;
}

function refused(problem: string): Judgement {
  return { outcome: 'refused', problem };
}
