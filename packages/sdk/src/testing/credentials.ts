import type { Operation } from '../core/operation.js';
import type { Chain } from '../wallets.js';
import { Refusal, invalid } from './refusal.js';
import { readToken, type Issuer, type TokenClaims } from './token.js';

/** The one application of the test server, and its identity provider. */
export type Application = Issuer & {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly providerId: string;
};

/** A user of the Express interface. */
export type User = { readonly chain: Chain; readonly claims: TokenClaims };

const chains: readonly Chain[] = ['ETH', 'SOL', 'BTC'];

/** Throws unless the request has the credentials of its operation. Returns the user of the Express interface. */
export function authenticate(
  { credential }: Operation,
  headers: Headers,
  application: Application,
  now: number,
): User | undefined {
  if (credential === 'secret-key') {
    const secretKey = required(headers, 'X-Service-Secret-Key', 'auth.secret-key-invalid');
    if (secretKey !== application.secretKey) throw new Refusal('auth.secret-key-invalid');
  }
  if (credential !== 'user') return undefined;
  const apiKey = required(headers, 'X-Service-API-Key', 'auth.api-key-invalid');
  if (apiKey.startsWith('sk_')) throw wrong('X-Service-API-Key', 'auth.api-key-invalid', 'is a secret key');
  const providerId = required(headers, 'X-OIDC-Provider-ID', 'auth.provider-invalid');
  const jwt = /^Bearer +(\S.*)$/i.exec(headers.get('authorization') ?? '')?.[1];
  if (jwt === undefined) throw new Refusal('auth.token-missing');
  if (apiKey !== application.apiKey) throw new Refusal('auth.api-key-invalid');
  if (providerId !== application.providerId) throw new Refusal('auth.provider-invalid');
  const claims = readToken(jwt, application, now);
  const chain = chains.find((name) => name === headers.get('x-service-chain'));
  if (chain === undefined) throw invalid('header X-Service-Chain', `must be one of ${chains.join(', ')}`);
  return { chain, claims };
}

function required(headers: Headers, name: string, code: string): string {
  const value = headers.get(name);
  if (value === null || value === '')
    throw wrong(name, code, value === null ? 'is required' : 'is not valid');
  return value;
}

function wrong(name: string, code: string, message: string): Refusal {
  return new Refusal(code, { fields: [{ path: `header ${name}`, message }] });
}
