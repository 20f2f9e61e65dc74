import { createHash } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import {
  countSigners,
  encodeSignedDocument,
  judgeApplicationDocument,
  maxApplicationDocumentBytes,
  parseSignedDocument,
} from '@wallet-service/signer-protocol';
import { administratorsEvents, documentChanged, documentProposed } from '../events/trust-event.js';
import type { Tenancy, Tenant } from '../tenancy-store.js';
import { readStored, type StoredDocument } from './application-document-store.js';
import { changeDocument, isSame, witnessesUnavailable, type ChangeDocumentDeps } from './change-document.js';
import { checkSubmitted, type SubmittedDocumentRules } from './check-submitted.js';
import { followDocument } from './follow-document.js';
import { askForDocument } from './present-document.js';
import type { CurrentRoot } from './root-documents.js';

export type SubmitDocumentDeps = ChangeDocumentDeps & {
  readonly tenancy: Pick<Tenancy, 'within' | 'change'>;
  readonly rules: SubmittedDocumentRules;
};

/** `notBefore`: of a document that must wait, in Unix seconds. Otherwise 0. */
export type SubmittedDocument = { readonly stored: StoredDocument; readonly notBefore: number };

/**
 * Puts a document in force that the application's administrators signed, or the roots. Rows follow it. One that only
 * the roots signed, for an application with administrators, waits with the witnesses: until then it is `proposed`, and
 * a later document of the administrators vetoes it. Throws `trust.document-refused`, `trust.witnesses-unavailable`.
 */
export function submitDocument(
  deps: SubmitDocumentDeps,
  applicationId: string,
  signed: Uint8Array,
): Promise<SubmittedDocument> {
  return deps.tenancy.change(applicationId, async (tenant) => {
    const root = await deps.root();
    // Brings the stored document up to that of the witnesses.
    await changeDocument(deps, tenant, applicationId, ({ document }) =>
      document.version === 0 && document.providers.length > 0 ? document : undefined,
    );
    const held = await tenant.documents.find();
    const offered = withRegistrar(deps, root, held, signed);
    const judged = judgeApplicationDocument(root.inForce.document, held, applicationId, offered);
    if (judged.outcome === 'refused') throw documentRefused(judged.problem);
    const next = readStored(offered);
    if (!next) throw documentRefused('is not a signed document');
    if (judged.outcome === 'unchanged') return { stored: next, notBefore: 0 };
    await checkSubmitted(deps.rules, tenant, next.document);
    const seen = await askForDocument(deps, root, applicationId, offered);
    if (seen.agreed && isSame(seen.agreed, next)) {
      await putInForce(deps, root, tenant, held, next);
      await recordDocument(tenant, held, next);
      return { stored: next, notBefore: 0 };
    }
    if (seen.notBefore === 0) throw witnessesUnavailable(root, seen);
    await propose(deps, tenant, next, seen.notBefore);
    await recordDocument(tenant, held, next);
    return { stored: next, notBefore: seen.notBefore };
  });
}

/** Who handed it in. Those who signed it are in the document. */
function recordDocument(
  { record }: Tenant,
  held: StoredDocument | undefined,
  next: StoredDocument,
): Promise<void> {
  const shown = ({ signed, document: { version } }: StoredDocument) => ({
    version,
    sha256: createHash('sha256').update(signed).digest('hex'),
  });
  return record('admin.document_submitted', { before: held && shown(held), after: shown(next) });
}

/** Presents a document again that had to wait. It is dropped when it can't be accepted any more. */
export async function tryProposal(deps: SubmitDocumentDeps, applicationId: string): Promise<void> {
  await deps.tenancy.change(applicationId, async (tenant) => {
    const root = await deps.root();
    const [proposed, held] = [await tenant.proposals.find(), await tenant.documents.find()];
    const next = proposed && readStored(proposed.signed);
    if (!proposed || !next) return tenant.proposals.remove();
    const judged = judgeApplicationDocument(root.inForce.document, held, applicationId, proposed.signed);
    if (judged.outcome === 'refused') return tenant.proposals.remove();
    const seen = await askForDocument(deps, root, applicationId, proposed.signed);
    if (seen.agreed && isSame(seen.agreed, next)) await putInForce(deps, root, tenant, held, next);
  });
}

/** Stores a document that enough witnesses accepted, and makes the rows follow it. */
async function putInForce(
  deps: SubmitDocumentDeps,
  root: CurrentRoot,
  tenant: Tenant,
  held: StoredDocument | undefined,
  next: StoredDocument,
): Promise<void> {
  await tenant.documents.put(next);
  await followDocument(deps, tenant, next.document);
  const by = isByRoots(root, next) ? 'roots' : 'administrators';
  await tenant.events.append(documentChanged(deps, next.document, by));
  for (const event of administratorsEvents(deps, held?.document, next.document))
    await tenant.events.append(event);
  const proposed = await tenant.proposals.find();
  if (!proposed) return;
  const waiting = readStored(proposed.signed);
  if (waiting && !isSame(waiting, next))
    await tenant.events.append(
      documentProposed(deps, 'vetoed', {
        ...proposed,
        administrators: waiting.document.administrators,
      }),
    );
  await tenant.proposals.remove();
}

async function propose(
  deps: SubmitDocumentDeps,
  tenant: Tenant,
  next: StoredDocument,
  notBefore: number,
): Promise<void> {
  const { version, administrators } = next.document;
  const before = await tenant.proposals.find();
  await tenant.proposals.put({ version, signed: next.signed, notBefore });
  if (before && Buffer.compare(before.signed, next.signed) === 0) return;
  await tenant.events.append(documentProposed(deps, 'proposed', { version, notBefore, administrators }));
}

/** The first document with administrators needs the registrar's signature too, and the registrar gives it. */
function withRegistrar(
  deps: SubmitDocumentDeps,
  root: CurrentRoot,
  held: StoredDocument | undefined,
  signed: Uint8Array,
): Uint8Array {
  const parsed = parseSignedDocument(signed, maxApplicationDocumentBytes);
  if (!parsed.ok)
    throw documentRefused(`is not a signed document: ${parsed.problems.slice(0, 5).join('; ')}`);
  const { payload, signatures } = parsed.document;
  const administrators = readStored(signed)?.document.administrators;
  const bySelf = administrators && countSigners('application', parsed.document, administrators.keys);
  if (held?.document.administrators || (bySelf ?? 0) < (administrators?.threshold ?? 1)) return signed;
  const own = deps.sign(root, payload);
  const others = signatures.filter(({ kid }) => kid !== own.kid);
  return encodeSignedDocument({ payload, signatures: [...others, own] });
}

function isByRoots({ inForce }: CurrentRoot, { signed }: StoredDocument): boolean {
  const parsed = parseSignedDocument(signed, maxApplicationDocumentBytes);
  const { keys, threshold } = inForce.document.roots;
  return parsed.ok && countSigners('application', parsed.document, keys) >= threshold;
}

function documentRefused(problem: string): AppError {
  return new AppError('trust.document-refused', `the document ${problem}`, {
    fields: [{ path: '/signed_document', message: problem }],
  });
}
