import { useQuery } from '@tanstack/react-query';
import type { ServerClient } from '@wallet-service/sdk/server';
import { useApplication } from './access.ts';

/**
 * The name of somebody who asked, approved or changed something: a person of the application, also one who has left, or
 * a key.
 */
export function useNames(): (id: string) => string {
  const { app, api } = useApplication();
  const { data } = useQuery({ queryKey: [app, 'names'], queryFn: () => namesOf(api), enabled: app !== '' });
  return (id) => data?.get(id) ?? (id.startsWith('per_') ? 'Somebody who is not a member' : 'A secret key');
}

async function namesOf({ members, secretKeys }: ServerClient): Promise<ReadonlyMap<string, string>> {
  const names = new Map<string, string>();
  for (const list of [members.list({ former: true }), members.list()])
    for await (const { person_id: id, name } of list) names.set(`per_${id}`, name);
  for await (const { id, label } of secretKeys.list())
    names.set(id, label === null ? 'A secret key' : `Secret key “${label}”`);
  return names;
}
