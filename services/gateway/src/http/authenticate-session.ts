import { AppError } from '@wallet-service/errors';
import { isUuid, RecentlyUsed } from '@wallet-service/values';
import type { Grants, RequestContext, Services } from '../clients/services.js';
import type { AuthenticatedApplication } from './authenticate-secret-key.js';
import type { RequestHeaders } from './authenticate-user.js';
import { requiredText } from './required-header.js';

/** What a person may do now. */
export type Powers = {
  /** Undefined: no limits. */
  readonly scopes: readonly string[] | undefined;
  /** In addition, after a confirmation by passkey. `*`: then there are no limits. */
  readonly afterStepUp: readonly string[];
  readonly afterApproval: readonly string[];
  readonly grants?: Grants | undefined;
};

const header = 'X-Service-Session';
const applicationHeader = 'X-Service-Application-Id';
const longestToken = 256;
const mostKnown = 10_000;

/** The token of a session. Throws `auth.session-invalid`. */
export function sessionOf(headers: RequestHeaders): string {
  return requiredText(headers, header, 'auth.session-invalid', longestToken);
}

/** The token of a session, for what only people do. Throws `auth.people-only` and `auth.session-invalid`. */
export function sessionOfPerson(headers: RequestHeaders): string {
  if (headers[header.toLowerCase()] !== undefined) return sessionOf(headers);
  throw new AppError('auth.people-only', 'only people decide, in their session: no secret key does');
}

/** Whether the request comes in a person's name. Throws `request.invalid` if it brings the key of `other` too. */
export function isInSession(headers: RequestHeaders, other: string): boolean {
  if (headers[header.toLowerCase()] === undefined) return false;
  if (headers[other.toLowerCase()] === undefined) return true;
  const message = `must be left out, because there is ${header}: send one of them`;
  throw new AppError('request.invalid', `header ${other} ${message}`, {
    fields: [{ path: `header ${other}`, message }],
  });
}

export type SessionAuthentication = {
  /**
   * In the application that the request names. Throws `auth.session-invalid`, `auth.not-a-member`, `request.invalid`.
   */
  readonly inApplication: (
    headers: RequestHeaders,
    context: RequestContext,
  ) => Promise<Powers & { readonly caller: AuthenticatedApplication }>;
  /** As operator. Throws `auth.session-invalid` and `auth.not-a-member`. */
  readonly asOperator: (headers: RequestHeaders, context: RequestContext) => Promise<Powers>;
};

export function createSessionAuthentication(identity: Services['identity']): SessionAuthentication {
  const known = new RecentlyUsed<string, { readonly revision: string } & AuthenticatedApplication>(
    'gateway.applications-of-people',
    mostKnown,
  );

  return {
    async inApplication(headers, context) {
      const session = sessionOf(headers);
      const applicationId = applicationIdOf(headers);
      const held = known.get(applicationId);
      const request = { session, applicationId, knownRevision: held?.revision ?? '' };
      const answer = await identity('AuthenticateSession', request, context);
      const powers = powersIn(answer);
      if (answer.unchanged && held) return { caller: held, ...powers };
      const { revision, application, providers } = answer;
      if (!application) throw new Error('the answer of AuthenticateSession lacks its application');
      const current = { revision, applicationId: application.id, application, providers };
      known.set(applicationId, current);
      return { caller: current, ...powers };
    },

    async asOperator(headers, context) {
      const request = { session: sessionOf(headers), applicationId: '', knownRevision: '' };
      return powersIn(await identity('AuthenticateSession', request, context));
    },
  };
}

function powersIn(answer: {
  readonly scopes: readonly string[];
  readonly afterStepUp: readonly string[];
  readonly afterApproval: readonly string[];
  readonly grants: Grants | null;
}): Powers {
  const { scopes, afterStepUp, afterApproval, grants } = answer;
  const isLimited = scopes.length > 0 || afterApproval.length > 0;
  return { scopes: isLimited ? scopes : undefined, afterStepUp, afterApproval, grants: grants ?? undefined };
}

function applicationIdOf(headers: RequestHeaders): string {
  const given = headers[applicationHeader.toLowerCase()];
  if (typeof given === 'string' && isUuid(given)) return given;
  const message = 'must be the id of an application: a session works in one application at a time';
  throw new AppError('request.invalid', `header ${applicationHeader} ${message}`, {
    fields: [{ path: `header ${applicationHeader}`, message }],
  });
}
