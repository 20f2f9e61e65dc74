import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { attemptCookie, attemptIn, noAttemptCookie } from './attempt-cookie.js';
import type { Gateway } from './gateway.js';
import type { ProviderSignIn } from './people-provider.js';
import { Refusal } from './refusal.js';
import { headersForGateway } from './relay.js';
import { demandSameOrigin } from './same-origin.js';
import { sessionCookie } from './session-cookie.js';
import { signIn } from './sign-in.js';

export type ProviderRoutesDeps = {
  readonly origin: string;
  readonly prefix: string;
  readonly gateway: Gateway;
  /** Undefined: people sign in with passkeys alone. */
  readonly provider: ProviderSignIn | undefined;
  /** Throws a Refusal if this address asks too often. */
  readonly limit: (kind: 'sign-in', address: string) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onProviderFailed: (error: unknown) => void;
};

export const callbackPath = '/auth/provider/callback';

/** Why a sign-in did not work, for the page, which has words for each. */
type Problem = 'provider' | 'attempt' | 'not-invited' | 'refused' | 'later';

const problems: Readonly<Record<string, Problem>> = {
  'auth.not-invited': 'not-invited',
  'auth.id-token-invalid': 'refused',
};

/**
 * People sign in at the provider: the browser goes there, and comes back with a code. What it comes back with is from
 * another site, so it counts only with the cookie of the attempt, once.
 */
export function addProviderSignIn(app: FastifyInstance, deps: ProviderRoutesDeps): void {
  const { origin, prefix, provider, limit } = deps;
  app.get(`${prefix}/auth/options`, async (request) => {
    demandSameOrigin('GET', request.headers, origin);
    await limit('sign-in', request.ip);
    return { provider: provider !== undefined };
  });
  if (!provider) return;
  app.get(`${prefix}/auth/provider`, async (request, reply) => {
    demandSameOrigin('GET', request.headers, origin);
    await limit('sign-in', request.ip);
    try {
      const { url, attempt } = await provider.begin();
      return await reply.header('set-cookie', attemptCookie(attempt)).redirect(url, 303);
    } catch (error) {
      deps.onProviderFailed(error);
      return toSignIn(reply, prefix, 'provider');
    }
  });
  app.get(prefix + callbackPath, async (request, reply) => {
    await limit('sign-in', request.ip);
    void reply.header('set-cookie', noAttemptCookie);
    const problem = await finish(request, reply, provider, deps);
    return problem === undefined ? reply.redirect(`${prefix}/`, 303) : toSignIn(reply, prefix, problem);
  });
}

/** Sets the cookie of the session. Resolves to why there is none. */
async function finish(
  request: FastifyRequest,
  reply: FastifyReply,
  provider: ProviderSignIn,
  { origin, gateway, now, onProviderFailed }: ProviderRoutesDeps,
): Promise<Problem | undefined> {
  const attempt = attemptIn(request.headers.cookie);
  if (!attempt) return 'attempt';
  let idToken: string;
  try {
    idToken = await provider.finish(new URL(request.url, origin).search, attempt);
  } catch (error) {
    onProviderFailed(error);
    return 'provider';
  }
  const { 'user-agent': browser } = request.headers;
  const headers = headersForGateway({ 'user-agent': browser }, { session: undefined, address: request.ip });
  const asked = {
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ id_token: idToken, nonce: attempt.nonce }),
  };
  const { body, session } = await signIn(gateway, '/v1/session', asked, now()).catch((error: unknown) => {
    if (error instanceof Refusal) return { body: {}, session: undefined };
    throw error;
  });
  if (!session) return problems[String((body as { readonly code?: unknown }).code)] ?? 'later';
  void reply.header('set-cookie', sessionCookie(session.token, session.seconds));
  return undefined;
}

function toSignIn(reply: FastifyReply, prefix: string, problem: Problem): FastifyReply {
  return reply.redirect(`${prefix}/sign-in?problem=${problem}`, 303);
}
