import { AppError } from '@wallet-service/errors';
import { uuidV7 } from '@wallet-service/values';
import { hashCredential, sameHash } from '../secret-keys/secret-key.js';
import type { Installation } from '../tenancy-store.js';
import { secondsOf, type PeopleDeps } from './people-deps.js';
import { themselves, type Person } from './person.js';
import type { Session } from './session-store.js';
import { tokenIdOf, tokenOf } from './tokens.js';

/** Seconds that a session lasts, used or not. */
export const sessionSeconds = 43_200;
/** Seconds after which a session that is not used ends. */
export const idleSeconds = 1_800;
/** Seconds after a confirmation by passkey in which a person may do what needs one. */
export const stepUpSeconds = 300;
/** The time of last use is stored when it is so old. */
const noteUseSeconds = 60;
const mostSessions = 20;

export type OpenSession = { readonly session: Session; readonly person: Person };

/** `token` is only for the person. */
export type NewSession = OpenSession & { readonly token: string };

/** How somebody signs in. */
export type SigningIn = {
  /** Their passkey has just said that it is them, which is a step-up. */
  readonly isConfirmed: boolean;
  /** What the browser says of itself. */
  readonly userAgent?: string | undefined;
  readonly traceId: string;
};

/** Signs in a person. Their oldest session beyond 20 ends. */
export async function beginSession(
  { pepper, now, randomBytes }: Pick<PeopleDeps, 'pepper' | 'now' | 'randomBytes'>,
  { sessions, record }: Pick<Installation, 'sessions' | 'record'>,
  person: Person,
  { isConfirmed, userAgent = '', traceId }: SigningIn,
): Promise<NewSession> {
  const id = uuidV7(now(), randomBytes(10));
  const token = tokenOf('ses', id, randomBytes(32));
  const seconds = secondsOf(now());
  const session: Session = {
    id,
    personId: person.id,
    hash: hashCredential(pepper, token),
    timeCreated: seconds,
    timeExpires: seconds + sessionSeconds,
    timeLastUsed: seconds,
    timeStepUpEnds: isConfirmed ? seconds + stepUpSeconds : seconds,
    userAgent: cleanUserAgent(userAgent),
  };
  const others = await sessions.of(person.id);
  const surplus = others.slice(0, Math.max(0, others.length - mostSessions + 1));
  await sessions.end(surplus.map((one) => one.id));
  await sessions.insert(session);
  for (const one of surplus.filter((each) => !hasEnded(each, seconds))) {
    const before = { person_id: person.id, session_id: one.id };
    await record(person.id, 'admin.session_ended', { before }, themselves(person.id, traceId));
  }
  const after = { person_id: person.id, session_id: id, with_passkey: isConfirmed };
  await record(person.id, 'admin.person_signed_in', { after }, themselves(person.id, traceId));
  return { token, session, person };
}

const longestUserAgent = 255;

/** Browsers use printable ASCII. Anything may be sent, and people will read it. */
function cleanUserAgent(told: string): string | undefined {
  return (
    told
      .replaceAll(/[^\x20-\x7e]/g, '')
      .trim()
      .slice(0, longestUserAgent) || undefined
  );
}

/** Throws `auth.session-invalid`, the same for an unknown, a wrong and an ended one. */
export async function openSession(
  { pepper, now }: Pick<PeopleDeps, 'pepper' | 'now'>,
  { sessions, people }: Pick<Installation, 'sessions' | 'people'>,
  token: string,
): Promise<OpenSession> {
  const id = tokenIdOf('ses', token);
  const session = id === undefined ? undefined : await sessions.find(id);
  if (!session || !sameHash(session.hash, hashCredential(pepper, token))) throw sessionInvalid();
  const seconds = secondsOf(now());
  if (hasEnded(session, seconds)) throw sessionInvalid();
  const person = await people.find(session.personId);
  if (!person || person.timeDisabled !== undefined) throw sessionInvalid();
  if (seconds - session.timeLastUsed < noteUseSeconds) return { session, person };
  await sessions.noteUse(session.id, seconds);
  return { session: { ...session, timeLastUsed: seconds }, person };
}

export function hasEnded({ timeExpires, timeLastUsed }: Session, seconds: number): boolean {
  return timeExpires <= seconds || timeLastUsed + idleSeconds <= seconds;
}

export function isSteppedUp({ timeStepUpEnds }: Session, seconds: number): boolean {
  return timeStepUpEnds > seconds;
}

/** Throws `auth.step-up-required`. */
export function demandStepUp(session: Session, nowMs: number): void {
  if (isSteppedUp(session, secondsOf(nowMs))) return;
  throw new AppError(
    'auth.step-up-required',
    'this needs a confirmation by passkey of the last five minutes: POST /v1/session/step_up',
  );
}

/**
 * For another passkey. Who has none, because they sign in with the identity provider, may make the first one while
 * their session is new. Throws `auth.step-up-required`.
 */
export async function demandForPasskey(
  { passkeys }: Pick<Installation, 'passkeys'>,
  { session, person }: OpenSession,
  nowMs: number,
): Promise<void> {
  const isNew = secondsOf(nowMs) < session.timeCreated + stepUpSeconds;
  if (isNew && (await passkeys.of(person.id)).length === 0) return;
  demandStepUp(session, nowMs);
}

function sessionInvalid(): AppError {
  return new AppError('auth.session-invalid', 'the session is not valid, or has ended: sign in again');
}
