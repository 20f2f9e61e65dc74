import { Refusal } from './refusal.js';

// What a page may ask of the gateway, and what each side learns of the other.

/** Answers of these have a session, which scripts must not see. */
const withSessions = ['/v1/session', '/v1/invitation/accept'];
/** Routes for users of wallets and other programs, which have credentials of their own. */
const management = /^\/(v1|v2\/attestation)(\/|$)/;
const plain = /^(\/[A-Za-z0-9._~:@!$&'()*+,;=%-]+)+$/;
const hidden = /%2f|%5c|%2e|(^|\/)\.{1,2}(\/|$)/i;

/** Throws a Refusal unless it is a route of the gateway that pages of the console may ask for. */
export function gatewayPath(method: string, url: string): string {
  const [path = '', ...rest] = url.split('?');
  const isForPages = plain.test(path) && !hidden.test(path) && management.test(path);
  const givesSession = method === 'POST' && withSessions.includes(path);
  if (!isForPages || givesSession)
    throw new Refusal(404, 'console.not-relayed', 'the console does not ask the gateway for this');
  return rest.length === 0 ? path : `${path}?${rest.join('?')}`;
}

/** Headers of the page that the gateway gets. Credentials are not among them. */
const toGateway = [
  'accept',
  'content-type',
  'idempotency-key',
  'if-match',
  'user-agent',
  'x-reason',
  'x-service-application-id',
];
/** Headers of the gateway that the page gets. */
const toPage = [
  'content-type',
  'etag',
  'preference-applied',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'x-trace-id',
];

export function headersForGateway(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  { session, address }: { readonly session: string | undefined; readonly address: string },
): Record<string, string> {
  const kept = toGateway.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return {
    ...Object.fromEntries(kept),
    'x-forwarded-for': address,
    ...(session !== undefined && { 'x-service-session': session }),
  };
}

export function headersForPage(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    toPage.flatMap((name) => {
      const value = headers.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}
