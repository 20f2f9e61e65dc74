import { AppError } from '@wallet-service/errors';
import type { Grant } from '@wallet-service/grants';
import type { ReceivedRequestOf, UnaryMethod } from './definitions.js';

/**
 * What a caller needs in addition to its certificate.
 * - `nothing`: the certificate is enough.
 * - `user-token`: the request has the token of the user for whom it is, and the signer verifies it; no grant
 *   is asked for.
 * - `application`: a grant of a secret key of the application that the request names.
 * - `operator`: a grant of the operator's key.
 * - `application-or-operator`: one of the two.
 */
export type Need = 'nothing' | 'user-token' | 'application' | 'operator' | 'application-or-operator';

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

/** Throws `auth.caller-not-allowed` and `auth.grant-invalid`. Returns the grant if one is needed. */
export async function authorize(
  need: NeedOf<object> | undefined,
  request: object,
  bytes: Uint8Array,
  checkGrant: GrantCheck | undefined,
): Promise<Grant | undefined> {
  const needed = typeof need === 'function' ? need(request) : need;
  switch (needed) {
    case 'nothing':
    case 'user-token':
      return undefined;
    case 'application':
    case 'operator':
    case 'application-or-operator': {
      if (!checkGrant) throw new AppError('auth.grant-invalid', 'this service takes no grants');
      const grant = await checkGrant(bytes);
      assertCovers(grant, needed, request);
      return grant;
    }
    default:
      throw new AppError('auth.caller-not-allowed', 'the method does not declare which grant it needs');
  }
}

function assertCovers(grant: Grant, needed: Need, request: object): void {
  if (grant.applicationId === undefined) {
    if (needed !== 'application') return;
    throw new AppError(
      'auth.grant-invalid',
      'the grant is for the operator key, but this call needs a secret key',
    );
  }
  if (needed === 'operator')
    throw new AppError(
      'auth.grant-invalid',
      'the grant is for a secret key, but this call needs the operator key',
    );
  // The request names no application other than the grant's.
  const named = applicationsIn(request);
  if (named.length === 0 || named.some((id) => id !== grant.applicationId))
    throw new AppError('auth.grant-invalid', 'the grant is for another application than the request');
}

function applicationsIn(request: object): readonly unknown[] {
  const { user } = request as { readonly user?: unknown };
  return [request, user].flatMap((part) =>
    typeof part === 'object' && part !== null && 'applicationId' in part ? [part.applicationId] : [],
  );
}
