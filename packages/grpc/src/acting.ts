import { AsyncLocalStorage } from 'node:async_hooks';
import { actorOf, type Actor, type Grant } from '@wallet-service/grants';

/** Whose call is being answered. */
export type Acting = {
  readonly actor: Actor;
  /** In the actor's words. Empty if they say nothing. */
  readonly reason: string;
  readonly traceId: string;
};

const storage = new AsyncLocalStorage<Acting>();

/**
 * Answers a call for the owner of the grant. What it changes is recorded in their name, see `acting`. From the first
 * time on, Node 20 does more for every promise of the process.
 */
export function actFor<Result>(
  grant: Grant,
  { reason, traceId }: Omit<Acting, 'actor'>,
  work: () => Promise<Result>,
): Promise<Result> {
  return storage.run({ actor: actorOf(grant), reason, traceId }, work);
}

/** Undefined in background work, in calls that need no grant, and where calls are served without `actFor`. */
export function acting(): Acting | undefined {
  return storage.getStore();
}
