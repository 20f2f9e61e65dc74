import type { KeyObject } from 'node:crypto';
import { createRowMac } from '@wallet-service/values';

/** Derived from the verdict key, the one secret that this service has anyway. */
type Keys = {
  readonly verdictKey: KeyObject;
  /** While the key is being changed. */
  readonly previousVerdictKey?: KeyObject | undefined;
  readonly adoptRowsUntilMs?: number | undefined;
};

export function rowMac({ adoptRowsUntilMs, ...keys }: Keys, purpose: string) {
  const [secret, previousSecret] = secretsOf(keys);
  return createRowMac({ secret, previousSecret, purpose, adoptUntilMs: adoptRowsUntilMs });
}

/** The current one first. */
export function secretsOf({ verdictKey, previousVerdictKey }: Keys): readonly [Buffer, ...Buffer[]] {
  const secretOf = (key: KeyObject) => Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url');
  return [secretOf(verdictKey), ...(previousVerdictKey ? [secretOf(previousVerdictKey)] : [])];
}
