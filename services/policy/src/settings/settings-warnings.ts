import type { Warning } from '../wire/warning.js';
import type { PolicySettings } from './settings.js';

export type Standing = {
  readonly settings: PolicySettings;
  readonly policies: readonly { readonly is_active: boolean; readonly scope: string }[];
};

/** Which active policies have no effect because of the settings. */
export function settingsWarnings(
  { settings, policies }: Standing,
  providerIssuers: readonly string[],
): Warning[] {
  const active = policies.filter((policy) => policy.is_active);
  const isStepUpInVain =
    active.some(({ scope }) => scope === 'STEP_UP') && !reachesAnybody(settings, providerIssuers);
  return [
    ...(active.length > 0 && !settings.policy_evaluation_enabled ? [evaluationOff] : []),
    ...(isStepUpInVain ? [stepUpInVain] : []),
  ];
}

/** The issuers are unknown if they were set by an early release. Then STEP_UP policies apply to everybody. */
function reachesAnybody(
  { embedded_wallet_issuers: issuers }: PolicySettings,
  providerIssuers: readonly string[],
): boolean {
  return issuers === null || issuers.some((issuer) => providerIssuers.includes(issuer));
}

const evaluationOff: Warning = {
  code: 'policy.evaluation-off',
  field: '/policy_evaluation_enabled',
  remedy:
    'Policies have no effect while evaluation is off: set policy_evaluation_enabled to true (PATCH /v1/application).',
};

const stepUpInVain: Warning = {
  code: 'policy.step-up-reaches-nobody',
  field: '/embedded_wallet_provider_ids',
  remedy:
    'STEP_UP policies apply to nobody: list identity providers of this application in embedded_wallet_provider_ids ' +
    '(PATCH /v1/application).',
};
