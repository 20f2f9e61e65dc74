import type { Handlers, PolicyDefinition } from '@wallet-service/grpc';
import { boundedId } from '../wire/bounded-id.js';
import { parseBody } from '../wire/parse-body.js';
import type { PolicySettings } from './settings.js';
import type { UpdateSettings } from './update-settings.js';

export type SettingsDeps = {
  readonly readSettings: (applicationId: string) => Promise<PolicySettings>;
  readonly updateSettings: UpdateSettings;
};

export function settingsHandlers(
  deps: SettingsDeps,
): Pick<Handlers<PolicyDefinition>, 'GetSettings' | 'UpdateSettings'> {
  return {
    async GetSettings({ applicationId }) {
      return toProto(await deps.readSettings(boundedId(applicationId, '/application_id')));
    },
    async UpdateSettings({ applicationId, changesJson, validateOnly }) {
      const changes = parseBody(changesJson);
      return toProto(
        await deps.updateSettings(boundedId(applicationId, '/application_id'), changes, { validateOnly }),
      );
    },
  };
}

function toProto(settings: PolicySettings) {
  return {
    policyEvaluationEnabled: settings.policy_evaluation_enabled,
    recencyWindowMinutes: settings.recency_window_minutes,
    defaultAction: settings.default_action,
    rawHashSigning: settings.raw_hash_signing,
    eip7702AnyChain: settings.eip7702_any_chain,
    embeddedWalletProviderIds: [...settings.embedded_wallet_provider_ids],
    mfaAcrValues: [...settings.mfa_acr_values],
    plainChainIds: settings.plain_chain_ids.map(String),
    denialDetail: settings.denial_detail,
  };
}
