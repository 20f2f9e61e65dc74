import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@wallet-service/errors';
import type { Route } from '../route.js';
import type { RefusalNotes, RefusedRequest } from '../statistics/refusal-notes.js';
import { outcomeOf } from '../statistics/requests.js';
import { knownPath } from './known-path.js';
import { ruleName } from './request-log.js';

const mostFields = 5;
const longestText = 255;

/**
 * Notes a request that was refused or failed without a decision, once its API key or secret key was found to be of an
 * application. Never its token or its body, nor names in it: of a token only who it is of, once it is verified.
 */
export function noteRefused(
  note: RefusalNotes['note'],
  row: Route,
  { id: traceId, method, routeOptions, scope }: FastifyRequest,
  { statusCode: status }: FastifyReply,
): void {
  const { errorCode: code, failure, context, isRehearsal } = scope;
  const { applicationId = scope.applicationId, user } = context.learned ?? {};
  const outcome = outcomeOf(status, code);
  const isWithoutDecision = outcome === 'refused' || outcome === 'failed';
  if (applicationId === undefined || code === undefined || isRehearsal || !isWithoutDecision) return;
  note(applicationId, {
    ...{ traceId, time: Math.floor(Date.now() / 1_000), method, path: routeOptions.url ?? '', status, code },
    ...whyOf(failure, row),
    ...(user && { issuer: user.issuer.slice(0, longestText), subject: user.subject.slice(0, longestText) }),
  });
}

function whyOf(failure: unknown, row: Route): Pick<RefusedRequest, 'reason' | 'fields'> {
  if (!(failure instanceof AppError)) return {};
  const { reason } = failure.details;
  const fields = failure.fields
    .slice(0, mostFields)
    .map(({ path }) => knownPath(path, row).slice(0, longestText));
  return { ...(typeof reason === 'string' && ruleName.test(reason) && { reason }), fields };
}
