import {
  judgeApplicationDocument,
  subjectOfApplication,
  type RootDocument,
} from '@wallet-service/signer-protocol';
import type { StateDirectory } from '../disk/state-directory-store.js';
import { documentOfFile, fileOfDocument, offer, type HeldDocument, type Offered } from './document-state.js';
import type { OneAtATime } from './one-at-a-time.js';

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

export type Taken = { readonly held?: HeldDocument; readonly problem?: string; readonly notBefore?: number };

/**
 * What the witness holds of an application, after it judged the document that it is offered, if any. What it accepts
 * is durable when this resolves.
 */
export async function takeDocument(
  deps: TakeDocumentDeps,
  applicationId: string,
  signed: Uint8Array | undefined,
): Promise<Taken> {
  const subject = subjectOfApplication(applicationId);
  return deps.oneAtATime(subject, async () => {
    const state = documentOfFile(await deps.state.read('documents', subject));
    if (signed === undefined) return state.held ? { held: state.held } : {};
    const { next, ...answer } = judge(deps, state, applicationId, signed);
    if (next) await deps.state.write('documents', fileOfDocument(applicationId, next));
    report(deps, applicationId, { ...answer, ...(next && { next }) });
    const { held } = next ?? state;
    return { ...answer, ...(held && { held }) };
  });
}

function judge(
  { root, now }: TakeDocumentDeps,
  state: ReturnType<typeof documentOfFile>,
  applicationId: string,
  signed: Uint8Array,
): Offered {
  const inForce = root();
  const judgement = judgeApplicationDocument(inForce, state.held?.judged, applicationId, signed);
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

function report(
  { onOffered }: TakeDocumentDeps,
  applicationId: string,
  { next, problem, notBefore }: Offered,
): void {
  if (notBefore !== undefined) onOffered('waiting', applicationId, problem);
  else if (problem !== undefined) onOffered('refused', applicationId, problem);
  else if (next) onOffered('accepted', applicationId);
}
