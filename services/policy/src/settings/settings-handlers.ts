import type { Handlers, PolicyDefinition, ReceivedRequestOf } from '@wallet-service/grpc';
import { boundedId } from '../wire/bounded-id.js';
import type { PolicySettings, SettingsChanges } from './settings.js';
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
      return settingsToWire(await deps.readSettings(boundedId(applicationId, '/application_id')));
    },
    async UpdateSettings({ applicationId, changes, validateOnly }) {
      const id = boundedId(applicationId, '/application_id');
      return settingsToWire(
        await deps.updateSettings(id, changes ? changesOf(changes) : {}, { validateOnly }),
      );
    },
  };
}

type Wire = NonNullable<ReceivedRequestOf<PolicyDefinition['UpdateSettings']>['changes']>;

function changesOf(wire: Wire): SettingsChanges {
  const changes = {
    policy_evaluation_enabled: wire.policyEvaluationEnabled,
    recency_window_minutes: wire.recencyWindowMinutes,
    default_action: wire.defaultAction,
    raw_hash_signing: wire.rawHashSigning,
    eip7702_any_chain: wire.eip7702AnyChain,
    chain_id_check: wire.chainIdCheck,
    embedded_wallet_provider_ids: wire.embeddedWalletProviderIds?.values,
    embedded_wallet_issuers: wire.embeddedWalletIssuers?.values,
    mfa_acr_values: wire.mfaAcrValues?.values,
    plain_chain_ids: wire.plainChainIds?.values.map(Number),
    denial_detail: wire.denialDetail,
  };
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

function settingsToWire(settings: PolicySettings) {
  return {
    policyEvaluationEnabled: settings.policy_evaluation_enabled,
    recencyWindowMinutes: settings.recency_window_minutes,
    defaultAction: settings.default_action,
    rawHashSigning: settings.raw_hash_signing,
    eip7702AnyChain: settings.eip7702_any_chain,
    chainIdCheck: settings.chain_id_check,
    embeddedWalletProviderIds: [...settings.embedded_wallet_provider_ids],
    mfaAcrValues: [...settings.mfa_acr_values],
    plainChainIds: settings.plain_chain_ids.map(String),
    denialDetail: settings.denial_detail,
  };
}
