import type { Handlers, PolicyDefinition, ReceivedRequestOf } from '@wallet-service/grpc';
import { boundedId } from '../wire/bounded-id.js';
import type { Warning } from '../wire/warning.js';
import type { PolicySettings, SettingsChanges } from './settings.js';
import type { UpdateSettings } from './update-settings.js';

export type SettingsDeps = {
  readonly readSettings: (applicationId: string) => Promise<PolicySettings>;
  readonly updateSettings: UpdateSettings;
  /** About the settings and policies as they are now. */
  readonly warningsAbout: (
    applicationId: string,
    providerIssuers: readonly string[],
  ) => Promise<readonly Warning[]>;
};

export function settingsHandlers(
  deps: SettingsDeps,
): Pick<Handlers<PolicyDefinition>, 'GetSettings' | 'UpdateSettings'> {
  return {
    async GetSettings({ applicationId }) {
      return settingsToWire(await deps.readSettings(boundedId(applicationId, '/application_id')));
    },
    async UpdateSettings({ applicationId, changes, validateOnly, providerIssuers }) {
      const id = boundedId(applicationId, '/application_id');
      const settings = await deps.updateSettings(id, changes ? changesOf(changes) : {}, { validateOnly });
      if (validateOnly) return settingsToWire(settings);
      const warnings = await deps.warningsAbout(id, providerIssuers);
      return { ...settingsToWire(settings), ...(warnings.length > 0 && { warnings: [...warnings] }) };
    },
  };
}

/** Whether nothing changes but that STEP_UP policies apply to the users of more issuers. */
export function onlyAddsIssuers(wire: Wire): boolean {
  return Object.keys(changesOf(wire)).join() === 'embedded_wallet_issuers';
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
