import type { PoolClient } from 'pg';
import { defaultSettingsOf, type PolicySettings } from './settings.js';

/** The driver returns a bigint as text. */
type StoredSettings = Omit<PolicySettings, 'plain_chain_ids'> & {
  readonly plain_chain_ids: readonly string[];
};

export type ReadSettings = {
  readonly settings: PolicySettings;
  /** False: the application has changed none, and these are the defaults. */
  readonly areStored: boolean;
};

export async function readSettings(client: PoolClient, applicationId: string): Promise<ReadSettings> {
  const { rows } = await client.query<StoredSettings>(
    `select policy_evaluation_enabled, recency_window_minutes, default_action, raw_hash_signing, eip7702_any_chain,
            chain_id_check, embedded_wallet_provider_ids, embedded_wallet_issuers, mfa_acr_values, plain_chain_ids,
            denial_detail
       from settings
      where application_id = $1`,
    [applicationId],
  );
  const [stored] = rows;
  if (!stored)
    return { settings: defaultSettingsOf(applicationId, await readSince(client)), areStored: false };
  const settings = { ...stored, plain_chain_ids: stored.plain_chain_ids.map(Number) };
  return { settings, areStored: true };
}

async function readSince(client: PoolClient): Promise<number> {
  const { rows } = await client.query<{ since: Date }>('select since from evaluation_default');
  const [found] = rows;
  if (!found) throw new Error('the migration that makes evaluation the default has not run');
  return found.since.getTime();
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
                           mfa_acr_values, plain_chain_ids, denial_detail, time_updated, chain_id_check)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (application_id) do update
        set policy_evaluation_enabled = excluded.policy_evaluation_enabled,
            recency_window_minutes = excluded.recency_window_minutes,
            default_action = excluded.default_action,
            raw_hash_signing = excluded.raw_hash_signing,
            eip7702_any_chain = excluded.eip7702_any_chain,
            embedded_wallet_provider_ids = excluded.embedded_wallet_provider_ids,
            embedded_wallet_issuers = excluded.embedded_wallet_issuers,
            mfa_acr_values = excluded.mfa_acr_values,
            plain_chain_ids = excluded.plain_chain_ids,
            denial_detail = excluded.denial_detail,
            chain_id_check = excluded.chain_id_check,
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
      settings.plain_chain_ids,
      settings.denial_detail,
      now,
      settings.chain_id_check,
    ],
  );
}
