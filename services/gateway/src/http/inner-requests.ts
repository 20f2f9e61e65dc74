import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Grants } from '../clients/services.js';
import type { AuthenticatedApplication } from './authenticate-secret-key.js';
import type { RequestHeaders } from './authenticate-user.js';

/** In whose name the gateway sends a request to its own routes. */
export type InnerCaller = {
  readonly caller: AuthenticatedApplication;
  readonly grants: Grants | undefined;
  /** Undefined: no limits. */
  readonly scopes: readonly string[] | undefined;
  /** The route checks the request, and does nothing. */
  readonly isRehearsal: boolean;
};

export type InnerRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** JSON. Empty: none. */
  readonly body: string;
  readonly reason: string;
  readonly traceId: string;
};

export type InnerAnswer = {
  readonly status: number;
  readonly body: unknown;
  /** Empty: it has no revision. */
  readonly etag: string;
  /** Of a rehearsal that went well: the scope that the route needs. */
  readonly scope: string;
};

export type InnerRequests = {
  /** Undefined if the request comes from outside. Each is taken once. */
  readonly take: (headers: RequestHeaders) => InnerCaller | undefined;
  readonly send: (
    app: Pick<FastifyInstance, 'inject'>,
    as: InnerCaller,
    request: InnerRequest,
  ) => Promise<InnerAnswer>;
};

const header = 'x-inner-request';
export const scopeHeader = 'x-inner-scope';

/**
 * Requests of the gateway to its own routes for secret keys, which no connection carries. Their name is random, so
 * nobody outside can send one.
 */
export function createInnerRequests(): InnerRequests {
  const waiting = new Map<string, InnerCaller>();
  return {
    take(headers) {
      const name = headers[header];
      const found = typeof name === 'string' ? waiting.get(name) : undefined;
      if (found) waiting.delete(String(name));
      return found;
    },
    async send(app, as, { method, path, body, reason, traceId }) {
      const name = randomBytes(24).toString('base64url');
      waiting.set(name, as);
      try {
        const answer = await app.inject({
          ...{ method, url: path },
          headers: {
            ...{ [header]: name, 'x-trace-id': traceId },
            ...(reason !== '' && { 'x-reason': encodeURIComponent(reason) }),
            ...(body !== '' && { 'content-type': 'application/json' }),
          },
          ...(body !== '' && { payload: body }),
        });
        return {
          status: answer.statusCode,
          body: answer.body === '' ? undefined : (JSON.parse(answer.body) as unknown),
          etag: answer.headers['etag'] ?? '',
          scope: String(answer.headers[scopeHeader] ?? ''),
        };
      } finally {
        waiting.delete(name);
      }
    },
  };
}
