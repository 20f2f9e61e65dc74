import {
  demandAgreement,
  judgeApplicationDocument,
  Refused,
  subjectOfApplication,
  testimonyOf,
  type JudgedDocument,
  type Judgement,
  type RootDocument,
  type SignedStatement,
} from '@wallet-service/signer-protocol';
import type { StateDirectory } from '../disk/state-directory-store.js';
import { documentOfFile, fileOfDocument, offer, type HeldDocument, type Offered } from './document-state.js';
import type { OneAtATime } from '../disk/one-at-a-time.js';

export type TakeDocumentDeps = {
  readonly state: Pick<StateDirectory, 'read' | 'write'>;
  readonly oneAtATime: OneAtATime;
  readonly root: () => RootDocument;
  /** Unix seconds. */
  readonly now: () => number;
  readonly onOffered: (
    outcome: 'accepted' | 'waiting' | 'refused',
    applicationId: string,
    problem?: string,
  ) => void;
};

/** `statements`: what other witnesses say about it. */
export type OfferedDocument = {
  readonly signed: Uint8Array;
  readonly statements: readonly SignedStatement[];
};

/** Why an offered document is not held now, and when it may be, in Unix seconds. */
export type Taken = Pick<Offered, 'problem' | 'notBefore'>;

/**
 * Judges a document that is offered, and keeps it if it is accepted. It is durable before anybody can read it, and so
 * before it is stated.
 */
export async function takeDocument(
  deps: TakeDocumentDeps,
  applicationId: string,
  offered: OfferedDocument,
): Promise<Taken> {
  const subject = subjectOfApplication(applicationId);
  return deps.oneAtATime(subject, async () => {
    const state = await deps.state.read('documents', subject, documentOfFile);
    const { next, ...answer } = judge(deps, state, applicationId, offered);
    if (next) await deps.state.write('documents', fileOfDocument(applicationId, next));
    report(deps, applicationId, { ...answer, ...(next && { next }) });
    return answer;
  });
}

/** What the witness holds of an application. */
export function readDocument(
  { state, oneAtATime }: Pick<TakeDocumentDeps, 'state' | 'oneAtATime'>,
  applicationId: string,
): Promise<HeldDocument | undefined> {
  const subject = subjectOfApplication(applicationId);
  return oneAtATime(subject, async () => (await state.read('documents', subject, documentOfFile)).held);
}

function judge(
  { root, now }: TakeDocumentDeps,
  state: ReturnType<typeof documentOfFile>,
  applicationId: string,
  offered: OfferedDocument,
): Offered {
  const inForce = root();
  const { signed } = offered;
  const held = state.held?.judged;
  const step = judgeApplicationDocument(inForce, held, applicationId, signed);
  const isTaken = step.outcome === 'accepted' || step.outcome === 'unchanged';
  const judgement = isTaken ? step : (whatOthersState(inForce, held, applicationId, offered, now()) ?? step);
  // Those that an expired root document names may be those whom the next one removes.
  if (inForce.expiresAt <= now() && judgement.outcome !== 'unchanged')
    return { problem: 'cannot be judged, because the root document has expired' };
  return offer(state, {
    signed,
    judgement,
    now: now(),
    delaySeconds: inForce.administratorDelaySeconds,
  });
}

/**
 * A witness that was away can't judge a step that it did not see, and did not see a delay pass. It takes a later
 * document that is signed rightly when enough others state it, as signers do.
 */
function whatOthersState(
  root: RootDocument,
  held: JudgedDocument | undefined,
  applicationId: string,
  { signed, statements }: OfferedDocument,
  now: number,
): Judgement | undefined {
  const judgement = judgeApplicationDocument(root, undefined, applicationId, signed);
  if (judgement.outcome !== 'accepted' || !held) return undefined;
  const { document, digest } = judgement.next;
  if (document.version <= held.document.version) return undefined;
  try {
    demandAgreement(testimonyOf(root, statements, now), subjectOfApplication(applicationId), digest);
    return judgement;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

function report(
  { onOffered }: TakeDocumentDeps,
  applicationId: string,
  { next, problem, notBefore }: Offered,
): void {
  if (notBefore !== undefined) onOffered('waiting', applicationId, problem);
  else if (problem !== undefined) onOffered('refused', applicationId, problem);
  else if (next) onOffered('accepted', applicationId);
}
