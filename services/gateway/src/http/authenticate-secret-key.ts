import { createHash } from 'node:crypto';
import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import type { Grants, RequestContext, Services } from '../clients/services.js';
import type { RequestHeaders } from './authenticate-user.js';
import { RecentlyUsed } from '@wallet-service/values';
import { requiredText } from './required-header.js';

type Application = NonNullable<
  ReceivedResponseOf<IdentityDefinition['AuthenticateSecretKey']>['application']
>;

type Provider = ReceivedResponseOf<IdentityDefinition['AuthenticateSecretKey']>['providers'][number];

/** The owner of an application, who sent one of its secret keys. */
export type AuthenticatedApplication = {
  readonly applicationId: string;
  readonly application: Application;
  /** The whole application. The shared store keeps it without keys. */
  readonly providers: readonly Provider[];
};

/**
 * Together with the grants for the request's calls. Grants are for this request only and are never cached.
 */
export type ShownSecretKey = {
  readonly caller: AuthenticatedApplication;
  /** What the key is limited to. Undefined: no limits. */
  readonly scopes: readonly string[] | undefined;
  readonly afterApproval: readonly string[];
  readonly grants?: Grants | undefined;
};

const maxKnownKeys = 10_000;
const maxKeyLength = 256;

export function createSecretKeyAuthentication(identity: Services['identity']) {
  // Keyed by hash, so that no secret key stays in memory longer than its request.
  const known = new RecentlyUsed<string, { readonly revision: string } & AuthenticatedApplication>(
    'gateway.secret-keys',
    maxKnownKeys,
  );

  return async (headers: RequestHeaders, context: RequestContext): Promise<ShownSecretKey> => {
    const secretKey = requiredText(headers, 'X-Service-Secret-Key', 'auth.secret-key-invalid', maxKeyLength);
    const key = createHash('sha256').update(secretKey).digest('base64');
    const held = known.get(key);
    const request = { secretKey, knownRevision: held?.revision ?? '' };
    const answer = await identity('AuthenticateSecretKey', request, context);
    const { revision, application, providers, grants, scopes, afterApproval } = answer;
    const isLimited = scopes.length > 0 || afterApproval.length > 0;
    const shown = { scopes: isLimited ? scopes : undefined, afterApproval, grants: grants ?? undefined };
    if (answer.unchanged && held) return { caller: held, ...shown };
    if (!application) throw new Error('the answer of AuthenticateSecretKey lacks its application');
    const current = { revision, applicationId: application.id, application, providers };
    known.set(key, current);
    return { caller: current, ...shown };
  };
}
