import { AppError } from '@wallet-service/errors';
import { uuidV7 } from '@wallet-service/values';
import type { Tenancy } from '../tenancy-store.js';
import { checkSecretKeyLabel } from './secret-key-label.js';
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

const maxValidKeys = 20;
const maxKeys = 1_000;

/**
 * Creates another secret key. The others stay valid, so that clients can change over. Throws
 * `application.not-found`, `secret-key.limit-reached`.
 */
export function createSecretKey(
  deps: CreateSecretKeyDeps,
  applicationId: string,
  label: string,
): Promise<NewSecretKey> {
  const key = newSecretKey(deps, checkSecretKeyLabel(label));
  return deps.tenancy.change(applicationId, async ({ secretKeys }) => {
    const keys = await secretKeys.list();
    if (keys.filter(isValid).length >= maxValidKeys || keys.length >= maxKeys) {
      throw new AppError(
        'secret-key.limit-reached',
        `an application has at most ${maxValidKeys} valid secret keys, and ${maxKeys} in all: revoke one first`,
      );
    }
    await secretKeys.insert(key.kept);
    return key;
  });
}

export function newSecretKey({ pepper, now, randomBytes }: NewSecretKeyDeps, label = ''): NewSecretKey {
  const nowMs = now();
  const id = uuidV7(nowMs, randomBytes(10));
  const secretKey = secretKeyOf(id, randomBytes(32));
  return {
    secretKey,
    kept: {
      id,
      hash: hashCredential(pepper, secretKey),
      label,
      timeCreated: Math.floor(nowMs / 1000),
      timeLastUsed: undefined,
      timeRevoked: undefined,
    },
  };
}
