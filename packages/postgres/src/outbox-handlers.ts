import type { Pool } from 'pg';
import { invalidField } from '@wallet-service/errors';
import { forgetChanges, readOutbox, type OutboxDeps } from './change-outbox-store.js';

const usualLimit = 100;
const mostChanges = 500;

export type OutboxHandlersDeps = {
  readonly database: Pool;
  readonly mac: OutboxDeps['mac'];
  /** Called for each row that the service did not write. */
  readonly onForeign: (change: { readonly applicationId: string; readonly id: string }) => void;
};

/** The two methods by which the wallet service takes changes to the journals. See proto/change/v1. */
export function outboxHandlers({ database, mac, onForeign }: OutboxHandlersDeps) {
  return {
    async ListChanges({ applicationId, limit: asked }: { applicationId: string; limit: number }) {
      const limit = asked || usualLimit;
      if (limit > mostChanges) throw invalidField('/limit', `must be at most ${mostChanges}`);
      const page = await readOutbox(database, mac, applicationId === '' ? undefined : applicationId, limit);
      for (const change of page.foreign) onForeign(change);
      return {
        changes: page.changes.map(({ timeMs, details, ...change }) => ({
          ...change,
          timeMs: String(timeMs),
          detailsJson: details,
        })),
      };
    },

    async ForgetChanges({ changes }: { changes: readonly { applicationId: string; id: string }[] }) {
      if (changes.length > 0) await forgetChanges(database, changes);
      return {};
    },
  };
}
