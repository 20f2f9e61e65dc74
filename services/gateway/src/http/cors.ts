import type { Route } from '../route.js';
import type { RequestHeaders } from './authenticate-user.js';

// The CORS protocol (https://fetch.spec.whatwg.org/#http-cors-protocol), as far as it is ours. There are no
// cookies, and Access-Control-Allow-Credentials is never sent. So a page can only use credentials that it has
// itself, and a preflight that lets every page ask gives nothing away: the request itself is refused.

export type CorsHeaders = Readonly<Record<string, string>>;

/**
 * Who may call a route from a web page: pages that the caller's application allows, any page, or none.
 * Undefined for the Core interface and for management, whose secret keys must never be in a page.
 */
export function browsersOf({ authentication, publicToBrowsers }: Route): 'allowed' | 'any' | undefined {
  if (authentication === 'user') return 'allowed';
  return publicToBrowsers === true ? 'any' : undefined;
}

/** Caches must not give one page the answer to another. */
export const variesByOrigin: CorsHeaders = { vary: 'Origin' };

/**
 * The page's origin. Undefined for callers that are no browser, and for pages of the gateway itself, such as
 * its reference: no page can forge Sec-Fetch-Site.
 */
export function browserOriginOf(headers: RequestHeaders): string | undefined {
  const { origin, 'sec-fetch-site': site } = headers;
  if (origin === undefined || site === 'same-origin') return undefined;
  return String(origin);
}

const exposed = [
  'Preference-Applied',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Trace-Id',
].join(', ');

/** The answer may be read by pages of this origin. */
export function readableBy(origin: string): CorsHeaders {
  return isReadable(origin)
    ? { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed }
    : {};
}

export const readableByAnyone: CorsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': exposed,
};

/** Takes back what was said before the origin was known not to be allowed. */
export const unreadable: readonly string[] = Object.keys(readableByAnyone);

/** `null` is the origin of every sandboxed page and every local file. */
function isReadable(origin: string): boolean {
  return /^https?:\/\/[\x21-\x7e]+$/.test(origin) && origin.length <= 512;
}

const usualHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'Prefer',
  'Traceparent',
  'Tracestate',
  'X-Claim',
  'X-OIDC-Provider-ID',
  'X-Service-API-Key',
  'X-Service-Chain',
  'X-Trace-Id',
];
const headerNames = /^[!#$%&'*+.^_`|~0-9a-z-]+( *, *[!#$%&'*+.^_`|~0-9a-z-]+)*$/i;
const longestAskedHeaders = 1024;
/** Two hours: browsers use no more. */
const preflightSeconds = '7200';

/**
 * The answer to a preflight of a path with these methods. Undefined if the request is none. It knows no
 * application, because a preflight has no credentials, and asks no service. Other headers that a page wants
 * to send, such as those of its tracing, are allowed, because nothing reads them. A page of a public network
 * gets no leave for a gateway in a private one (Access-Control-Allow-Private-Network).
 */
export function preflightAnswer(
  headers: RequestHeaders,
  methods: readonly string[],
): CorsHeaders | undefined {
  const { origin, 'access-control-request-method': method } = headers;
  if (origin === undefined || method === undefined) return undefined;
  const asked = String(headers['access-control-request-headers'] ?? '');
  const others = asked.length <= longestAskedHeaders && headerNames.test(asked) ? asked.split(/ *, */) : [];
  const known = new Set(usualHeaders.map((name) => name.toLowerCase()));
  const names = [...usualHeaders, ...others.filter((name) => !known.has(name.toLowerCase()))];
  return {
    vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
    ...(isReadable(String(origin)) && {
      'access-control-allow-origin': String(origin),
      'access-control-allow-methods': methods.join(', '),
      'access-control-allow-headers': names.join(', '),
      'access-control-max-age': preflightSeconds,
    }),
  };
}
