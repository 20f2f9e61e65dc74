import { randomBytes } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import type { Grant } from '@wallet-service/grants';
import type { AppOptions } from './app-options.js';
import { checkPersonGrant } from './people/authenticate-session.js';
import { changeRequestHandlers } from './people/change-request-handlers.js';
import { removeOldChangeRequests } from './people/change-request-store.js';
import { checkChangeGrant } from './people/change-requests.js';
import { createChallenges } from './people/challenges.js';
import { createIdTokens } from './people/id-tokens.js';
import { peopleHandlers } from './people/people-handlers.js';
import { sessionHandlers, type SessionHandlersDeps } from './people/session-handlers.js';
import { removeEnded } from './people/session-store.js';
import { idleSeconds } from './people/sessions.js';
import type { Tenancy } from './tenancy-store.js';
import type { ObserveKeySet } from './witnesses/observe-key-set.js';

/** How long change requests are kept. The journal keeps what became of them. */
const keptSeconds = 90 * 86_400;
const removedAtOnce = 1_000;

type Parts = Pick<SessionHandlersDeps, 'now' | 'issueGrants' | 'findByApplicationId' | 'snapshotOf'> & {
  readonly tenancy: Tenancy;
  readonly observeKeySet: ObserveKeySet;
};

/** People, their sessions, and who may do what. */
export function composePeople(
  {
    pepper,
    relyingParty,
    peopleIssuer,
    signApprover,
  }: Pick<AppOptions, 'pepper' | 'relyingParty' | 'peopleIssuer' | 'signApprover'>,
  { observeKeySet, ...of }: Parts,
) {
  const verifyIdToken = peopleIssuer && createIdTokens({ ...peopleIssuer, observeKeySet, now: of.now });
  const deps: SessionHandlersDeps = {
    ...of,
    pepper,
    signApprover,
    randomBytes,
    challenges: createChallenges({ pepper, now: of.now, randomBytes }),
    relyingParty: () => {
      if (relyingParty) return relyingParty;
      throw new AppError(
        'people.disabled',
        'nobody can sign in here: the operator sets PASSKEY_RP_ID and PASSKEY_ORIGINS for it',
      );
    },
    verifyIdToken: () => {
      if (verifyIdToken) return verifyIdToken;
      throw new AppError(
        'people.disabled',
        'people have no identity provider here: the operator sets PEOPLE_ISSUER and PEOPLE_CLIENT_ID for it',
      );
    },
  };
  return {
    checks: {
      checkPersonGrant: (grant: Grant, personId: string) => checkPersonGrant(deps, grant, personId),
      checkChangeGrant: (grant: Grant, requestId: string) => checkChangeGrant(deps, grant, requestId),
    },
    handlers: { ...sessionHandlers(deps), ...peopleHandlers(deps), ...changeRequestHandlers(deps) },
    /** Resolves to whether there may be more. */
    removeEnded: () =>
      of.tenancy.acrossApplications(async (rows) => {
        await rows.query("set local lock_timeout = '250ms'");
        const seconds = Math.floor(of.now() / 1000);
        const didEnd = await removeEnded(rows, seconds, idleSeconds, removedAtOnce);
        const areOld = await removeOldChangeRequests(rows, seconds - keptSeconds, removedAtOnce);
        return didEnd || areOld;
      }),
  };
}
