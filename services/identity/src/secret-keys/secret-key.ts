import { createHmac, timingSafeEqual } from 'node:crypto';

/** The stored form of a secret key. Times are Unix seconds. */
export type SecretKey = {
  readonly id: string;
  /** HMAC-SHA256 of the whole key under the pepper. */
  readonly hash: Buffer;
  /** What it is for, in the operator's words. Empty: nothing. */
  readonly label: string;
  /** What it is limited to. Undefined: no limits. */
  readonly scopes: readonly string[] | undefined;
  /** From this second on it is refused. Undefined: never. */
  readonly timeExpires: number | undefined;
  readonly timeCreated: number;
  readonly timeLastUsed: number | undefined;
  readonly timeRevoked: number | undefined;
};

/** `sk_<32 hex digits of the key's id>_<32 random bytes in base64url>`. */
export function secretKeyOf(id: string, random: Uint8Array): string {
  if (random.length !== 32) throw new RangeError('a secret key takes 32 random bytes');
  return `sk_${id.replaceAll('-', '')}_${Buffer.from(random).toString('base64url')}`;
}

/** The id in a text of the form of a secret key. Undefined for any other text. */
export function secretKeyIdOf(secretKey: string): string | undefined {
  const hex = /^sk_([0-9a-f]{32})_[A-Za-z0-9_-]{43}$/.exec(secretKey)?.[1];
  return hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/**
 * The form in which credentials are stored and compared. It covers the whole text, so base64url with other
 * unused bits is another key. A plain HMAC is enough, because the keys have 256 random bits and no dictionary
 * helps against them.
 */
export function hashCredential(pepper: Uint8Array, credential: string): Buffer {
  return createHmac('sha256', pepper).update(credential, 'utf8').digest();
}

export function sameHash(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether the time has come from which the key is refused. */
export function isExpired({ timeExpires = Infinity }: SecretKey, nowMs: number): boolean {
  return timeExpires * 1000 <= nowMs;
}

export function isValid(key: SecretKey, nowMs: number): boolean {
  return key.timeRevoked === undefined && !isExpired(key, nowMs);
}
