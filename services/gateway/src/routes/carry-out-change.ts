import { AppError, invalidField } from '@wallet-service/errors';
import { coverableScopes } from '@wallet-service/grants';
import type { Grants, RequestContext, Services } from '../clients/services.js';
import type { AuthenticatedApplication } from '../http/authenticate-secret-key.js';
import { assertRevision } from '../http/if-match.js';
import type { InnerAnswer, InnerCaller, InnerRequest } from '../http/inner-requests.js';
import { present } from './field.js';
import type { WireChangeRequest } from './change-request-schema.js';
import { shownIn, shownResourceOf, type ShownResource } from './shown-resource.js';

export type Sending = {
  readonly caller: AuthenticatedApplication;
  readonly context: RequestContext;
  readonly sendWithin: (as: InnerCaller, request: InnerRequest) => Promise<InnerAnswer>;
};

/** A change as somebody asks for it. `body`: JSON. Empty: none. */
export type Change = Pick<InnerRequest, 'method' | 'path' | 'body'>;

/**
 * What the change is about, as JSON. Empty: nothing that is there. Throws `request.invalid` if it shows nothing, and
 * `request.revision-conflict` if it has another revision than the one that is expected. 0: any.
 */
export async function shownAt({ path }: Change, expected: number, sending: Sending): Promise<string> {
  const resource = shownResourceOf(path);
  if (resource === undefined) {
    assertRevision(expected, '');
    return '';
  }
  const { status, body, etag } = await read(resource, sending);
  const shown = status === 200 ? shownIn(resource, body) : undefined;
  if (!shown) {
    const why = status === 200 ? 'the application has no such thing' : detailOf(body);
    throw invalidField('/path', `shows nothing that could be changed: ${why}`);
  }
  assertRevision(expected, etag);
  return JSON.stringify(shown);
}

/** Whether what an open change is about has changed since it was shown. Undefined: it cannot be read now. */
export async function isOutdated(request: WireChangeRequest, sending: Sending): Promise<boolean | undefined> {
  const resource = request.beforeJson === '' ? undefined : shownResourceOf(request.path);
  if (resource === undefined) return false;
  const { status, body } = await read(resource, sending);
  if (status === 404) return true;
  if (status !== 200) return undefined;
  return JSON.stringify(shownIn(resource, body)) !== request.beforeJson;
}

function read({ path }: ShownResource, { caller, context, sendWithin }: Sending): Promise<InnerAnswer> {
  const as = { caller, grants: context.grants, scopes: ['read'], isRehearsal: false };
  return sendWithin(as, { ...{ method: 'GET', path, body: '', reason: '', traceId: context.traceId } });
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
  const { context } = sending;
  const begun = await identity('BeginChange', of, context);
  const grants = present(begun.grants, 'grants');
  // The change may take rights from the caller: another rule, or another role.
  const end = ({ status, code }: Outcome) =>
    identity('EndChange', { ...of, status, code }, { ...context, grants });
  const outcome = await attempt(present(begun.request, 'request'), grants, sending).catch(
    async (error: unknown) => {
      await end({ status: 500, code: error instanceof AppError ? error.code : 'internal', answer: null });
      throw error;
    },
  );
  return { request: await end(outcome), answer: outcome.answer };
}

type Outcome = { readonly status: number; readonly code: string; readonly answer: unknown };

async function attempt(request: WireChangeRequest, grants: Grants, sending: Sending): Promise<Outcome> {
  const { caller, context, sendWithin } = sending;
  const change = { method: request.method as Change['method'], path: request.path, body: request.bodyJson };
  // If it cannot be read, nobody knows whether it is what owners approved.
  if ((await isOutdated(request, { ...sending, context: { ...context, grants } })) !== false)
    return { status: 409, code: 'change-request.outdated', answer: null };
  const as = { caller, grants, scopes: [request.scope, 'read'], isRehearsal: false };
  const sent = { ...change, reason: request.reason, traceId: context.traceId };
  const { status, body } = await sendWithin(as, sent);
  return { status, code: codeOf(body), answer: status < 400 ? (body ?? null) : null };
}

/** Another approval has just had it carried out, or it needs more of them by now. */
export function isDecidedElsewhere(error: unknown): boolean {
  const codes: readonly string[] = ['change-request.closed', 'change-request.not-approved'];
  return error instanceof AppError && codes.includes(error.code);
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
