import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import type { Fields } from './fields.js';

type Provider = Pick<
  ReceivedResponseOf<IdentityDefinition['GetProvider']>,
  'issuer' | 'audience' | 'jwksUri' | 'discovered'
>;

/** A change of single fields, with the provider's present values for the others. */
export function wholeProvider(changes: Fields, present: Provider): Fields {
  const { issuer, audience, jwksUri, discovered } = present;
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
  return { issuer, audience, ...(!discovered && { jwks_uri: jwksUri }), ...given };
}
