import type { ServerClient } from '@wallet-service/sdk/server';

export type Policy = Awaited<ReturnType<ServerClient['policies']['get']>>;
type Policies = ServerClient['policies'];
/** Of a policy: newest first in their list. */
export type Revision = ReturnType<Policies['revisions']> extends AsyncIterable<infer One> ? One : never;
export type Draft = Parameters<ServerClient['policies']['create']>[0];

const example = {
  name: 'Short messages only',
  chain: 'ETH',
  scope: 'GLOBAL',
  rules: [
    {
      name: 'short',
      method: 'personal_sign',
      action: 'ALLOW',
      conditions: [{ field_source: 'message', field: 'length', operator: 'lt', value: 100 }],
    },
  ],
};
const given = ['name', 'description', 'chain', 'scope', 'is_active', 'rules'] as const;

/** What a person edits of a policy. Of none: an example. */
export function textOf(policy: Policy | undefined): string {
  if (!policy) return JSON.stringify(example, undefined, 2);
  return JSON.stringify(draftOf(policy), undefined, 2);
}

/** What was given when it was made. */
export function draftOf(policy: Policy): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    given.flatMap((name) => (policy[name] === null ? [] : [[name, policy[name]] as const])),
  );
}

/** Throws for a text that is no JSON. */
export function valueOf(text: string): unknown {
  return JSON.parse(text);
}

export function isJson(text: string): boolean {
  return jsonProblem(text) === undefined;
}

/** Why a text is no JSON. Undefined if it is. */
export function jsonProblem(text: string): string | undefined {
  try {
    valueOf(text);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'This is not JSON.';
  }
}
