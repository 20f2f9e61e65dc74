-- Which tokens of its issuer a provider takes. The code writes them into the MAC only if they differ from these defaults, so that the rows of before
-- keep theirs.
alter table :schema.providers
  add column audience_match text not null default 'contains'
    constraint providers_audience_match_known check (audience_match in ('contains', 'exact')),
  add column audience_claim text not null default 'aud'
    constraint providers_audience_claim_known check (audience_claim in ('aud', 'azp', 'client_id')),
  add column token_types text[] not null default '{absent,JWT,at+jwt,id_token+jwt}'
    constraint providers_token_types_count check (cardinality(token_types) between 1 and 8);
grant update (audience_match, audience_claim, token_types) on :schema.providers to :runtime_role;
