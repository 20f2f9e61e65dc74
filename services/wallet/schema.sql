-- Written by test/schema.test.ts (WRITE_SCHEMA=1): the schema after all migrations. Never edited by hand.

create table application_keys (
  application_id uuid not null,
  wrapped_key bytea not null,
  time_created timestamp with time zone not null,
  constraint application_keys_pkey PRIMARY KEY (application_id)
);
alter table application_keys enable row level security;
alter table application_keys force row level security;
create policy application_keys_every_application on application_keys for all using ((current_setting('app.every_application'::text, true) = 'on'::text));
create policy application_keys_tenant on application_keys for all using (((application_id)::text = current_setting('app.application_id'::text, true)));
grant insert, select on application_keys to the runtime role;

create table journal_entries (
  application_id uuid not null,
  seq bigint not null,
  recorded_at_ms bigint not null,
  kind text not null,
  request_id uuid not null,
  wallet_id uuid not null,
  operation text not null,
  payload_hashes bytea not null,
  jwt_hash bytea not null,
  decision text not null,
  outcome text not null,
  error_code text not null,
  token_reused boolean not null,
  trace_id text not null,
  hash bytea not null,
  constraint journal_entries_hash_length CHECK ((octet_length(hash) = 32)),
  constraint journal_entries_jwt_hash_length CHECK ((octet_length(jwt_hash) = 32)),
  constraint journal_entries_kind_known CHECK ((kind = ANY (ARRAY['intent'::text, 'result'::text]))),
  constraint journal_entries_outcome_known CHECK ((outcome = ANY (ARRAY[''::text, 'signed'::text, 'denied'::text, 'failed'::text]))),
  constraint journal_entries_payload_hashes_length CHECK (((octet_length(payload_hashes) % 32) = 0)),
  constraint journal_entries_pkey PRIMARY KEY (application_id, seq),
  constraint journal_entries_seq_positive CHECK ((seq > 0))
);
alter table journal_entries enable row level security;
alter table journal_entries force row level security;
create policy journal_entries_append on journal_entries for insert with check (true);
create policy journal_entries_tenant_reads on journal_entries for select using (((application_id)::text = current_setting('app.application_id'::text, true)));
grant insert, select on journal_entries to the runtime role;

create table journal_heads (
  application_id uuid not null,
  seq bigint not null,
  hash bytea not null,
  constraint journal_heads_hash_length CHECK ((octet_length(hash) = 32)),
  constraint journal_heads_pkey PRIMARY KEY (application_id),
  constraint journal_heads_seq_positive CHECK ((seq >= 0))
);
grant insert, select, update on journal_heads to the runtime role;

create table trust_bundles (
  version bigint not null,
  signed_bundle bytea not null,
  time_published timestamp with time zone not null,
  constraint trust_bundles_pkey PRIMARY KEY (version)
);
grant insert, select on trust_bundles to the runtime role;

create table wallets (
  wallet_id uuid not null,
  application_id uuid not null,
  interface text not null,
  owner_issuer text not null,
  owner_subject text not null,
  chain text not null,
  network text not null,
  record_version integer not null,
  sealed bytea,
  public_key bytea,
  address text,
  lease_id uuid,
  lease_ends timestamp with time zone,
  time_created timestamp with time zone not null,
  constraint wallets_chain_known CHECK ((chain = ANY (ARRAY['ETH'::text, 'SOL'::text, 'BTC'::text]))),
  constraint wallets_interface_known CHECK ((interface = 'express'::text)),
  constraint wallets_pkey PRIMARY KEY (wallet_id),
  constraint wallets_reserved_or_made CHECK ((((record_version = 0) AND (sealed IS NULL) AND (public_key IS NULL) AND (address IS NULL) AND (lease_id IS NOT NULL) AND (lease_ends IS NOT NULL)) OR ((record_version > 0) AND (sealed IS NOT NULL) AND (public_key IS NOT NULL) AND (address IS NOT NULL) AND (lease_id IS NULL) AND (lease_ends IS NULL))))
);
CREATE UNIQUE INDEX wallets_express_owner_key ON wallets USING btree (application_id, owner_issuer, owner_subject, chain) WHERE (interface = 'express'::text);
alter table wallets enable row level security;
alter table wallets force row level security;
create policy wallets_tenant on wallets for all using (((application_id)::text = current_setting('app.application_id'::text, true)));
grant insert, select, update on wallets to the runtime role;
