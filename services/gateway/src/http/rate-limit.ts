import type { Permit, SharedStore } from '@wallet-service/redis';
import { ErrorWithHeaders } from './error-with-headers.js';

/** How many requests a second, and how many at once after a pause. */
export type Rate = { readonly perSecond: number; readonly burst: number };

export type RateLimitDeps = {
  readonly takePermit: SharedStore['takePermit'];
  /** Told when the store cannot be asked. The request is let through: a lost cache must not stop signing. */
  readonly onStoreFailure: (error: unknown) => void;
  /** Milliseconds. */
  readonly now: () => number;
};

/** After a failure the store is left alone for this long, so that requests do not queue up behind its time limit. */
const pauseMs = 1_000;

/** What is told of a limit in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
export type RateLimitHeaders = Readonly<Record<'ratelimit' | 'ratelimit-policy', string>>;

export type RateLimiter = (
  name: 'address' | 'application',
  key: string,
  rate: Rate,
) => Promise<RateLimitHeaders | undefined>;

/** Throws `request.rate-limited` when the caller has to wait. */
export function createRateLimiter({ takePermit, onStoreFailure, now }: RateLimitDeps): RateLimiter {
  let pausedUntil = 0;

  async function ask(key: string, { perSecond, burst }: Rate): Promise<Permit | undefined> {
    if (now() < pausedUntil) return undefined;
    try {
      return await takePermit(key, { permits: perSecond, perMs: 1000, burst });
    } catch (error) {
      pausedUntil = now() + pauseMs;
      onStoreFailure(error);
      return undefined;
    }
  }

  return async (name, key, rate) => {
    const permit = await ask(`rate:${name}:${key}`, rate);
    if (!permit) return undefined;
    const headers = headersOf(name, permit, rate);
    if (permit.allowed) return headers;
    throw new ErrorWithHeaders('request.rate-limited', `too many requests of this ${name}`, headers, {
      retryAfterSeconds: Math.max(1, Math.ceil(permit.retryAfterMs / 1000)),
    });
  };
}

function headersOf(
  name: string,
  { remaining, resetMs }: Permit,
  { perSecond, burst }: Rate,
): RateLimitHeaders {
  return {
    ratelimit: `"${name}";r=${Math.max(0, remaining)};t=${Math.ceil(resetMs / 1000)}`,
    'ratelimit-policy': `"${name}";q=${perSecond};w=1;burst=${burst}`,
  };
}

/** Addresses of one IPv6 subscriber count as one: he has a whole /64. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(':')) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const front = head === '' ? [] : head.split(':');
  const back = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - front.length - back.length);
  const groups = [...front, ...Array.from({ length: zeros }, () => '0'), ...back];
  return `${groups.slice(0, 4).join(':')}::/64`;
}
