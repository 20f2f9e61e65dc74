import { AppError, invalidField } from '@wallet-service/errors';
import { actorOf, grantableScopes, type Grant } from '@wallet-service/grants';
import { isValid, type SecretKey } from './secret-key.js';

export type SecretKeyLimits = Pick<SecretKey, 'scopes' | 'timeExpires'>;

const latestTime = 253_402_300_799;

/** `scopes` empty and `timeExpires` 0: no such limit. Throws `request.invalid`. */
export function readSecretKeyLimits(
  given: { readonly scopes: readonly string[]; readonly timeExpires: number },
  nowMs: number,
): SecretKeyLimits {
  const known: readonly string[] = grantableScopes;
  given.scopes.forEach((scope, index) => {
    if (scope === 'keys')
      throw invalidField(`/scopes/${index}`, 'keys belongs to keys without scopes alone: leave scopes out');
    if (!known.includes(scope)) throw invalidField(`/scopes/${index}`, `must be one of ${known.join(', ')}`);
  });
  const { timeExpires } = given;
  if (timeExpires !== 0 && !(timeExpires * 1000 > nowMs && timeExpires <= latestTime))
    throw invalidField('/time_expires', 'must be in the future, in Unix seconds, before the year 10000');
  return {
    scopes: given.scopes.length === 0 ? undefined : known.filter((scope) => given.scopes.includes(scope)),
    timeExpires: timeExpires === 0 ? undefined : timeExpires,
  };
}

/**
 * Nobody makes a key that may do more than their own, or for longer. `maker`: the grant of who asks. A key with scopes
 * never comes so far, because making keys needs one without. An owner may make any. Throws `request.invalid` and
 * `auth.secret-key-invalid`.
 */
export function assertNotWider(
  { timeExpires: asked }: SecretKeyLimits,
  maker: Pick<Grant, 'applicationId' | 'keyId'>,
  keys: readonly SecretKey[],
  nowMs: number,
): void {
  if (actorOf(maker).kind !== 'secret-key') return;
  const own = keys.find(({ id }) => id === maker.keyId);
  // It may have ended since its grant was checked.
  if (!own || own.scopes !== undefined || !isValid(own, nowMs))
    throw new AppError('auth.secret-key-invalid', 'the secret key is not valid');
  if (own.timeExpires === undefined || (asked !== undefined && asked <= own.timeExpires)) return;
  throw invalidField(
    '/time_expires',
    `must be at most ${own.timeExpires}, when the key expires that makes this one`,
  );
}
