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

/** The owner of an application, by one of its secret keys. */
export type AuthenticatedApplication = {
  readonly applicationId: string;
  readonly application: Application;
  /** All of the application; without their keys. */
  readonly providers: readonly Provider[];
};

/** With the grants that the request's calls carry. They are for this request alone and are never remembered. */
export type ShownSecretKey = {
  readonly caller: AuthenticatedApplication;
  readonly grants?: Grants | undefined;
};

const maxKnownKeys = 10_000;
const maxKeyLength = 256;

export function createSecretKeyAuthentication(identity: Services['identity']) {
  // By hash, so that no secret key outlives its request in memory.
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
    const { revision, application, providers, grants } = answer;
    const shown = { grants: grants ?? undefined };
    if (answer.unchanged && held) return { caller: held, ...shown };
    if (!application) throw new Error('identity sent half an answer');
    const current = { revision, applicationId: application.id, application, providers };
    known.set(key, current);
    return { caller: current, ...shown };
  };
}
