import { AppError } from '@wallet-service/errors';
import { assertScope, holdsScope, type Scope } from '@wallet-service/grants';
import type { Route } from '../route.js';

/** What the holder of a credential may do. */
export type Held = {
  /** Undefined: no limits. */
  readonly scopes?: readonly string[] | undefined;
  /** In addition, after a confirmation by passkey. `*`: then there are no limits. */
  readonly afterStepUp?: readonly string[] | undefined;
  /** With the approval of several owners alone. */
  readonly afterApproval?: readonly string[] | undefined;
};

/**
 * Throws `auth.approval-required` if approvals would do, `auth.step-up-required` if a confirmation by passkey would,
 * and otherwise `auth.scope-missing`. The services behind check it too, by the grant.
 */
export function demandScope({ scopes, afterStepUp = [], afterApproval = [] }: Held, needed: Scope): void {
  if (afterApproval.includes(needed))
    throw new AppError(
      'auth.approval-required',
      'this change needs the approval of several owners: POST /v1/change_request',
      { details: { scope: needed } },
    );
  const isNear = afterStepUp.includes('*') || afterStepUp.includes(needed);
  if (isNear && !holdsScope(scopes, needed))
    throw new AppError(
      'auth.step-up-required',
      'this needs a confirmation by passkey of the last five minutes: POST /v1/session/step_up, and repeat it',
      { details: { scope: needed } },
    );
  assertScope(scopes, [needed]);
}

/** The scope of a route. That of a route for operators says whether it changes something. */
export function neededScope({
  scope,
  authentication,
  method,
}: Pick<Route, 'scope' | 'authentication' | 'method'>) {
  if (authentication !== 'operator') return scope;
  return method === 'GET' ? 'read' : 'settings';
}
