import { useQuery } from '@tanstack/react-query';
import type { ServerClient } from '@wallet-service/sdk/server';
import type { Call } from '../call-text.ts';
import { pageOf } from '../lists.ts';
import { useApplication } from './access.ts';

/**
 * The name of somebody who asked, approved or changed something: a person of the application, also one who has left, or
 * a key.
 */
export function useNames(): (id: string) => string {
  const { app, api } = useApplication();
  const { data } = useQuery({ queryKey: [app, 'names'], queryFn: () => namesOf(api), enabled: app !== '' });
  // Before they are known, it is as short as most of them, so that little moves when they come.
  const nameless = data ? 'Somebody who is not a member' : 'Somebody';
  return (id) => data?.get(id) ?? (id.startsWith('per_') ? nameless : nameOfKey(id));
}

const membersSdk = 'for await (const member of server.members.list({ … })) …';

/** What a screen with names asks of the API. */
export const namesCalls: readonly Call[] = [
  { method: 'GET', path: '/v1/member?former=true', sdk: membersSdk },
  { method: 'GET', path: '/v1/member', sdk: membersSdk },
  { method: 'GET', path: '/v1/secret_key', sdk: 'for await (const key of server.secretKeys.list()) …' },
];

async function namesOf({ members, secretKeys }: ServerClient): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const list of [members.list({ former: true }), members.list()])
    for await (const { person_id: id, name } of list) names.set(`per_${id}`, name);
  for await (const { id, label } of secretKeys.list()) names.set(id, nameOfKey(id, label));
  return names;
}

/** A key without a label is told from others by the end of its id, which is random. */
export function nameOfKey(id: string, label: string | null = null): string {
  return `Secret key ${label === null ? `…${id.slice(-6)}` : `“${label}”`}`;
}

/** What a screen asks of the API whose entries have changes that were approved. */
export const askersCall: Call = {
  ...{ method: 'GET', path: '/v1/change_request?limit=100', sdk: 'server.changeRequests.list({ … })' },
};

/**
 * The name of who asked for a change. Undefined: not known, or the change is older than the newest hundred. `isWanted`:
 * without it nothing is fetched.
 */
export function useAskers(isWanted: boolean): (requestId: string) => string | undefined {
  const { app, api } = useApplication();
  const nameOf = useNames();
  const { data } = useQuery({
    queryKey: [app, 'askers'],
    queryFn: () => pageOf(api.changeRequests.list({ limit: '100' })),
    enabled: isWanted && app !== '',
  });
  return (requestId) => {
    // As long as most names, so that little moves when they come.
    if (!data) return 'Somebody';
    const request = data.data.find(({ id }) => id === requestId);
    return request && nameOf(request.asked_by);
  };
}
