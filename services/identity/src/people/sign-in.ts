import { AppError } from '@wallet-service/errors';
import type { Installation } from '../tenancy-store.js';
import type { ChallengePurpose } from './challenges.js';
import { confirmPasskey, RefusedAnswer } from './confirm-passkey.js';
import { secondsOf, type PeopleDeps } from './people-deps.js';
import { themselves } from './person.js';
import { beginSession, openSession, stepUpSeconds, type NewSession } from './sessions.js';

/** `json`: AuthenticationResponseJSON. */
export type AnswerOfPasskey = { readonly json: string; readonly traceId: string };

/** `userAgent`: what the browser says of itself. Throws `people.disabled` and `auth.passkey-invalid`. */
export function signIn(
  deps: PeopleDeps,
  { json, userAgent = '', traceId }: AnswerOfPasskey & { readonly userAgent?: string },
): Promise<NewSession> {
  return recordingRefusal(deps, 'sign-in', traceId, async (of) => {
    const person = await confirmPasskey(deps, of, json, { purpose: 'sign-in', owner: '' });
    return beginSession(deps, of, person, { isConfirmed: true, userAgent, traceId });
  });
}

/**
 * Confirms by passkey that it is still them, for what needs a recent confirmation. Until when, in Unix seconds. Throws
 * `auth.session-invalid` and `auth.passkey-invalid`.
 */
export function stepUp(deps: PeopleDeps, token: string, { json, traceId }: AnswerOfPasskey): Promise<number> {
  return recordingRefusal(deps, 'step-up', traceId, async (of) => {
    const { session, person } = await openSession(deps, of, token);
    await confirmPasskey(deps, of, json, { purpose: 'step-up', owner: session.id }, person);
    const ends = Math.min(secondsOf(deps.now()) + stepUpSeconds, session.timeExpires);
    await of.sessions.stepUp(session, ends);
    const after = { person_id: person.id, session_id: session.id };
    await of.record(person.id, 'admin.person_stepped_up', { after }, themselves(person.id, traceId));
    return ends;
  });
}

/**
 * A refused answer of which it is known whose it is goes to the journal, once for a challenge. It has a transaction of
 * its own, because that of the refusal is undone. Strangers write nothing.
 */
async function recordingRefusal<Result>(
  { tenancy }: Pick<PeopleDeps, 'tenancy'>,
  purpose: ChallengePurpose,
  traceId: string,
  work: (of: Installation) => Promise<Result>,
): Promise<Result> {
  try {
    return await tenancy.installation(work);
  } catch (error) {
    if (error instanceof AppError && error.cause instanceof RefusedAnswer) {
      const { personId, why, challenge, end } = error.cause;
      const after = { person_id: personId, purpose, refusal: why };
      await tenancy.installation(async ({ passkeys, record }) => {
        if (!(await passkeys.useChallenge(challenge, end))) return;
        await record(personId, 'admin.passkey_refused', { after }, themselves(personId, traceId));
      });
    }
    throw error;
  }
}
