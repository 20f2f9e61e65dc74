import { AppError } from '@wallet-service/errors';

export type Permit = {
  readonly allowed: boolean;
  readonly remaining: number;
  readonly limit: number;
  readonly resetMs: number;
  readonly retryAfterMs: number;
};

/** How many requests a second, and how many at once after a pause. */
export type Rate = { readonly perSecond: number; readonly burst: number };

export type TakePermit = (
  key: string,
  rate: { readonly permits: number; readonly perMs: number; readonly burst: number },
) => Promise<Permit>;

export type RateLimitDeps = {
  readonly takePermit: TakePermit;
  /** Told when the store cannot be asked. The request is let through: a lost cache must not stop signing. */
  readonly onStoreFailure: (error: unknown) => void;
};

/** What is told of a limit in `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
export type RateLimitHeaders = { readonly ratelimit: string; readonly 'ratelimit-policy': string };

export type RateLimiter = (
  name: 'address' | 'application',
  key: string,
  rate: Rate,
) => Promise<RateLimitHeaders | undefined>;

/** Throws `request.rate-limited` when the caller has to wait. */
export function createRateLimiter({ takePermit, onStoreFailure }: RateLimitDeps): RateLimiter {
  return async (name, key, rate) => {
    const permit = await takePermit(`rate:${name}:${key}`, {
      permits: rate.perSecond,
      perMs: 1000,
      burst: rate.burst,
    }).catch((error: unknown) => {
      onStoreFailure(error);
      return undefined;
    });
    if (!permit) return undefined;
    const headers = headersOf(name, permit, rate);
    if (permit.allowed) return headers;
    throw new RateLimited(name, Math.max(1, Math.ceil(permit.retryAfterMs / 1000)), headers);
  };
}

export class RateLimited extends AppError {
  readonly headers: RateLimitHeaders;

  constructor(name: string, retryAfterSeconds: number, headers: RateLimitHeaders) {
    super('request.rate-limited', `too many requests of this ${name}`, { retryAfterSeconds });
    this.headers = headers;
  }
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
