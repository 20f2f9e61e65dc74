import type { ServerClient } from '@wallet-service/sdk/server';
import { approvalChallenge, hashOfText } from './approval-challenge.ts';

export type ChangeRequest = Awaited<ReturnType<ServerClient['changeRequests']['get']>>;

const nouns: Readonly<Record<string, string>> = {
  policy: 'policy',
  application: 'settings',
  'identity/provider': 'identity provider',
  webhook: 'webhook',
  secret_key: 'secret key',
  member: 'person',
  approval_rule: 'approval rule',
};
const verbs = { POST: 'New', PATCH: 'Change of', DELETE: 'Removal of' } as const;
/** What is done with a resource, by the end of its path. */
const acts: Readonly<Record<string, string>> = {
  'webhook/rotate_secret': 'New secret of a webhook',
  'webhook/redeliver': 'Sending an event again to a webhook',
  'webhook/test': 'Test event to a webhook',
  'identity/provider/refresh': 'Fetching the keys of an identity provider',
};

const path = /^\/v1\/(identity\/provider|\w+)(?:\/([^/]+))?(?:\/.*?(\w+))?$/;

/** What a change is, in a few words. */
export function titleOfChange({ method, path: given }: Pick<ChangeRequest, 'method' | 'path'>): string {
  const [, kind = '', , act] = path.exec(given) ?? [];
  const noun = nouns[kind];
  const title = act === undefined ? undefined : acts[`${kind}/${act}`];
  if (title !== undefined) return title;
  if (noun === undefined || act !== undefined) return `${method} ${given}`;
  if (method === 'POST') return `New ${noun}`;
  const article = noun === 'settings' || noun === 'approval rule' ? 'the ' : 'a ';
  return `${verbs[method]} ${article}${noun}`.replace('a identity', 'an identity');
}

/** The name of what a change is about, as it is in what owners approve. Undefined: it has none. */
export function subjectOfChange({
  path: given,
  before,
  body,
}: Pick<ChangeRequest, 'path' | 'before' | 'body'>): string | undefined {
  const [, kind = ''] = path.exec(given) ?? [];
  const { name, issuer, url, label } = { ...(body as Texts | null), ...(before as Texts | null) };
  const text = { policy: name, member: name, secret_key: label, webhook: url, 'identity/provider': issuer }[
    kind
  ];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

type Texts = Readonly<Record<'name' | 'issuer' | 'url' | 'label', unknown>>;

/** What is there after the change, as far as it can be said. Undefined: nothing any more. */
export function afterOf({
  method,
  before,
  body,
}: Pick<ChangeRequest, 'method' | 'before' | 'body'>): unknown {
  if (method === 'DELETE') return undefined;
  // Something new can be asked for without a body, such as a key without limits.
  if (before === null) return body ?? {};
  return { ...(before as object), ...(body as object | null) };
}

/** Whether enough owners have approved. */
export function isApproved({ approvals, needed }: Pick<ChangeRequest, 'approvals' | 'needed'>): boolean {
  return approvals.length >= needed;
}

/** What the passkey of a person must sign to approve this change of an application, as the page shows it. */
export async function challengeOfChange(
  app: string,
  request: ChangeRequest,
  personId: string,
): Promise<string> {
  const { id, asked_by: askedBy, scope, method, path, body, before, reason, needed } = request;
  const textOf = (value: unknown): string => (value === null ? '' : JSON.stringify(value));
  const approved = [
    app,
    id,
    askedBy,
    scope,
    method,
    path,
    textOf(body),
    textOf(before),
    reason ?? '',
    needed,
  ];
  const all = ['wallet-service change request v1', ...approved, request.time_created, request.time_expires];
  return approvalChallenge('wallet-service approval v1', await hashOfText(JSON.stringify(all)), personId);
}
