import { AppError } from '@wallet-service/errors';

/**
 * What a secret key may be limited to. Each route of the gateway has exactly one. `lookup`, for support,
 * is the part of `read` that shows users, wallets and decisions. `keys`, to make and change secret keys, belongs to
 * keys without limits alone: whoever makes keys could make any. `members` and `approvals`, to
 * decide about changes, belong to people alone.
 */
export const scopes = [
  'lookup',
  'read',
  'sign',
  'wallets',
  'export',
  'policies',
  'settings',
  'providers',
  'webhooks',
  'keys',
  'members',
  'approvals',
] as const;
export type Scope = (typeof scopes)[number];

/**
 * Those of changes that an application may let several owners approve. All that is deleted in an application needs one
 * of them. `sign`, `wallets` and `export` need a token of the user, which ends before people have decided: policies let
 * owners approve signatures and exports.
 */
export const coverableScopes = [
  'policies',
  'settings',
  'providers',
  'webhooks',
  'keys',
  'members',
] as const satisfies Scope[];

/** Those that a limited key may have. */
export const grantableScopes = scopes.filter((scope) => !['keys', 'members', 'approvals'].includes(scope));

/**
 * Throws `auth.scope-missing` unless one of the needed scopes is held. `held` undefined: the key has no limits.
 */
export function assertScope(held: readonly string[] | undefined, needed: readonly Scope[]): void {
  if (needed.some((scope) => holdsScope(held, scope))) return;
  const [scope] = needed;
  const message =
    scope === 'keys'
      ? 'the secret key has scopes, and only a key without scopes may make and change secret keys'
      : `the scope ${scope} is missing: use a key, or ask for a role, that has it`;
  throw new AppError('auth.scope-missing', message, { details: { scope } });
}

/** `held` undefined: there are no limits. */
export function holdsScope(held: readonly string[] | undefined, scope: Scope): boolean {
  return held === undefined || held.includes(scope) || (scope === 'lookup' && held.includes('read'));
}
