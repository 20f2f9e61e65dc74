-- STEP_UP policies reach users by their issuer, which the verdict names and the signer finds in the token. Null: the list of providers was set
-- before issuers were kept; then STEP_UP policies reach every user until it is set anew.
alter table :schema.settings add column embedded_wallet_issuers text[];
update :schema.settings set embedded_wallet_issuers = '{}' where embedded_wallet_provider_ids = '{}';

-- Which acr claims count as multi-factor authentication.
alter table :schema.settings add column mfa_acr_values text[] not null default '{}';
