import { createHash, hkdfSync } from 'node:crypto';
import { idempotencyKeyOf } from './idempotency-key.js';

/** What the wallet service needs to answer a repeated create as it did the first time. */
export type IdempotentRequest = {
  readonly key: string;
  /** SHA-256 over what is asked for. */
  readonly bodyHash: Buffer;
  /**
   * 32 bytes under which the answer is kept. Never stored: without the caller's secret key nobody can read
   * the access key in a kept answer.
   */
  readonly sealKey: Buffer;
};

/**
 * A member of the request to the wallet service; nothing without the header. `asked` is the request as JSON:
 * path, body and, in place of a token, whom it stands for, so that a caller whose token has expired meanwhile
 * can repeat his request with a new one. A rotated secret key can no longer open what was kept under the old
 * one.
 */
export function idempotentRequest(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  asked: unknown,
): { readonly idempotency?: IdempotentRequest } {
  const key = idempotencyKeyOf(headers);
  if (key === undefined) return {};
  const bodyHash = createHash('sha256').update(canonicalJson(asked)).digest();
  const sealKey = sealKeyOf(String(headers['x-service-secret-key']), key);
  return { idempotency: { key, bodyHash, sealKey } };
}

/**
 * HKDF-SHA256 (RFC 5869). The secret key has the entropy; the salt gives each idempotency key a seal key of its own.
 */
export function sealKeyOf(secretKey: string, idempotencyKey: string): Buffer {
  const salt = createHash('sha256').update(idempotencyKey).digest();
  return Buffer.from(hkdfSync('sha256', secretKey, salt, 'idempotency', 32));
}

/** The same text for the same value: members in the order of their names. For JSON values alone. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
