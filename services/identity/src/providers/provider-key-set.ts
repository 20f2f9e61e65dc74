import { readOutgoingUrl, type OutgoingUrlRules } from '@wallet-service/egress';
import { AppError, invalidField } from '@wallet-service/errors';
import type { Provider } from './provider.js';

export type ProviderKeySetDeps = {
  readonly jwksUriRules: OutgoingUrlRules;
  /** `problem` completes a sentence that begins with the address of the key set. */
  readonly fetchKeySet: (
    jwksUri: string,
    applicationId: string,
  ) => Promise<
    { readonly ok: true; readonly keySetJson: string } | { readonly ok: false; readonly problem: string }
  >;
  /** The bytes that the providers of all applications take in the trust bundle. */
  readonly bytesOfAll: () => Promise<number>;
};

export function checkJwksUri(jwksUri: string, rules: OutgoingUrlRules): void {
  const reading = readOutgoingUrl(jwksUri, rules);
  if (!reading.ok) throw invalidField('/jwks_uri', reading.problem);
}

/** The usable keys at an address from a caller. Throws `provider.key-set-unreachable` with the reason. */
export async function fetchProviderKeySet(
  deps: Pick<ProviderKeySetDeps, 'fetchKeySet'>,
  { jwksUri, applicationId }: Pick<Provider, 'jwksUri' | 'applicationId'>,
): Promise<string> {
  const fetched = await deps.fetchKeySet(jwksUri, applicationId);
  if (fetched.ok) return fetched.keySetJson;
  throw new AppError('provider.key-set-unreachable', `the key set at jwks_uri ${fetched.problem}`, {
    fields: [{ path: '/jwks_uri', message: fetched.problem }],
  });
}
