import { randomUUID } from 'node:crypto';
import type { Route } from '../../../../services/gateway/src/route.js';
import type { Chain } from '@wallet-service/local-stack/express-client';
import type { Customer } from '../http/customer.js';
import { of } from './heavy-values.js';
import type { Prepared } from './load.js';

export type Caller = {
  readonly customer: Customer;
  readonly token: string;
  readonly operatorKey: string;
  /** What the id in a path stands for, by the beginning of the path. */
  readonly ids: Readonly<Record<string, string>>;
};

/** A session takes the place of a key, so it is not sent with one. */
const ofPeople = /^\/v1\/(session|passkey)(\/|$)/;

export const nameOf = ({ method, path }: Pick<Route, 'method' | 'path'>) => `${method} ${path}`;

/** A request to a route with the right credentials. What it would delete does not exist. */
export function requestTo(
  row: Pick<Route, 'method' | 'path'>,
  { customer, token, operatorKey, ids }: Caller,
  chain: Chain,
  body: unknown,
): Prepared {
  const known = Object.entries(ids).find(([start]) => row.path.startsWith(start))?.[1];
  const id = row.method === 'DELETE' ? randomUUID() : (known ?? randomUUID());
  return {
    method: row.method,
    path: row.path.replaceAll(/:\w+/g, id),
    headers: {
      ...customer.express.headers(token, chain),
      ...(ofPeople.test(row.path)
        ? { 'x-service-session': `ses_${'0'.repeat(32)}_${'A'.repeat(43)}` }
        : { 'x-service-secret-key': customer.secretKey(), 'x-service-operator-key': operatorKey }),
    },
    body: body === undefined ? '' : JSON.stringify(body),
  };
}

const longest = 12_000;

/** Heavy parts outside the body, whatever the route. */
export const heavyEnvelopes: Readonly<Record<string, (plain: Prepared) => Prepared>> = {
  'a long token': withHeader('authorization', `Bearer ${'eyJhIjoi'.repeat(longest / 8)}.e30.AAAA`),
  'a token of many members': withHeader('authorization', `Bearer ${base64url(of(1000, (i) => [i]))}.e30.AA`),
  'a long API key': withHeader('x-service-api-key', 'k'.repeat(longest)),
  'a long secret key': withHeader('x-service-secret-key', 'k'.repeat(longest)),
  'a long idempotency key': withHeader('idempotency-key', `"${'\\"'.repeat(longest / 2)}"`),
  'many headers': (plain) => ({
    ...plain,
    headers: { ...plain.headers, ...Object.fromEntries(of(800, (i) => [`h${i}`, '1'])) },
  }),
  'many names in the query': withQuery(of(1500, (i) => `a${i}=1`).join('&')),
  'one name often in the query': withQuery('limit=1&'.repeat(1500)),
  'a long number in the query': withQuery(`limit=${'9'.repeat(longest)}`),
  'a long cursor in the query': withQuery(`after=${'%41'.repeat(longest / 3)}`),
  'a list in the query': withQuery(`resource_id=${'a,'.repeat(longest / 2)}`),
  'a long path': (plain) => ({ ...plain, path: `${plain.path}${'/%2e%2E'.repeat(longest / 7)}` }),
};

function withHeader(name: string, value: string) {
  return (plain: Prepared): Prepared => ({ ...plain, headers: { ...plain.headers, [name]: value } });
}

function withQuery(query: string) {
  return (plain: Prepared): Prepared => ({ ...plain, path: `${plain.path}?${query}` });
}

function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
