import { AppError, invalidField } from '@wallet-service/errors';
import { coverableScopes, type Scope } from '@wallet-service/grants';
import type { RequestContext, Services } from '../clients/services.js';
import type { AuthenticatedApplication } from '../http/authenticate-secret-key.js';
import type { InnerAnswer, InnerCaller, InnerRequest } from '../http/inner-requests.js';
import { present } from './field.js';
import type { WireChangeRequest } from './change-request-schema.js';

export type Sending = {
  readonly caller: AuthenticatedApplication;
  readonly context: RequestContext;
  readonly sendWithin: (as: InnerCaller, request: InnerRequest) => Promise<InnerAnswer>;
};

/** A change as somebody asks for it. `body`: JSON. Empty: none. */
export type Change = Pick<InnerRequest, 'method' | 'path' | 'body'>;

/** Resources that a change is compared with, because what they show changes by changes alone. */
const compared = /^\/v1\/(policy\/[^/]+|application|approval_rule)$/;

/** What the path shows, as JSON. Empty: it is not compared, or shows nothing. Throws if it can't be read. */
export async function shownAt({ method, path }: Change, sending: Sending): Promise<string> {
  if (method === 'POST' || !compared.test(path)) return '';
  const { caller, context, sendWithin } = sending;
  const as = { caller, grants: context.grants, scopes: ['read'], isRehearsal: false };
  const request = { method: 'GET', path, body: '', reason: '', traceId: context.traceId } as const;
  const { status, body } = await sendWithin(as, request);
  if (status !== 200) throw invalidField('/path', `shows nothing that could be changed: ${detailOf(body)}`);
  return JSON.stringify(body);
}

/** The scope that the change needs. Throws `request.invalid` if its route would refuse it as it is. */
export async function rehearse(change: Change, sending: Sending): Promise<string> {
  const { caller, context, sendWithin } = sending;
  const as = { caller, grants: undefined, scopes: undefined, isRehearsal: true };
  const answer = await sendWithin(as, { ...change, reason: '', traceId: context.traceId });
  if (answer.status !== 204) {
    const field = answer.status === 404 || answer.status === 405 || answer.status === 401 ? '/path' : '/body';
    throw invalidField(field, `is refused: ${detailOf(answer.body)}`);
  }
  if (coverableScopes.some((scope) => scope === answer.scope)) return answer.scope;
  throw invalidField('/path', 'is not of a change that can need approvals');
}

/**
 * Carries out a change that enough owners have approved, once. It fails if what it changes is not as it was. Throws
 * `change-request.not-approved`, `change-request.closed` and `change-request.asker-only`.
 */
export async function carryOut(
  identity: Services['identity'],
  of: { readonly applicationId: string; readonly requestId: string },
  sending: Sending,
): Promise<{ readonly request: WireChangeRequest; readonly answer: unknown }> {
  const { caller, context, sendWithin } = sending;
  const begun = await identity('BeginChange', of, context);
  const request = present(begun.request, 'request');
  const grants = present(begun.grants, 'grants');
  const change = { method: request.method as Change['method'], path: request.path, body: request.bodyJson };
  const end = (status: number, code: string) => identity('EndChange', { ...of, status, code }, context);
  try {
    const as = { caller, grants, scopes: [request.scope as Scope, 'read'], isRehearsal: false };
    const inItsName = { ...sending, context: { ...context, grants } };
    const isAsBefore = (await shownAt(change, inItsName)) === request.beforeJson;
    if (!isAsBefore) return { request: await end(409, 'change-request.outdated'), answer: null };
    const sent = { ...change, reason: request.reason, traceId: context.traceId };
    const { status, body } = await sendWithin(as, sent);
    return { request: await end(status, codeOf(body)), answer: status < 400 ? (body ?? null) : null };
  } catch (error) {
    await end(500, error instanceof AppError ? error.code : 'internal');
    throw error;
  }
}

function codeOf(body: unknown): string {
  const { code } = (body ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}

function detailOf(body: unknown): string {
  const { detail, errors } = (body ?? {}) as {
    readonly detail?: unknown;
    readonly errors?: readonly { readonly path: string; readonly message: string }[];
  };
  const fields = (errors ?? []).map(({ path, message }) => `${path} ${message}`);
  return fields.length > 0 ? fields.join('; ') : String(detail);
}
