import { AppError } from '@wallet-service/errors';
import { assertScope, type Grant, type Scope } from '@wallet-service/grants';
import type { ReceivedRequestOf, UnaryMethod } from './definitions.js';

/**
 * What a caller needs in addition to its certificate.
 * - `nothing`: the certificate is enough.
 * - `user-token`: the request has the token of the user for whom it is, and the signer verifies it; no grant
 *   is asked for.
 * - `scopes`: a grant for the application that the request names, of a secret key or a person. If it is limited, it
 *   has at least one of these scopes. `operator`: a grant of the operator does too (`may`), or only that does (`must`).
 */
export type Need = 'nothing' | 'user-token' | NeededScopes;

type NeededScopes = {
  readonly scopes: readonly [Scope, ...Scope[]];
  readonly operator?: 'may' | 'must';
};

/** For the gateway: a grant of a secret key with one of the scopes. */
export function scoped<Some extends NeededScopes['scopes']>(...scopes: Some) {
  return { gateway: { scopes } } as const;
}

/** For the gateway: the same, or a grant of the operator. */
export function scopedOrOperator<Some extends NeededScopes['scopes']>(...scopes: Some) {
  return { gateway: { scopes, operator: 'may' } } as const;
}

/** For the gateway: a grant of the operator. */
export function operatorScoped<Some extends NeededScopes['scopes']>(...scopes: Some) {
  return { gateway: { scopes, operator: 'must' } } as const;
}

type NeedOf<Request> = Need | ((request: Request) => Need);

/**
 * For each method its callers, by the name in the certificate, and what they need. Anyone not listed is
 * refused.
 */
export type Access<Methods> = {
  readonly [Name in UnaryMethod<Methods>]: {
    readonly [caller: string]: NeedOf<ReceivedRequestOf<Methods[Name]>>;
  };
};

/** The access of one method, without its types. */
export type MethodAccess = Readonly<Record<string, NeedOf<object>>>;

export type GrantCheck = (bytes: Uint8Array) => Grant | Promise<Grant>;

/** The name by which a caller may call the method: the first name of its certificate that is listed. */
export function callerNameOf(access: MethodAccess, names: readonly string[]): string | undefined {
  return names.find((name) => Object.hasOwn(access, name));
}

/**
 * Throws `auth.caller-not-allowed`, `auth.grant-invalid` and `auth.scope-missing`. Returns the grant if one is needed.
 */
export async function authorize(
  need: NeedOf<object> | undefined,
  request: object,
  bytes: Uint8Array,
  checkGrant: GrantCheck | undefined,
): Promise<Grant | undefined> {
  const needed = typeof need === 'function' ? need(request) : need;
  if (needed === 'nothing' || needed === 'user-token') return undefined;
  if (needed === undefined)
    throw new AppError('auth.caller-not-allowed', 'the method does not declare which grant it needs');
  if (!checkGrant) throw new AppError('auth.grant-invalid', 'this service takes no grants');
  const grant = await checkGrant(bytes);
  assertCovers(grant, needed, request);
  return grant;
}

function assertCovers(grant: Grant, { scopes, operator }: NeededScopes, request: object): void {
  if (grant.applicationId === undefined) {
    if (operator === undefined)
      throw new AppError(
        'auth.grant-invalid',
        'the grant is for the operator, but this call needs a secret key',
      );
    assertScope(grant.scopes, scopes);
    return;
  }
  if (operator === 'must')
    throw new AppError(
      'auth.grant-invalid',
      'the grant is for a secret key, but this call needs the operator',
    );
  // The request names no application other than the grant's.
  const named = applicationsIn(request);
  if (named.length === 0 || named.some((id) => id !== grant.applicationId))
    throw new AppError('auth.grant-invalid', 'the grant is for another application than the request');
  assertScope(grant.scopes, scopes);
}

function applicationsIn(request: object): readonly unknown[] {
  const { user } = request as { readonly user?: unknown };
  return [request, user].flatMap((part) =>
    typeof part === 'object' && part !== null && 'applicationId' in part ? [part.applicationId] : [],
  );
}
