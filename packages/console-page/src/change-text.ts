import type { ServerClient } from '@wallet-service/sdk/server';
import { approvalChallenge, hashOfText } from './approval-challenge.ts';

export type ChangeRequest = Awaited<ReturnType<ServerClient['changeRequests']['get']>>;

const nouns: Readonly<Record<string, string>> = {
  policy: 'policy',
  application: 'settings',
  'identity/provider': 'identity provider',
  secret_key: 'secret key',
  member: 'person',
  approval_rule: 'approval rule',
};
const verbs = { POST: 'New', PATCH: 'Change of', DELETE: 'Removal of' } as const;

/** What a change is, in a few words. */
export function titleOfChange({ method, path }: Pick<ChangeRequest, 'method' | 'path'>): string {
  const found = Object.keys(nouns).find((name) => path === `/v1/${name}` || path.startsWith(`/v1/${name}/`));
  const noun = nouns[found ?? ''];
  if (noun === undefined) return `${method} ${path}`;
  if (method === 'POST') return `New ${noun}`;
  const article = noun === 'settings' || noun === 'approval rule' ? 'the ' : 'a ';
  return `${verbs[method]} ${article}${noun}`;
}

/** What the path would show after the change, as far as it can be said. Undefined: nothing any more. */
export function afterOf({
  method,
  before,
  body,
}: Pick<ChangeRequest, 'method' | 'before' | 'body'>): unknown {
  if (method === 'DELETE') return undefined;
  if (method === 'POST' || before === null) return body ?? undefined;
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
