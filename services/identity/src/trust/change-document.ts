import { AppError } from '@wallet-service/errors';
import {
  digestOf,
  encodeSignedDocument,
  judgeApplicationDocument,
  type ApplicationDocument,
  type DocumentSignature,
} from '@wallet-service/signer-protocol';
import { administratorsEvents, documentChanged } from '../events/trust-event.js';
import type { EventDeps } from '../events/event.js';
import type { Tenant } from '../tenancy-store.js';
import type { StoredDocument } from './application-document-store.js';
import { demandNoAdministrators, documentOfRows, nextPayload } from './document-changes.js';
import { followDocument, type FollowDocumentDeps } from './follow-document.js';
import {
  askForDocument,
  laterDocument,
  type PresentDeps,
  type WitnessedDocument,
} from './present-document.js';
import type { CurrentRoot } from './root-documents.js';

export type ChangeDocumentDeps = PresentDeps &
  EventDeps &
  FollowDocumentDeps & {
    readonly root: () => Promise<CurrentRoot>;
    /** Signs as a registrar of the root document. */
    readonly sign: (root: CurrentRoot, payload: Uint8Array) => DocumentSignature;
    /** Whether the root document names the key of `sign`. */
    readonly isRegistrar: (root: CurrentRoot) => boolean;
    /** Called when witnesses hold a later document than the database. */
    readonly onRolledBack: (details: {
      readonly applicationId: string;
      readonly version: number;
      readonly witnessed: number;
    }) => void;
  };

/** What a change is built on. `adopted`: the rows have just followed a document of the witnesses. */
export type BaseDocument = { readonly document: ApplicationDocument; readonly adopted: boolean };

/**
 * Changes an application's document, inside the transaction that holds its lock: builds the next version on the one in
 * force, signs it, has enough witnesses accept it, and stores it. So whoever changes rows alone changes nothing that
 * signers trust, and if anything fails here the rows stay as they were.
 *
 * If the witnesses hold a later document than the database (an old backup, or a process that ended between the
 * witnesses and the commit) the rows follow that one first.
 *
 * `change` returns undefined if nothing of the document changes. Returns the one in force, of version 0 if there is
 * none, and whether it is new. Throws `provider.administrators-required`, `trust.witnesses-unavailable`, and what
 * `change` throws.
 */
export async function changeDocument(
  deps: ChangeDocumentDeps,
  tenant: Tenant,
  applicationId: string,
  change: (base: BaseDocument) => ApplicationDocument | undefined,
): Promise<{ readonly document: ApplicationDocument; readonly changed: boolean }> {
  const root = await deps.root();
  let base = await documentInForce(deps, root, tenant, applicationId);
  for (let attempt = 1; ; attempt += 1) {
    const changed = change(base);
    const changesNothing = JSON.stringify(changed) === JSON.stringify(base.document);
    if (!changed || (base.stored && changesNothing && isSignedUnder(root, base.stored)))
      return { document: base.document, changed: false };
    demandNoAdministrators(base.document);
    const payload = nextPayload(changed, base.document.version);
    const signed = encodeSignedDocument({ payload, signatures: [deps.sign(root, payload)] });
    const document = { ...changed, version: base.document.version + 1 };
    const next = { document, digest: digestOf(payload), signed };
    const seen = await askForDocument(deps, root, applicationId, signed);
    if (seen.agreed && isSame(seen.agreed, next)) {
      await tenant.documents.put(next);
      return { document, changed: true };
    }
    const later =
      attempt === 1 ? await adoptLater(deps, root, tenant, applicationId, seen, base.stored) : undefined;
    if (!later) throw witnessesUnavailable(root, seen);
    base = { document: later.document, stored: later, adopted: true };
  }
}

type Base = BaseDocument & { readonly stored: StoredDocument | undefined };

/**
 * The stored document, that of the witnesses if theirs is later, or version 0 of the rows if nobody has any. Enough
 * witnesses answer here before anything new is presented. Otherwise the few that answer would keep what the caller is
 * told to be refused.
 */
async function documentInForce(
  deps: ChangeDocumentDeps,
  root: CurrentRoot,
  tenant: Tenant,
  applicationId: string,
): Promise<Base> {
  const stored = await tenant.documents.find();
  const seen = await askForDocument(deps, root, applicationId, stored?.signed);
  if (stored && seen.agreed && isSame(seen.agreed, stored))
    return { document: stored.document, stored, adopted: false };
  const later = await adoptLater(deps, root, tenant, applicationId, seen, stored);
  if (later) return { document: later.document, stored: later, adopted: true };
  if (stored || seen.empty < root.inForce.document.witnesses.threshold)
    throw witnessesUnavailable(root, seen);
  const application = await tenant.application.find();
  if (!application) throw new AppError('application.not-found', 'there is no such application');
  const document = documentOfRows(application, await tenant.providers.list());
  return { document, stored: undefined, adopted: false };
}

/** Stores a later document of the witnesses, once enough of them hold it, and has the rows follow it. */
export async function adoptLater(
  deps: ChangeDocumentDeps,
  root: CurrentRoot,
  tenant: Tenant,
  applicationId: string,
  seen: WitnessedDocument,
  held: StoredDocument | undefined,
): Promise<StoredDocument | undefined> {
  const later = laterDocument(root.inForce.document, applicationId, held, seen);
  if (!later) return undefined;
  if (!seen.agreed || !isSame(seen.agreed, later)) {
    const presented = await askForDocument(deps, root, applicationId, later.signed);
    if (!presented.agreed || !isSame(presented.agreed, later)) return undefined;
  }
  deps.onRolledBack({
    applicationId,
    version: held?.document.version ?? 0,
    witnessed: later.document.version,
  });
  await tenant.documents.put(later);
  await followDocument(deps, tenant, later.document);
  await tenant.events.append(documentChanged(deps, later.document, 'witnesses'));
  for (const event of administratorsEvents(deps, held?.document, later.document))
    await tenant.events.append(event);
  return later;
}

/** Whether those signed it whom the root document names. Signers that start take no other. */
export function isSignedUnder(root: CurrentRoot, { document, signed }: StoredDocument): boolean {
  const { applicationId } = document;
  const judged = judgeApplicationDocument(root.inForce.document, undefined, applicationId, signed);
  return judged.outcome === 'accepted';
}

export function isSame(left: StoredDocument, right: StoredDocument): boolean {
  return Buffer.compare(left.digest, right.digest) === 0;
}

export function witnessesUnavailable({ inForce }: CurrentRoot, seen: WitnessedDocument): AppError {
  const { version, witnesses } = inForce.document;
  const why =
    seen.rootVersion > version
      ? `they know root document ${seen.rootVersion} and identity only ${version}, so publish it again`
      : `${seen.answered} answered and ${witnesses.threshold} must`;
  const reported = seen.problems.length === 0 ? '' : ` (the document ${seen.problems.join('; ')})`;
  return new AppError('trust.witnesses-unavailable', `too few witnesses agree: ${why}${reported}`, {
    retryAfterSeconds: 5,
  });
}
