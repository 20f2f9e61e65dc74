import type { Policy, PolicyChange } from '../policies/policy.js';
import type { PolicySettings } from '../settings/settings.js';

/** An event for applications: the facts after the change. */
export type PolicyEvent = {
  /** `evt_` and 32 hex digits. */
  readonly id: string;
  readonly type: 'policy.changed' | `signature_request.${string}`;
  readonly time: Date;
  /** Public facts as JSON. */
  readonly dataJson: string;
};

/** The rules are left out, because they may be large and receivers can read them. `id`: a new UUID. */
export function policyChanged(id: string, change: PolicyChange, policy: Policy): PolicyEvent {
  const { id: policyId, revision, name, chain, scope, is_active, timeUpdated } = policy;
  return eventOf(id, timeUpdated, { change, policy_id: policyId, revision, name, chain, scope, is_active });
}

export function settingsChanged(id: string, time: Date, settings: PolicySettings): PolicyEvent {
  return eventOf(id, time, { change: 'settings_updated', settings });
}

function eventOf(id: string, time: Date, data: object): PolicyEvent {
  return {
    id: `evt_${id.replaceAll('-', '')}`,
    type: 'policy.changed',
    time,
    dataJson: JSON.stringify(data),
  };
}
