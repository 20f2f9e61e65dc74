import { AppError } from '@wallet-service/errors';
import type { MacPart, RowMac } from '@wallet-service/values';
import type { RowAlarm } from '@wallet-service/runtime';
import type { PolicyRow } from '../policies/policy-store.js';
import { formerDefaultSettings, type PolicySettings } from '../settings/settings.js';

/** The stored settings and policies of one application. */
export type RuleSet = {
  /** 0: nothing was ever written. */
  readonly revision: bigint;
  readonly settings: PolicySettings;
  /** False: the settings are the defaults. */
  readonly areStored: boolean;
  /** Active or not. */
  readonly policies: readonly PolicyRow[];
};

export type RuleSetGuard = {
  /** Throws `policy.record-mismatch` for a set that no process with the verdict key wrote. */
  readonly check: (applicationId: string, set: RuleSet, mac: Uint8Array | null) => void;
  readonly macOf: (applicationId: string, set: RuleSet) => Buffer;
};

export function createRuleSetGuard(mac: RowMac, onRefused: RowAlarm<'rules'>): RuleSetGuard {
  return {
    check(applicationId, set, written) {
      const parts = partsOf(applicationId, set);
      const isNothing = set.revision === 0n && set.policies.length === 0 && !set.areStored;
      if ((isNothing && written === null) || mac.fits(written, ...parts)) return;
      onRefused('rules', { applicationId, revision: String(set.revision) });
      throw new AppError(
        'policy.record-mismatch',
        'the stored policies and settings are not what the service wrote',
      );
    },
    macOf: (applicationId, set) => mac.of(...partsOf(applicationId, set)),
  };
}

function partsOf(applicationId: string, { revision, settings, policies }: RuleSet): readonly MacPart[] {
  return [
    applicationId,
    revision,
    settingsPart(settings),
    policies.length,
    ...policies
      .toSorted(byId)
      .flatMap((row) => [
        row.policy_id,
        row.is_active,
        row.name,
        row.chain,
        row.scope,
        row.description,
        row.rules_json,
        row.revision,
        row.time_created,
        row.time_updated,
      ]),
  ];
}

// Sorted here, because the database's order depends on its locale.
const byId = (left: PolicyRow, right: PolicyRow) => (left.policy_id < right.policy_id ? -1 : 1);

// Only settings that differ from the first defaults, so that a future setting leaves every MAC unchanged.
function settingsPart(settings: PolicySettings): string {
  const names = Object.keys(formerDefaultSettings).sort() as (keyof PolicySettings)[];
  const changed = names.filter(
    (name) => JSON.stringify(settings[name]) !== JSON.stringify(formerDefaultSettings[name]),
  );
  return JSON.stringify(Object.fromEntries(changed.map((name) => [name, settings[name]])));
}
