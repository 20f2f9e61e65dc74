import type { Standards } from '../engine/decide.js';
import type { PolicySettings } from '../settings/settings.js';

/** The settings of an application as they apply to a user of one of its identity providers. */
export function standardsFor(settings: PolicySettings, providerId: string): Standards {
  return {
    evaluationEnabled: settings.policy_evaluation_enabled,
    defaultAction: settings.default_action,
    rawHashSigning: settings.raw_hash_signing,
    anyChainDelegation: settings.eip7702_any_chain,
    stepUpApplies: settings.embedded_wallet_provider_ids.includes(providerId),
  };
}
