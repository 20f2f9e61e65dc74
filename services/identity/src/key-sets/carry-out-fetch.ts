import type { Tenancy } from '../tenancy-store.js';
import { keysChanged } from '../events/trust-event.js';
import type { EventDeps } from '../events/event.js';
import { bytesOfProvider, noRoomBecause } from '../providers/key-set-room.js';
import { keySourceOf } from '../directory/provider.js';
import type { FetchDuty } from './key-set-claim-store.js';
import { keepOnly, keySetChange } from './key-set-change.js';
import type { ObservedKeySet, ObserveKeySet } from '../witnesses/observe-key-set.js';

export type CarryOutFetchDeps = EventDeps & {
  readonly tenancy: Pick<Tenancy, 'within' | 'change'>;
  readonly observeKeySet: ObserveKeySet;
  /** How long a key may be trusted after its provider removed it from its set. */
  readonly refreshSeconds: number;
  /** How long the last good set is used while fetching fails. */
  readonly maxStaleSeconds: number;
  /** From 0 to 1, exclusive. */
  readonly random: () => number;
  /** Called for every failed fetch. `expired` if the set is no longer used. */
  readonly onFailure: (duty: FetchDuty, problem: string, expired: boolean) => void;
};

/**
 * The result of a fetch. `before` and `after` are the key sets in use. `problem` says why the published set
 * is not in use.
 */
export type FetchOutcome =
  | { readonly superseded: true }
  | {
      readonly superseded: false;
      readonly before: string;
      readonly after: string;
      readonly problem?: string;
    };

/**
 * Has the witnesses look at a provider's key set, unless they did less than `maxAgeSeconds` ago, and stores the
 * result. The application's revision rises only if the keys change. If the published set is unusable, keys that it no
 * longer has are withdrawn. After a failed fetch the last good set stays in use until it is older than
 * `maxStaleSeconds`, because keys that nobody confirms may have been withdrawn.
 */
export async function carryOutFetch(
  deps: CarryOutFetchDeps,
  duty: FetchDuty,
  maxAgeSeconds: number,
): Promise<FetchOutcome> {
  const { tenancy } = deps;
  const { issuer } = duty.provider;
  const published = await deps.observeKeySet(
    { issuer, keySource: keySourceOf(duty.provider) },
    maxAgeSeconds,
  );
  const held = await tenancy.within(duty.applicationId, ({ keySetFetches }) => keySetFetches.held(duty));
  if (!held) return { superseded: true };
  const before = held.keySetJson ?? noKeys;
  const fetched = await ifThereIsRoom(deps, duty, held.keySetJson, published);
  if (fetched.ok) {
    const stored = await keep(deps, duty, held, fetched);
    return stored ? { superseded: false, before, after: fetched.keySetJson } : { superseded: true };
  }
  const { problem } = fetched;
  if (fetched.published !== undefined && held.keySetJson !== undefined) {
    const keySetJson = keepOnly(held.keySetJson, fetched.published);
    const stored = await keep(deps, duty, held, { keySetJson, problem });
    deps.onFailure(duty, problem, false);
    return stored ? { superseded: false, before, after: keySetJson, problem } : { superseded: true };
  }
  const expired = await keepLast(deps, duty, problem);
  return { superseded: false, before, after: expired ? noKeys : before, problem };
}

const noKeys = '{"keys":[]}';

/** A set that exceeds the application's bytes is unusable. Of the keys in use, those still in it stay. */
async function ifThereIsRoom(
  { tenancy }: CarryOutFetchDeps,
  { applicationId, providerId, provider }: FetchDuty,
  held: string | undefined,
  fetched: ObservedKeySet,
): Promise<ObservedKeySet> {
  if (!fetched.ok || Buffer.byteLength(fetched.keySetJson) <= Buffer.byteLength(held ?? '')) return fetched;
  const ofOthers = await tenancy.within(applicationId, ({ keySets }) => keySets.bytesWithout(providerId));
  const { keySetJson } = fetched;
  const problem = noRoomBecause(bytesOfProvider({ ...provider, keySetJson }), ofOthers);
  return problem === undefined ? fetched : { ok: false, problem, published: keySetJson };
}

/**
 * Stores a set that the provider confirmed. False if another fetch began, or the address changed, meanwhile.
 */
async function keep(
  deps: CarryOutFetchDeps,
  duty: FetchDuty,
  held: { readonly keySetJson: string | undefined },
  confirmed: { readonly keySetJson: string; readonly problem?: string; readonly jwksUri?: string },
): Promise<boolean> {
  const { problem, keySetJson, jwksUri = '' } = confirmed;
  const { applicationId, provider } = duty;
  const next = nextFetchSeconds(deps, problem === undefined ? 0 : duty.failures + 1);
  const moved = provider.discovered && jwksUri !== '' && jwksUri !== provider.jwksUri;
  if (held.keySetJson === keySetJson && !moved)
    return deps.tenancy.within(applicationId, ({ keySetFetches }) =>
      keySetFetches.confirmed(duty, confirmed, next),
    );
  return deps.tenancy.change(applicationId, async ({ keySetFetches, providers, events }) => {
    const stored = await keySetFetches.confirmed(duty, confirmed, next);
    if (!stored) return false;
    // As it is now, because its settings may have changed during the fetch.
    const current = moved ? await providers.find(duty.providerId) : undefined;
    if (current) await providers.update({ ...current, jwksUri }, Math.floor(deps.now() / 1000));
    const change = keySetChange(held.keySetJson ?? noKeys, keySetJson);
    if (change.added.length + change.removed.length > 0)
      await events.append(keysChanged(deps, provider, change));
    return true;
  });
}

/** Keeps the last good set. Returns whether it is too old for that. */
async function keepLast(deps: CarryOutFetchDeps, duty: FetchDuty, problem: string): Promise<boolean> {
  const { tenancy, maxStaleSeconds } = deps;
  const next = nextFetchSeconds(deps, duty.failures + 1);
  const { tooOld } = await tenancy.within(duty.applicationId, ({ keySetFetches }) =>
    keySetFetches.failed(duty, problem, next, maxStaleSeconds),
  );
  if (tooOld) {
    await tenancy.change(duty.applicationId, async ({ keySetFetches, events }) => {
      const before = await keySetFetches.held(duty);
      await keySetFetches.expire(duty, maxStaleSeconds);
      if (before?.keySetJson !== undefined)
        await events.append(keysChanged(deps, duty.provider, keySetChange(before.keySetJson, noKeys)));
    });
  }
  deps.onFailure(duty, problem, tooOld);
  return tooOld;
}

const firstRetrySeconds = 15;
// The rest of the refresh time is for waiting until a replica looks, and for the fetch itself.
const shareOfRefresh = 0.8;
const jitter = 0.15;

/**
 * Earlier than the refresh time, so that fetches end within it, and spread, so that providers registered at
 * the same time are not fetched at the same time forever.
 */
export function nextFetchSeconds(
  { refreshSeconds, random }: { refreshSeconds: number; random: () => number },
  failures: number,
): number {
  const usual = refreshSeconds * shareOfRefresh;
  const retry = firstRetrySeconds * 2 ** Math.min(failures - 1, 10);
  const delay = failures === 0 ? usual : Math.min(usual, retry);
  return delay * (1 - jitter * random());
}
