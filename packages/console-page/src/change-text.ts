import type { ServerClient } from '@wallet-service/sdk/server';

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
