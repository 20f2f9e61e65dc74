import {
  demandAgreement,
  digestOf,
  judgeApplicationDocument,
  maxKeySetBytes,
  parseKeySet,
  parseStrictJson,
  Refused,
  statementOf,
  subjectOfApplication,
  subjectOfKeySet,
  testimonyOf,
  type ApplicationDocument,
  type ApplicationTrust,
  type Judgement,
  type PublicJwk,
  type RootDocument,
  type SignerRequest,
  type SignerResponse,
  type Testimony,
} from '@wallet-service/signer-protocol';
import {
  heldDocument,
  heldKeySet,
  isOlder,
  isSame,
  type HeldDocument,
  type HeldKeySet,
} from './held-trust.js';
import type { TrustStore } from './trust-store.js';

type UpdateTrustDeps = {
  readonly trust: TrustStore;
  /** Unix seconds. */
  readonly now: () => number;
};

/** As many as a document can name providers. */
const maxKeySets = 50;

/**
 * Takes a root document, and what one application trusts. Only signatures decide, so anyone may carry them. A root
 * document that is good stays in force, whatever becomes of the application's part.
 */
export function updateTrust(
  { trust, now }: UpdateTrustDeps,
  { rootDocument, applicationId, application }: SignerRequest<'UpdateTrust'>,
): SignerResponse<'UpdateTrust'> {
  if ((applicationId === '') !== (application === undefined))
    throw malformed('application', 'applicationId and application are given together or not at all');
  if (rootDocument.length === 0 && !application)
    throw malformed('rootDocument', 'names neither a root document nor an application');
  const newRoot = rootDocument.length > 0 && trust.offerRoot(rootDocument, now());
  if (application) updateApplication(trust, applicationId, application, newRoot, now());
  return {
    rootVersion: BigInt(trust.root.version),
    documentVersion: BigInt(application ? (trust.document(applicationId)?.document.version ?? 0) : 0),
  };
}

/**
 * A document that is refused changes nothing. A key set that is refused leaves its provider with what is held, because
 * one bad provider must not block the others. It is reported if the update brought nothing else.
 */
function updateApplication(
  trust: TrustStore,
  applicationId: string,
  { document, statements, keySets }: ApplicationTrust,
  newRoot: boolean,
  now: number,
): void {
  trust.demandFresh(now);
  if (keySets.length > maxKeySets)
    throw malformed('application.keySets', `has more than ${maxKeySets} entries`);
  const held = trust.document(applicationId);
  const testimony = testimonyOf(trust.root, statements.map(statementOf), now);
  const next = judgeDocument(testimony, applicationId, document, held);
  trust.hold(subjectOfApplication(applicationId), next);
  const problems = keySets.flatMap((keySet) => {
    try {
      const found = judgeKeySet(trust, next.document, keySet, testimony);
      trust.hold(found.subject, found.next);
      return [];
    } catch (error) {
      if (error instanceof Refused) return [error];
      throw error;
    }
  });
  const [first] = problems;
  const isNew = newRoot || !held || !isSame(held.digest, next.digest);
  if (first && problems.length === keySets.length && !isNew) throw first;
}

/**
 * The document to hold from now on. Throws Refused('trust-refused') if those who signed it may not, if too few
 * witnesses confirm it, or if they did so earlier than for the one that is held.
 */
function judgeDocument(
  testimony: Testimony,
  applicationId: string,
  document: Uint8Array,
  held: HeldDocument | undefined,
): HeldDocument {
  const { root } = testimony;
  const judged = judge(root, held, applicationId, document);
  if (judged.outcome === 'refused')
    throw refusedDocument(`the document ${judged.problem}`, root.version, held);
  // `after-delay` counts here. The signer has no memory of when it first saw such a document, and needs none: honest
  // witnesses state it only after they held it back for the delay.
  const { next } = judged;
  const agreed = demandAgreement(testimony, subjectOfApplication(applicationId), next.digest);
  if (held && isOlder(agreed, held.agreed)) {
    if (isSame(held.digest, next.digest)) return held;
    throw refusedDocument('its statements are older than those of the document held', root.version, held);
  }
  return heldDocument(next, agreed, document.length);
}

/**
 * A signer that has the version before judges the step, as witnesses do. One that missed versions can't. It checks who
 * signed the document, and relies on the witnesses for the steps between.
 */
function judge(
  root: RootDocument,
  held: HeldDocument | undefined,
  applicationId: string,
  signed: Uint8Array,
): Judgement {
  const step = judgeApplicationDocument(root, held, applicationId, signed);
  if (step.outcome !== 'refused' || !held) return step;
  const alone = judgeApplicationDocument(root, undefined, applicationId, signed);
  const missed = alone.outcome === 'accepted' && alone.next.document.version > held.document.version + 1;
  return missed ? alone : step;
}

function refusedDocument(reason: string, rootVersion: number, held: HeldDocument | undefined): Refused {
  const version = held?.document.version ?? 0;
  return new Refused('trust-refused', {
    document: 'application',
    reason,
    root_version: rootVersion,
    document_version: version,
  });
}

/**
 * The key set to hold from now on for its source. Throws Refused('trust-refused') if the document has no such source,
 * if too few witnesses confirm the key set, or if they saw it before the one that is held.
 */
function judgeKeySet(
  trust: TrustStore,
  document: ApplicationDocument,
  { issuer, jwksUri, keys }: ApplicationTrust['keySets'][number],
  testimony: Testimony,
): { readonly subject: string; readonly next: HeldKeySet } {
  const refused = (reason: string) =>
    new Refused('trust-refused', { document: 'key set', reason, document_version: document.version });
  const source = document.issuers.find((known) => known.issuer === issuer)?.keySource;
  const isProvider = document.providers.some((provider) => provider.issuer === issuer);
  if (source === undefined || !isProvider) throw refused('the document has no provider of this issuer');
  const subject = subjectOfKeySet(issuer, source);
  if (subject !== subjectOfKeySet(issuer, jwksUri === '' ? 'discovery' : { jwksUri }))
    throw refused('the document finds the keys of this issuer elsewhere');
  if (keys.length > maxKeySetBytes) throw refused(`bigger than ${maxKeySetBytes} bytes`);
  const digest = digestOf(keys);
  const agreed = demandAgreement(testimony, subject, digest);
  const held = trust.keySet(subject);
  if (held && isSame(held.digest, digest))
    return { subject, next: isOlder(agreed, held.agreed) ? held : { ...held, agreed } };
  if (held && (isOlder(agreed, held.agreed) || !isOlder(held.agreed, agreed)))
    throw refused('its statements are not newer than those of the key set held');
  return { subject, next: heldKeySet(keysIn(keys, refused), digest, agreed, keys.length) };
}

function keysIn(text: Uint8Array, refused: (reason: string) => Refused): readonly PublicJwk[] {
  let json: unknown;
  try {
    json = parseStrictJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(text));
  } catch {
    throw refused('not strict JSON');
  }
  const { keys, problems } = parseKeySet(json, 'strict');
  if (problems.length > 0) throw refused(`has problems: ${problems.slice(0, 5).join('; ')}`);
  return keys;
}

function malformed(field: string, problem: string): Refused {
  return new Refused('malformed-request', { field, problem });
}
