import { AppError } from '@wallet-service/errors';
import { personKeyId, type Grant } from '@wallet-service/grants';
import type { CredentialHolder } from '../authentication/issue-grants.js';
import type { Installation } from '../tenancy-store.js';
import { covered, uncovered } from '../authentication/approval-limits.js';
import { secondsOf, type PeopleDeps } from './people-deps.js';
import type { Person } from './person.js';
import { operatorScopes, powersOf } from './role.js';
import { idleSeconds, isSteppedUp, openSession } from './sessions.js';

/** What a person may do now, in addition after a step-up, and with approvals alone. */
export type ActingPerson = CredentialHolder & {
  readonly afterStepUp: readonly string[];
  readonly afterApproval: readonly string[];
};

/** Stands for everything that an operator may do. */
export const everything = '*';

/**
 * What the person of a session may do in an application, or (`applicationId` empty) as operator. Throws
 * `auth.session-invalid`, and `auth.not-a-member` if they may do nothing there.
 */
export function authenticateSession(
  deps: PeopleDeps,
  token: string,
  applicationId: string,
): Promise<ActingPerson> {
  return deps.tenancy.installation(async (of) => {
    const { session, person } = await openSession(deps, of, token);
    const seconds = secondsOf(deps.now());
    const steppedUp = isSteppedUp(session, seconds);
    const { always, afterStepUp, afterApproval } = await limitsOf(of, person, applicationId);
    const isUnlimited = steppedUp && afterStepUp.includes(everything);
    const now = steppedUp ? [...always, ...afterStepUp] : always;
    const ends = Math.min(session.timeExpires, session.timeLastUsed + idleSeconds);
    return {
      applicationId: applicationId === '' ? undefined : applicationId,
      keyId: personKeyId(person.id),
      scopes: isUnlimited ? undefined : now,
      afterStepUp: steppedUp ? [] : afterStepUp,
      afterApproval,
      timeExpires: steppedUp ? Math.min(ends, session.timeStepUpEnds) : ends,
    };
  });
}

/**
 * Whether the person of a grant may still do what it says. A session that has ended is not looked for: its grants end
 * with their time. Throws `auth.session-invalid`.
 */
export function checkPersonGrant(
  deps: Pick<PeopleDeps, 'tenancy'>,
  grant: Grant,
  personId: string,
): Promise<Grant> {
  return deps.tenancy.installation(async (of) => {
    const person = await of.people.find(personId);
    if (!person || person.timeDisabled !== undefined)
      throw new AppError('auth.session-invalid', 'the person has no access any more');
    const { always, afterStepUp } = await limitsOf(of, person, grant.applicationId ?? '');
    const most: readonly string[] = [...always, ...afterStepUp];
    const fits = most.includes(everything) || grant.scopes?.every((scope) => most.includes(scope));
    if (!fits) throw new AppError('auth.session-invalid', 'the person has another role now: sign in again');
    return grant;
  });
}

type Limits = {
  readonly always: readonly string[];
  readonly afterStepUp: readonly string[];
  readonly afterApproval: readonly string[];
};

async function limitsOf(
  { membershipsOf, approvalRuleOf }: Pick<Installation, 'membershipsOf' | 'approvalRuleOf'>,
  person: Person,
  applicationId: string,
): Promise<Limits> {
  if (applicationId === '') {
    if (person.isOperator) return { always: operatorScopes, afterStepUp: [everything], afterApproval: [] };
    throw new AppError('auth.not-a-member', 'you are not an operator of this installation');
  }
  const memberships = await membershipsOf([person.id]);
  const own = memberships.find((one) => one.applicationId === applicationId);
  if (own) {
    const { always, afterStepUp } = powersOf[own.role];
    const rule = await approvalRuleOf(applicationId);
    return {
      always: uncovered(rule, always) ?? [],
      afterStepUp: uncovered(rule, afterStepUp) ?? [],
      afterApproval: covered(rule, [...always, ...afterStepUp]),
    };
  }
  throw new AppError('auth.not-a-member', 'you are not a member of this application: ask an owner of it');
}
