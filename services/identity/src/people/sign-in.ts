import { confirmPasskey, passkeyInvalid } from './confirm-passkey.js';
import { secondsOf, type PeopleDeps } from './people-deps.js';
import { beginSession, openSession, stepUpSeconds, type NewSession } from './sessions.js';

/** `json`: AuthenticationResponseJSON. Throws `people.disabled` and `auth.passkey-invalid`. */
export function signIn(deps: PeopleDeps, json: string, userAgent = ''): Promise<NewSession> {
  return deps.tenancy.installation(async (of) => {
    const passkey = await confirmPasskey(deps, of, json, { purpose: 'sign-in', owner: '' });
    const person = await of.people.find(passkey.personId);
    if (!person || person.timeDisabled !== undefined)
      throw passkeyInvalid('its owner has no access any more');
    return beginSession(deps, of, person, { isConfirmed: true, userAgent });
  });
}

/**
 * Confirms by passkey that it is still them, for what needs a recent confirmation. Until when, in Unix seconds. Throws
 * `auth.session-invalid` and `auth.passkey-invalid`.
 */
export function stepUp(deps: PeopleDeps, token: string, json: string): Promise<number> {
  return deps.tenancy.installation(async (of) => {
    const { session, person } = await openSession(deps, of, token);
    const passkey = await confirmPasskey(deps, of, json, { purpose: 'step-up', owner: session.id });
    if (passkey.personId !== person.id) throw passkeyInvalid('it is somebody else’s passkey');
    const ends = Math.min(secondsOf(deps.now()) + stepUpSeconds, session.timeExpires);
    await of.sessions.stepUp(session, ends);
    return ends;
  });
}
