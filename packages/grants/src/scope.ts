import { AppError } from '@wallet-service/errors';

/**
 * What a secret key may be limited to. Each route of the gateway has exactly one. `keys`, to make and change secret
 * keys, belongs to keys without limits alone: whoever makes keys could make any.
 */
export const scopes = [
  'read',
  'sign',
  'wallets',
  'export',
  'policies',
  'settings',
  'providers',
  'webhooks',
  'keys',
] as const;
export type Scope = (typeof scopes)[number];

/** Those that a limited key may have. */
export const grantableScopes = scopes.filter((scope) => scope !== 'keys');

/**
 * Throws `auth.scope-missing` unless one of the needed scopes is held. `held` undefined: the key has no limits.
 */
export function assertScope(held: readonly string[] | undefined, needed: readonly Scope[]): void {
  if (held === undefined || needed.some((scope) => held.includes(scope))) return;
  const [scope] = needed;
  const message =
    scope === 'keys'
      ? 'the secret key has scopes, and only a key without scopes may make and change secret keys'
      : `the secret key lacks the scope ${scope}: use a key that has it`;
  throw new AppError('auth.scope-missing', message, { details: { scope } });
}
