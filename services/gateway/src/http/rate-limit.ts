import type { Permit, SharedStore } from '@wallet-service/redis';
import { ErrorWithHeaders } from './error-with-headers.js';

/** Requests per second, and how many at once after a pause. */
export type Rate = { readonly perSecond: number; readonly burst: number };

export type RateLimitDeps = {
  /** Asks the store that all gateways share. */
  readonly takePermit: SharedStore['takePermit'];
  /** Asks a store of this process, used while the shared one does not answer. */
  readonly takeOwnPermit: SharedStore['takePermit'];
  /** Called for every limit that the shared store did not answer. */
  readonly onUnshared: () => void;
};

/** The content of `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers). */
export type RateLimitHeaders = Readonly<Record<'ratelimit' | 'ratelimit-policy', string>>;

type LimitName = keyof typeof whatIsTooMuch;

const whatIsTooMuch = {
  address: 'requests of this address',
  application: 'requests of this application',
  'sign-in': 'sign-ins from this address',
} as const;

export type RateLimiter = (name: LimitName, key: string, rate: Rate) => Promise<RateLimitHeaders | undefined>;

/**
 * Throws `request.rate-limited` if the caller has to wait. Losing the store must neither stop signing nor
 * lift the limits, so each gateway then limits by itself. If its own memory has no room for another key, it
 * lets the request through.
 */
export function createRateLimiter({ takePermit, takeOwnPermit, onUnshared }: RateLimitDeps): RateLimiter {
  async function ask(key: string, { perSecond, burst }: Rate): Promise<Permit | undefined> {
    const rate = { permits: perSecond, perMs: 1000, burst };
    try {
      return await takePermit(key, rate);
    } catch {
      onUnshared();
      return takeOwnPermit(key, rate).catch(() => undefined);
    }
  }

  return async (name, key, rate) => {
    const permit = await ask(`rate:${name}:${key}`, rate);
    if (!permit) return undefined;
    const headers = headersOf(name, permit, rate);
    if (permit.allowed) return headers;
    throw new ErrorWithHeaders('request.rate-limited', `too many ${whatIsTooMuch[name]}`, headers, {
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

/** Several limits in one answer are a list. */
export function allHeadersOf(limits: readonly (RateLimitHeaders | undefined)[]): Partial<RateLimitHeaders> {
  const told = limits.filter((limit) => limit !== undefined);
  if (told.length === 0) return {};
  return {
    ratelimit: told.map((limit) => limit.ratelimit).join(', '),
    'ratelimit-policy': told.map((limit) => limit['ratelimit-policy']).join(', '),
  };
}

/** Addresses of one IPv6 subscriber count as one, because a subscriber has a whole /64. */
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
