import type { PoolClient } from 'pg';
import { defaultSettings, type PolicySettings } from './settings.js';

/** The settings of an application; the defaults while it has changed none. */
export async function readSettings(client: PoolClient, applicationId: string): Promise<PolicySettings> {
  const { rows } = await client.query<PolicySettings>(
    `select policy_evaluation_enabled, recency_window_minutes, default_action, raw_hash_signing, eip7702_any_chain,
            embedded_wallet_provider_ids, embedded_wallet_issuers, mfa_acr_values
       from settings
      where application_id = $1`,
    [applicationId],
  );
  return rows[0] ?? defaultSettings;
}

export async function writeSettings(
  client: PoolClient,
  applicationId: string,
  settings: PolicySettings,
  now: Date,
): Promise<void> {
  await client.query(
    `insert into settings (application_id, policy_evaluation_enabled, recency_window_minutes, default_action,
                           raw_hash_signing, eip7702_any_chain, embedded_wallet_provider_ids, embedded_wallet_issuers,
                           mfa_acr_values, time_updated)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (application_id) do update
        set policy_evaluation_enabled = excluded.policy_evaluation_enabled,
            recency_window_minutes = excluded.recency_window_minutes,
            default_action = excluded.default_action,
            raw_hash_signing = excluded.raw_hash_signing,
            eip7702_any_chain = excluded.eip7702_any_chain,
            embedded_wallet_provider_ids = excluded.embedded_wallet_provider_ids,
            embedded_wallet_issuers = excluded.embedded_wallet_issuers,
            mfa_acr_values = excluded.mfa_acr_values,
            time_updated = excluded.time_updated`,
    [
      applicationId,
      settings.policy_evaluation_enabled,
      settings.recency_window_minutes,
      settings.default_action,
      settings.raw_hash_signing,
      settings.eip7702_any_chain,
      settings.embedded_wallet_provider_ids,
      settings.embedded_wallet_issuers,
      settings.mfa_acr_values,
      now,
    ],
  );
}
