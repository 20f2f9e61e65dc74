import type { Pool, PoolClient } from 'pg';
import { AppError } from '@wallet-service/errors';
import { inTransaction } from '@wallet-service/postgres';
import type { Policy } from '../policies/policy.js';
import { deletePolicy, readPolicyRows, rowOf, writePolicy } from '../policies/policy-store.js';
import { readSettings, writeSettings } from '../settings/settings-store.js';
import type { PolicySettings } from '../settings/settings.js';
import {
  listApplications,
  lockRevision,
  raiseRevision,
  readRevision,
  writeRuleMac,
  type MarkedRevision,
} from './revision-store.js';
import type { RuleSet, RuleSetGuard } from './rule-set.js';

/** The settings and policies of one application, in one transaction. */
export type RuleSetChange = {
  readonly client: PoolClient;
  /** Keeps other writes to the application waiting until the transaction ends. Comes before every change. */
  readonly raise: () => Promise<void>;
  /** As this service wrote it, with the changes so far. Throws `policy.record-mismatch`. */
  readonly read: () => Promise<RuleSet>;
  readonly writeSettings: (settings: PolicySettings, now: Date) => Promise<void>;
  readonly writePolicy: (policy: Policy) => Promise<void>;
  readonly deletePolicy: (policyId: string) => Promise<void>;
};

export type RuleSets = {
  /** As this service wrote it, with its MAC. Throws `policy.record-mismatch`. */
  readonly read: (
    client: PoolClient,
    applicationId: string,
  ) => Promise<RuleSet & Pick<MarkedRevision, 'mac'>>;
  readonly change: <Result>(
    applicationId: string,
    work: (change: RuleSetChange) => Promise<Result>,
  ) => Promise<Result>;
  /**
   * Checks the sets of all applications. Genuine ones without a MAC under the present key get one. Others are
   * reported.
   */
  readonly sealAll: () => Promise<{ readonly sealed: number; readonly refused: number }>;
};

const batch = 500;

async function rowsAt(client: PoolClient, applicationId: string, revision: bigint): Promise<RuleSet> {
  return {
    revision,
    ...(await readSettings(client, applicationId)),
    policies: await readPolicyRows(client, applicationId),
  };
}

export function createRuleSets(pool: Pool, guard: RuleSetGuard): RuleSets {
  async function read(
    client: PoolClient,
    applicationId: string,
  ): Promise<RuleSet & Pick<MarkedRevision, 'mac'>> {
    for (;;) {
      // Each statement sees what was committed before it. The same revision before and after means that
      // nothing changed in between.
      const { revision, mac } = await readRevision(client, applicationId);
      const set = await rowsAt(client, applicationId, revision);
      const after = await readRevision(client, applicationId);
      // A MAC under a new key may have come meanwhile.
      if (after.revision !== revision || !isSame(after.mac, mac)) continue;
      guard.check(applicationId, set, mac);
      return { ...set, mac };
    }
  }

  async function seal(client: PoolClient, applicationId: string): Promise<boolean> {
    const { revision, mac } = await lockRevision(client, applicationId);
    const set = await rowsAt(client, applicationId, revision);
    guard.check(applicationId, set, mac);
    const present = guard.macOf(applicationId, set);
    if (isSame(mac, present)) return false;
    await writeRuleMac(client, applicationId, present);
    return true;
  }

  return {
    read,

    change: (applicationId, work) =>
      inTransaction(
        pool,
        async (client) => {
          // Only content that was read and was genuine gets a new MAC. If somebody else writes meanwhile, the
          // MAC does not match it.
          let raised: RuleSet | undefined;
          const own = (): RuleSet => {
            if (!raised) throw new Error('the revision must be raised first');
            return raised;
          };
          const result = await work({
            client,
            raise: async () => {
              const { revision, mac }: MarkedRevision = await raiseRevision(client, applicationId);
              const before = await rowsAt(client, applicationId, revision - 1n);
              guard.check(applicationId, before, mac);
              raised = { ...before, revision };
            },
            read: async () => raised ?? (await read(client, applicationId)),
            writeSettings: async (settings, now) => {
              raised = { ...own(), settings, areStored: true };
              await writeSettings(client, applicationId, settings, now);
            },
            writePolicy: async (policy) => {
              const others = own().policies.filter(({ policy_id: id }) => id !== policy.id);
              raised = { ...own(), policies: [...others, rowOf(policy)] };
              await writePolicy(client, applicationId, policy);
            },
            deletePolicy: async (policyId) => {
              raised = { ...own(), policies: own().policies.filter(({ policy_id: id }) => id !== policyId) };
              await deletePolicy(client, applicationId, policyId);
            },
          });
          if (raised) await writeRuleMac(client, applicationId, guard.macOf(applicationId, raised));
          return result;
        },
        { applicationId },
      ),

    async sealAll() {
      const told = { sealed: 0, refused: 0 };
      for (let after = '', ids: readonly string[] = []; ; after = ids.at(-1) ?? '') {
        ids = await listApplications(pool, after, batch);
        for (const applicationId of ids)
          try {
            if (await inTransaction(pool, (client) => seal(client, applicationId), { applicationId }))
              told.sealed += 1;
          } catch (error) {
            if (!(error instanceof AppError && error.code === 'policy.record-mismatch')) throw error;
            told.refused += 1;
          }
        if (ids.length < batch) return told;
      }
    },
  };
}

function isSame(left: Uint8Array | null, right: Uint8Array | null): boolean {
  return left === null || right === null ? left === right : Buffer.compare(left, right) === 0;
}
