import { AppError } from '@wallet-service/errors';
import type { Grant } from '@wallet-service/grants';
import { uuidV7 } from '@wallet-service/values';
import { shownSecretKey } from './shown-secret-key.js';
import type { Tenancy } from '../tenancy-store.js';
import { checkSecretKeyLabel } from './secret-key-label.js';
import { assertNotWider, readSecretKeyLimits, type SecretKeyLimits } from './secret-key-limits.js';
import { hashCredential, isValid, secretKeyOf, type SecretKey } from './secret-key.js';

export type NewSecretKeyDeps = {
  readonly pepper: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomBytes: (length: number) => Buffer;
};

export type CreateSecretKeyDeps = NewSecretKeyDeps & { readonly tenancy: Pick<Tenancy, 'change'> };

/** `secretKey` is only for the caller. `kept` is what the service stores. */
export type NewSecretKey = { readonly secretKey: string; readonly kept: SecretKey };

export type AskedSecretKey = {
  readonly applicationId: string;
  readonly label: string;
  /** Empty: no limits. */
  readonly scopes: readonly string[];
  /** Unix seconds. 0: never. */
  readonly timeExpires: number;
};

const maxValidKeys = 20;
const maxKeys = 1_000;

/**
 * Creates another secret key. The others stay valid, so that clients can change over. `maker`: the grant of who asks.
 * The total does not bind the operator: a thief who makes and revokes keys must not use it up for good. Throws
 * `request.invalid`, `application.not-found`, `secret-key.limit-reached`, and `auth.secret-key-invalid` if the maker's
 * key has ended meanwhile.
 */
export function createSecretKey(
  deps: CreateSecretKeyDeps,
  asked: AskedSecretKey,
  maker: Pick<Grant, 'applicationId' | 'keyId'>,
): Promise<NewSecretKey> {
  const nowMs = deps.now();
  const limits = readSecretKeyLimits(asked, nowMs);
  const key = newSecretKey(deps, checkSecretKeyLabel(asked.label), limits);
  return deps.tenancy.change(asked.applicationId, async ({ secretKeys, record }) => {
    const keys = await secretKeys.list();
    assertNotWider(limits, maker, keys, nowMs);
    assertRoom(keys, maker, nowMs);
    await secretKeys.insert(key.kept);
    await record('admin.secret_key_created', { after: shownSecretKey(key.kept) });
    return key;
  });
}

function assertRoom(
  keys: readonly SecretKey[],
  { applicationId }: Pick<Grant, 'applicationId'>,
  nowMs: number,
): void {
  if (keys.filter((one) => isValid(one, nowMs)).length >= maxValidKeys)
    throw new AppError(
      'secret-key.limit-reached',
      `an application has at most ${maxValidKeys} valid secret keys: revoke one first`,
    );
  const isOperator = applicationId === undefined;
  if (keys.length < maxKeys || isOperator) return;
  throw new AppError(
    'secret-key.limit-reached',
    `the application has ${maxKeys} secret keys, revoked and expired ones included: only the operator can make more`,
  );
}

export function newSecretKey(
  { pepper, now, randomBytes }: NewSecretKeyDeps,
  label = '',
  { scopes, timeExpires }: SecretKeyLimits = { scopes: undefined, timeExpires: undefined },
): NewSecretKey {
  const nowMs = now();
  const id = uuidV7(nowMs, randomBytes(10));
  const secretKey = secretKeyOf(id, randomBytes(32));
  return {
    secretKey,
    kept: {
      id,
      hash: hashCredential(pepper, secretKey),
      label,
      scopes,
      timeExpires,
      timeCreated: Math.floor(nowMs / 1000),
      timeLastUsed: undefined,
      timeRevoked: undefined,
    },
  };
}
