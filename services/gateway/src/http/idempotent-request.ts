import { createHash, hkdfSync } from 'node:crypto';
import { idempotencyKeyOf } from './idempotency-key.js';

/** What the wallet service needs to repeat its first answer. */
export type IdempotentRequest = {
  readonly key: string;
  /** SHA-256 of the request. */
  readonly bodyHash: Buffer;
  /**
   * 32 bytes that seal the stored answer. Empty for users, who have no secret key: the wallet service has a
   * key for them. They are never stored, so nobody can read the access key in a
   * stored answer without the caller's secret key.
   */
  readonly sealKey: Buffer;
};

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * A member of the request to the wallet service, or nothing without the header. `asked` is the request as
 * JSON: path, body and, instead of a token, its owner. So callers whose token has expired meanwhile can
 * repeat their request with a new one. A rotated secret key cannot open answers from before.
 */
export function idempotentRequest(
  headers: Headers,
  asked: unknown,
): { readonly idempotency?: IdempotentRequest } {
  const key = idempotencyKeyOf(headers);
  if (key === undefined) return {};
  const sealKey = sealKeyOf(String(headers['x-service-secret-key']), key);
  return { idempotency: { key, bodyHash: hashOf(asked), sealKey } };
}

/** The same for a user, who has a token and no secret key. */
export function idempotentUserRequest(
  headers: Headers,
  asked: unknown,
): { readonly idempotency?: IdempotentRequest } {
  const key = idempotencyKeyOf(headers);
  if (key === undefined) return {};
  return { idempotency: { key, bodyHash: hashOf(asked), sealKey: Buffer.alloc(0) } };
}

function hashOf(asked: unknown): Buffer {
  return createHash('sha256').update(canonicalJson(asked)).digest();
}

/**
 * HKDF-SHA256 (RFC 5869). The secret key has the entropy. The salt gives each idempotency key its own seal
 * key.
 */
export function sealKeyOf(secretKey: string, idempotencyKey: string): Buffer {
  const salt = createHash('sha256').update(idempotencyKey).digest();
  return Buffer.from(hkdfSync('sha256', secretKey, salt, 'idempotency', 32));
}

/** Equal values give equal text: members are ordered by name. For JSON values only. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  );
}
