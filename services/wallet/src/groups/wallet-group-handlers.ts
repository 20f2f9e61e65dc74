import { AppError, invalidField } from '@wallet-service/errors';
import { actorOf } from '@wallet-service/grants';
import type { CallContext, Handlers, ResponseOf, WalletDefinition } from '@wallet-service/grpc';
import { administrative, type JournalEntry } from '@wallet-service/journal-format';
import { isUuid } from '@wallet-service/values';
import { idempotencyOf } from '../idempotency/idempotency-on-the-wire.js';
import type { Repeatable } from '../idempotency/repeatable.js';
import type { AppendBeside } from '../journal/append-beside-store.js';
import { entryOfApplicationEvent } from '../journal/wallet-event.js';
import { resourceIdOf } from '../wallets/resource-id.js';
import type { WalletGroup, WalletGroupStore } from './wallet-group-store.js';

type GroupMethod = 'CreateWalletGroup' | 'GetWalletGroup' | 'ListWalletGroups';
type GroupOnTheWire = ResponseOf<WalletDefinition['GetWalletGroup']>;

const mostGroups = 1000;

export type WalletGroupHandlersDeps = {
  readonly store: WalletGroupStore;
  readonly repeatable: Repeatable;
  readonly newId: () => string;
  readonly appendBeside: AppendBeside;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

export function walletGroupHandlers({
  store,
  repeatable,
  newId,
  appendBeside,
  now,
}: WalletGroupHandlersDeps): Pick<Handlers<WalletDefinition>, GroupMethod> {
  return {
    async CreateWalletGroup({ applicationId, resourceId: given, idempotency }, context) {
      assertApplication(applicationId);
      const resourceId = resourceIdOf(given);
      const answer = await repeatable(applicationId, idempotencyOf(idempotency), async (keep) => {
        let made: Uint8Array | undefined;
        const id = newId();
        const entry = createdEntry({ applicationId, id, resourceId }, context, now(), newId());
        await appendBeside(entry, async (transaction) => {
          const group = await store.insert(transaction, applicationId, { id, resourceId });
          made = Buffer.from(JSON.stringify(groupToWire(group)));
          await keep(transaction, made, { groupId: id });
        });
        if (!made) throw new Error('the group was not made');
        return made;
      });
      return JSON.parse(Buffer.from(answer).toString('utf8')) as GroupOnTheWire;
    },

    async GetWalletGroup({ applicationId, groupId }) {
      assertApplication(applicationId);
      const group = isUuid(groupId) ? await store.find(applicationId, groupId) : undefined;
      if (!group) throw groupNotFound();
      return groupToWire(group);
    },

    async ListWalletGroups({ applicationId, after, limit: asked }) {
      assertApplication(applicationId);
      const limit = asked || mostGroups;
      if (limit > mostGroups) throw invalidField('/limit', `must be at most ${mostGroups}`);
      if (after !== '' && !isUuid(after)) throw invalidField('/after', 'must be the `next` of a page before');
      const groups = await store.list(applicationId, after || undefined, limit + 1);
      const page = groups.slice(0, limit);
      return {
        groups: page.map(groupToWire),
        next: groups.length > limit ? (page.at(-1)?.id ?? '') : '',
      };
    },
  };
}

/** As other services tell of changes, in the name of whoever called. */
function createdEntry(
  {
    applicationId,
    id,
    resourceId,
  }: Pick<WalletGroup, 'id' | 'resourceId'> & { readonly applicationId: string },
  { grant, reason, traceId }: Pick<CallContext, 'grant' | 'reason' | 'traceId'>,
  nowMs: number,
  entryId: string,
): JournalEntry {
  const after = { id, resource_id: resourceId ?? null };
  const actor = grant ? actorOf(grant) : null;
  const details = { actor, reason: reason === '' ? null : reason, before: null, after };
  const event = `${administrative}wallet_group_created`;
  return entryOfApplicationEvent({ applicationId, event, details, traceId }, nowMs, entryId);
}

export function groupNotFound(): AppError {
  return new AppError('wallet-group.not-found', 'the application has no wallet group with this id');
}

function assertApplication(applicationId: string): void {
  if (!isUuid(applicationId)) throw invalidField('/application_id', 'must be a UUID');
}

function groupToWire({ id, resourceId, timeCreated, timeUpdated }: WalletGroup): GroupOnTheWire {
  return {
    id,
    timeCreated: String(timeCreated),
    timeUpdated: String(timeUpdated),
    ...(resourceId !== undefined && { resourceId }),
  };
}
