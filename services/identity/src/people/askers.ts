import { holdsScope, personIdOf } from '@wallet-service/grants';
import { isValid } from '../secret-keys/secret-key.js';
import type { Tenant } from '../tenancy-store.js';
import type { ChangeRequest } from './change-request.js';
import { powersOf } from './role.js';

/** Whether who asked may ask for such a change. */
export type MayAsk = (request: Pick<ChangeRequest, 'askedBy' | 'scope'>) => boolean;

/**
 * Who may ask for which changes now: what role or key allow, as if there were no rule. People must be able to sign in,
 * and keys must be valid.
 */
export async function askersOf(
  { members, people, secretKeys }: Pick<Tenant, 'members' | 'people' | 'secretKeys'>,
  nowMs: number,
): Promise<MayAsk> {
  const roles = new Map((await members.list()).map(({ personId, role }) => [personId, role]));
  const active = new Set((await people.active([...roles.keys()])).map(({ id }) => id));
  const keys = await secretKeys.list();
  return ({ askedBy, scope }) => {
    const personId = personIdOf(askedBy);
    if (personId === undefined) {
      const key = keys.find(({ id }) => id === askedBy);
      // Keys change no people.
      return key !== undefined && isValid(key, nowMs) && scope !== 'members' && holds(key.scopes, scope);
    }
    const role = active.has(personId) ? roles.get(personId) : undefined;
    if (role === undefined) return false;
    const { always, afterStepUp } = powersOf[role];
    return holds([...always, ...afterStepUp], scope);
  };
}

function holds(held: readonly string[] | undefined, scope: string): boolean {
  return holdsScope(held, scope as never);
}
