import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '@wallet-service/errors';
import type { Services } from '../clients/services.js';
import { isFields } from './fields.js';
import { ourBody } from './our-body.js';
import { doubleMeaning, ourHeaders } from './our-headers.js';
import { ourPath } from './our-path.js';
import { wholeProvider } from './provider-change.js';
import { exposedToo, withError } from './their-answer.js';

/** Translates the requests of another service's clients to ours, and our answers to theirs. */
export type Compatibility = {
  /** Runs before the request is routed. */
  readonly rewriteUrl: (request: Pick<FastifyRequest['raw'], 'url' | 'headers'>) => string;
  readonly addHooks: (app: FastifyInstance) => void;
};

/** Clients of Magic's server wallets: docs/compatibility.md. */
export function magicCompatibility({ identity }: Pick<Services, 'identity'>): Compatibility {
  async function translated(request: FastifyRequest): Promise<unknown> {
    const { body, method, routeOptions, scope } = request;
    const route = `${method} ${routeOptions.url ?? ''}`;
    if (route !== 'PATCH /v1/identity/provider/:id' || !isFields(body)) return ourBody(route, body);
    const { id: providerId } = request.params as { readonly id: string };
    const applicationId = scope.applicationId ?? '';
    return wholeProvider(body, await identity('GetProvider', { applicationId, providerId }, scope.context));
  }

  return {
    rewriteUrl(request) {
      request.headers = ourHeaders(request.headers);
      return ourPath(request.url ?? '/');
    },
    addHooks(app) {
      app.addHook('onRequest', (request, reply, done) => {
        void reply.header('x-magic-trace-id', request.id);
        done(refusalOf(request));
      });
      app.addHook('preValidation', async (request) => {
        request.body = await translated(request);
      });
      app.addHook('onSend', (_request, reply, payload, done) => {
        const exposed = reply.getHeader('access-control-expose-headers');
        if (typeof exposed === 'string')
          void reply.header('access-control-expose-headers', exposedToo(exposed));
        const isProblem = String(reply.getHeader('content-type')).startsWith('application/problem+json');
        done(null, isProblem && typeof payload === 'string' ? withError(payload) : payload);
      });
    },
  };
}

function refusalOf({ headers, routeOptions }: FastifyRequest): AppError | undefined {
  const twice = doubleMeaning(headers);
  if (twice) return malformed(`header ${twice[0]}`, `has another value than ${twice[1]}: send one of them`);
  const isSecret = headers['x-service-secret-key'] !== undefined;
  if (isSecret && headers.origin !== undefined && routeOptions.url?.startsWith('/v2/wallet') === true)
    return malformed(
      'header X-Service-Secret-Key',
      'must never be in a web page, where everybody can read it: send the API key, and revoke this secret key',
    );
  return undefined;
}

function malformed(path: string, message: string): AppError {
  return new AppError('request.malformed', `${path} ${message}`, { fields: [{ path, message }] });
}
