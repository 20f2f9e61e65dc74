import { chains, type Chain } from '@wallet-service/addresses';
import { chainIdOf } from '@wallet-service/networks';
import type { EvaluationSettings } from '../engine/decide.js';
import type { PolicyRules } from '../engine/rule.js';
import type { PolicySettings } from '../settings/settings.js';
import type { RulesInForce } from './rules-in-force.js';

/** An application's settings, for the users of an issuer and a wallet. */
export function evaluationSettingsFor(
  settings: PolicySettings,
  { issuer, ...wallet }: { readonly issuer: string; readonly chain: Chain; readonly network: string },
  policiesElsewhere: readonly PolicyRules[] = [],
): EvaluationSettings {
  return {
    evaluationEnabled: settings.policy_evaluation_enabled,
    defaultAction: settings.default_action,
    rawHashSigning: settings.raw_hash_signing,
    anyChainDelegation: settings.eip7702_any_chain,
    onlyChainId: settings.chain_id_check === 'enforce' ? chainIdOf(wallet) : undefined,
    // Not by the user's provider row, because they could choose another row with the same issuer.
    stepUpApplies: settings.embedded_wallet_issuers?.includes(issuer) ?? true,
    policiesElsewhere,
    approvals: 0,
  };
}

/** Any active policy blocks exports, also one for another chain. */
export function policiesOfOtherChains(
  rulebooks: RulesInForce['rulebooks'],
  chain: Chain,
): readonly PolicyRules[] {
  return chains.filter((other) => other !== chain).flatMap((other) => rulebooks[other].policies);
}
