import type { FastifyInstance } from 'fastify';
import type { Route } from '../route.js';
import { browsersOf, preflightAnswer } from './cors.js';
import { methodNotAllowed } from './method-not-allowed.js';

/** Answers the preflights of what web pages may call, without asking any service. */
export function registerPreflights(app: FastifyInstance, rows: readonly Route[]): void {
  const open = rows.filter((row) => browsersOf(row) !== undefined);
  for (const path of new Set(open.map((row) => row.path))) {
    const methods = open.filter((row) => row.path === path).map(({ method }) => method);
    app.options(path, (request, reply) => {
      const answer = preflightAnswer(request.headers, methods);
      if (!answer) throw methodNotAllowed(methods);
      return reply.code(204).headers(answer).send();
    });
  }
}
