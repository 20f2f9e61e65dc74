import {
  countSigners,
  digestOf,
  judgeApplicationDocument,
  maxApplicationDocumentBytes,
  parseSignedDocument,
  subjectOfApplication,
  type RootDocument,
} from '@wallet-service/signer-protocol';
import { agreementOn, statementsIn, testimonyIn, type WireStatement } from '../witnesses/agreement.js';
import { askWitnesses, type AnswerOf, type AskWitness } from '../witnesses/ask-witnesses.js';
import { readStored, type StoredDocument } from './application-document-store.js';
import type { CurrentRoot } from './root-documents.js';

export type PresentDeps = {
  readonly witnesses: readonly AskWitness[];
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

/** What the witnesses say about an application's document. */
export type WitnessedDocument = {
  /** What enough of them state to be the newest. */
  readonly agreed: StoredDocument | undefined;
  /** Of all witnesses that answered. */
  readonly statements: readonly WireStatement[];
  /** All that they hold, the latest first. Nobody has judged them. */
  readonly held: readonly StoredDocument[];
  /** Witnesses that answered. */
  readonly answered: number;
  /** Witnesses that hold none. */
  readonly empty: number;
  /** When enough of them accept the presented document, in Unix seconds. 0: it waits for nothing. */
  readonly notBefore: number;
  /** Why they refused the presented document, once each. */
  readonly problems: readonly string[];
  /** The latest root document that any of them knows. */
  readonly rootVersion: number;
};

const deadlineMs = 2_000;

/**
 * Asks the witnesses for an application's document, and presents one to them if it is given. Resolves as soon as
 * enough agree.
 */
export async function askForDocument(
  { witnesses, now }: PresentDeps,
  root: CurrentRoot,
  applicationId: string,
  presented?: Uint8Array,
): Promise<WitnessedDocument> {
  const { document } = root.inForce;
  const { threshold } = document.witnesses;
  const answers = await askWitnesses(
    witnesses,
    {
      ...(root.signed && { rootDocument: root.signed }),
      applicationId,
      ...(presented && { document: presented }),
    },
    {
      deadlineMs,
      threshold,
      enough: (soFar) => {
        const seen = readAnswers(document, applicationId, soFar, now());
        if (presented) return isSettled(seen, presented);
        return seen.agreed !== undefined || seen.notBefore > 0 || seen.empty >= threshold;
      },
    },
  );
  return readAnswers(document, applicationId, answers, now());
}

/** Whether enough witnesses hold the presented document, or say that it must wait. */
export function isSettled({ agreed, notBefore }: WitnessedDocument, presented: Uint8Array): boolean {
  return notBefore > 0 || (agreed !== undefined && isPayloadOf(agreed, presented));
}

/**
 * Brings witnesses that missed versions up to a document that enough others state. Asks those for statements about the
 * document alone, because those about key sets may be too long for a request.
 */
export async function teach(deps: PresentDeps, root: CurrentRoot, applicationId: string): Promise<void> {
  const { threshold } = root.inForce.document.witnesses;
  const { agreed, statements } = await askForDocument(deps, root, applicationId);
  if (!agreed) return;
  const request = {
    ...(root.signed && { rootDocument: root.signed }),
    applicationId,
    document: agreed.signed,
    statements: [...statements],
  };
  await askWitnesses(deps.witnesses, request, { deadlineMs, threshold, enough: () => false });
}

export function readAnswers(
  root: RootDocument,
  applicationId: string,
  answers: readonly AnswerOf[],
  nowMs: number,
): WitnessedDocument {
  const held = answers
    .flatMap(({ answer }) => (answer.document.length === 0 ? [] : (readStored(answer.document) ?? [])))
    .sort((left, right) => right.document.version - left.document.version);
  const agreed = agreementOn(
    testimonyIn(root, answers, nowMs),
    subjectOfApplication(applicationId),
    held.map(({ signed }) => payloadOf(signed)),
  );
  const digest = agreed && digestOf(agreed.content);
  const waits = answers.map(({ answer }) => Number(answer.notBefore)).filter((time) => time > 0);
  return {
    agreed: digest && held.find((one) => Buffer.compare(one.digest, digest) === 0),
    statements: statementsIn(answers),
    held,
    answered: answers.length,
    empty: answers.filter(({ answer }) => answer.document.length === 0).length,
    notBefore:
      waits.length >= root.witnesses.threshold
        ? (waits.sort((a, b) => a - b)[root.witnesses.threshold - 1] ?? 0)
        : 0,
    problems: [...new Set(answers.map(({ answer }) => answer.problem).filter((problem) => problem !== ''))],
    rootVersion: Math.max(0, ...answers.map(({ answer }) => Number(answer.rootVersion))),
  };
}

/**
 * The latest document of a witness that may take the place of the held one. What enough witnesses agree on may, as in
 * signers. One that fewer hold may if it follows the held one, or if a registrar or the roots signed it.
 */
export function laterDocument(
  root: RootDocument,
  applicationId: string,
  held: StoredDocument | undefined,
  seen: WitnessedDocument,
): StoredDocument | undefined {
  const isLater = ({ document }: StoredDocument) =>
    document.applicationId === applicationId && document.version > (held?.document.version ?? 0);
  if (seen.agreed && isLater(seen.agreed)) return seen.agreed;
  return seen.held.find((one) => {
    if (!isLater(one)) return false;
    const judged = judgeApplicationDocument(root, held, applicationId, one.signed);
    return judged.outcome === 'accepted' && (held !== undefined || isSignedByService(root, one.signed));
  });
}

function isSignedByService(root: RootDocument, signed: Uint8Array): boolean {
  const parsed = parseSignedDocument(signed, maxApplicationDocumentBytes);
  if (!parsed.ok) return false;
  return (
    countSigners('application', parsed.document, root.registrars) > 0 ||
    countSigners('application', parsed.document, root.roots.keys) >= root.roots.threshold
  );
}

function payloadOf(signed: Uint8Array): Uint8Array {
  const parsed = parseSignedDocument(signed, maxApplicationDocumentBytes);
  if (!parsed.ok) throw new Error('a stored document is read before');
  return parsed.document.payload;
}

function isPayloadOf({ digest }: StoredDocument, signed: Uint8Array): boolean {
  return Buffer.compare(digest, digestOf(payloadOf(signed))) === 0;
}
