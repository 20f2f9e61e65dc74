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

create table idempotency_keys (
  application_id uuid not null,
  key_hash bytea not null,
  body_hash bytea not null,
  sealed_answer bytea,
  lease_id uuid not null,
  lease_ends timestamp with time zone not null,
  expires timestamp with time zone not null,
  made_id uuid,
  record_version integer,
  counted_to bigint,
  of_signature boolean not null,
  constraint idempotency_keys_body_hash_length CHECK ((octet_length(body_hash) = 32)),
  constraint idempotency_keys_key_hash_length CHECK ((octet_length(key_hash) = 32)),
  constraint idempotency_keys_pkey PRIMARY KEY (application_id, key_hash)
);
CREATE INDEX idempotency_keys_counted_to_idx ON idempotency_keys USING btree (application_id, of_signature, counted_to) WHERE (counted_to IS NOT NULL);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys USING btree (expires);
CREATE INDEX idempotency_keys_uncounted_idx ON idempotency_keys USING btree (application_id, of_signature) WHERE ((counted_to IS NULL) AND (sealed_answer IS NOT NULL));
alter table idempotency_keys enable row level security;
alter table idempotency_keys force row level security;
create policy idempotency_keys_expired_go on idempotency_keys for delete using ((expires <= clock_timestamp()));
create policy idempotency_keys_expired_seen on idempotency_keys for select using ((expires <= clock_timestamp()));
create policy idempotency_keys_tenant on idempotency_keys for all using (((application_id)::text = current_setting('app.application_id'::text, true)));
grant delete, insert, select, update on idempotency_keys to the runtime role;

create table journal_archive_times (
  application_id uuid not null,
  part bigint not null,
  oldest_ms bigint not null,
  newest_ms bigint not null,
  constraint journal_archive_times_pkey PRIMARY KEY (application_id, part)
);
grant select on journal_archive_times to the runtime role;

create table journal_archives (
  application_id uuid not null,
  until_ms bigint not null,
  size bigint not null,
  hashes bytea not null,
  without_key bigint not null,
  newest_ms bigint not null,
  removal text not null,
  is_dropped boolean not null,
  constraint journal_archives_hashes_length CHECK (((octet_length(hashes) % 32) = 0)),
  constraint journal_archives_pkey PRIMARY KEY (application_id, until_ms),
  constraint journal_archives_removal_known CHECK ((removal = ANY (ARRAY[''::text, 'begun'::text, 'done'::text]))),
  constraint journal_archives_size_positive CHECK ((size > 0))
);
grant select on journal_archives to the runtime role;

create table journal_chain_checkpoints (
  application_id uuid not null,
  seq bigint not null,
  hash bytea not null,
  signed_at bigint not null,
  public_key bytea not null,
  signature bytea not null,
  constraint journal_chain_checkpoints_hash_length CHECK ((octet_length(hash) = 32)),
  constraint journal_chain_checkpoints_pkey PRIMARY KEY (application_id, seq),
  constraint journal_chain_checkpoints_public_key_length CHECK ((octet_length(public_key) = 32)),
  constraint journal_chain_checkpoints_seq_positive CHECK ((seq > 0)),
  constraint journal_chain_checkpoints_signature_length CHECK ((octet_length(signature) = 64))
);
grant select on journal_chain_checkpoints to the runtime role;

create table journal_chain_heads (
  application_id uuid not null,
  seq bigint not null,
  hash bytea not null,
  constraint journal_chain_heads_hash_length CHECK ((octet_length(hash) = 32)),
  constraint journal_chain_heads_pkey PRIMARY KEY (application_id),
  constraint journal_chain_heads_seq_positive CHECK ((seq >= 0))
);
grant delete, select on journal_chain_heads to the runtime role;

create table journal_checkpoints (
  application_id uuid not null,
  generation bigint not null,
  size bigint not null,
  signed_at bigint not null,
  public_key bytea not null,
  note text not null,
  constraint journal_checkpoints_pkey PRIMARY KEY (application_id, generation, size),
  constraint journal_checkpoints_public_key_length CHECK ((octet_length(public_key) = 32)),
  constraint journal_checkpoints_size_positive CHECK ((size > 0))
);
grant insert, select on journal_checkpoints to the runtime role;

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
  hash bytea,
  details text not null,
  mac bytea,
  constraint journal_entries_hash_length CHECK ((octet_length(hash) = 32)),
  constraint journal_entries_jwt_hash_length CHECK ((octet_length(jwt_hash) = 32)),
  constraint journal_entries_kind_known CHECK ((kind = ANY (ARRAY['intent'::text, 'result'::text, 'event'::text]))),
  constraint journal_entries_mac_length CHECK ((octet_length(mac) = 32)),
  constraint journal_entries_outcome_known CHECK ((outcome = ANY (ARRAY[''::text, 'signed'::text, 'denied'::text, 'failed'::text]))),
  constraint journal_entries_payload_hashes_length CHECK (((octet_length(payload_hashes) % 32) = 0)),
  constraint journal_entries_seq_positive CHECK ((seq > 0))
) partition by RANGE (recorded_at_ms);
CREATE INDEX journal_entries_application_id_outcome_recorded_at_ms_seq_idx ON ONLY journal_entries USING btree (application_id, outcome, recorded_at_ms, seq) WHERE (outcome = ANY (ARRAY['denied'::text, 'failed'::text]));
CREATE INDEX journal_entries_application_id_recorded_at_ms_seq_idx ON ONLY journal_entries USING btree (application_id, recorded_at_ms, seq);
CREATE INDEX journal_entries_application_id_seq_idx ON ONLY journal_entries USING btree (application_id, seq) WHERE (operation = 'trust.applied'::text);
CREATE INDEX journal_entries_application_id_trace_id_recorded_at_ms_seq_idx ON ONLY journal_entries USING btree (application_id, trace_id, recorded_at_ms, seq) WHERE (trace_id <> ''::text);
CREATE INDEX journal_entries_application_id_wallet_id_recorded_at_ms_seq_idx ON ONLY journal_entries USING btree (application_id, wallet_id, recorded_at_ms, seq);
alter table journal_entries enable row level security;
alter table journal_entries force row level security;
create policy journal_entries_append on journal_entries for insert with check (true);
create policy journal_entries_archived_go on journal_entries for delete using ((current_setting('app.every_application'::text, true) = 'on'::text));
create policy journal_entries_every_application on journal_entries for select using ((current_setting('app.every_application'::text, true) = 'on'::text));
create policy journal_entries_tenant_reads on journal_entries for select using (((application_id)::text = current_setting('app.application_id'::text, true)));
grant insert, select on journal_entries to the runtime role;

create table journal_entries_rest partition of journal_entries (
  constraint journal_entries_hash_length CHECK ((octet_length(hash) = 32)),
  constraint journal_entries_jwt_hash_length CHECK ((octet_length(jwt_hash) = 32)),
  constraint journal_entries_kind_known CHECK ((kind = ANY (ARRAY['intent'::text, 'result'::text, 'event'::text]))),
  constraint journal_entries_mac_length CHECK ((octet_length(mac) = 32)),
  constraint journal_entries_outcome_known CHECK ((outcome = ANY (ARRAY[''::text, 'signed'::text, 'denied'::text, 'failed'::text]))),
  constraint journal_entries_payload_hashes_length CHECK (((octet_length(payload_hashes) % 32) = 0)),
  constraint journal_entries_pkey PRIMARY KEY (application_id, seq),
  constraint journal_entries_seq_positive CHECK ((seq > 0)),
  constraint journal_entries_time_recorded CHECK (((recorded_at_ms >= 0) AND (recorded_at_ms <= '9007199254740991'::bigint))) NOT VALID
) DEFAULT;
CREATE INDEX journal_entries_by_time ON journal_entries_rest USING btree (application_id, recorded_at_ms, seq);
CREATE INDEX journal_entries_by_trace ON journal_entries_rest USING btree (application_id, trace_id, recorded_at_ms, seq) WHERE (trace_id <> ''::text);
CREATE INDEX journal_entries_by_wallet ON journal_entries_rest USING btree (application_id, wallet_id, recorded_at_ms, seq);
CREATE INDEX journal_entries_refused ON journal_entries_rest USING btree (application_id, outcome, recorded_at_ms, seq) WHERE (outcome = ANY (ARRAY['denied'::text, 'failed'::text]));
CREATE INDEX journal_entries_trust ON journal_entries_rest USING btree (application_id, seq) WHERE (operation = 'trust.applied'::text);
alter table journal_entries_rest enable row level security;
alter table journal_entries_rest force row level security;
grant nothing on journal_entries_rest to the runtime role;

create table journal_logs (
  application_id uuid not null,
  generation bigint not null,
  size bigint not null,
  hashes bytea not null,
  mac bytea,
  constraint journal_logs_generation_positive CHECK ((generation > 0)),
  constraint journal_logs_hashes_length CHECK (((octet_length(hashes) % 32) = 0)),
  constraint journal_logs_mac_length CHECK ((octet_length(mac) = 32)),
  constraint journal_logs_pkey PRIMARY KEY (application_id),
  constraint journal_logs_size_positive CHECK ((size >= 0))
);
grant insert, select on journal_logs to the runtime role;

create table journal_pending (
  application_id uuid not null,
  pending_id bigint not null,
  time_pending timestamp with time zone not null,
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
  details text not null,
  mac bytea,
  constraint journal_pending_jwt_hash_length CHECK ((octet_length(jwt_hash) = 32)) NOT VALID,
  constraint journal_pending_kind_known CHECK ((kind = ANY (ARRAY['intent'::text, 'result'::text, 'event'::text]))) NOT VALID,
  constraint journal_pending_outcome_known CHECK ((outcome = ANY (ARRAY[''::text, 'signed'::text, 'denied'::text, 'failed'::text]))) NOT VALID,
  constraint journal_pending_payload_hashes_length CHECK (((octet_length(payload_hashes) % 32) = 0)) NOT VALID,
  constraint journal_pending_pkey PRIMARY KEY (application_id, pending_id)
);
grant delete, select on journal_pending to the runtime role;

create table journal_pending_refused (
  application_id uuid not null,
  pending_id bigint not null,
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
  details text not null,
  mac bytea,
  time_refused timestamp with time zone not null
);
grant insert, select on journal_pending_refused to the runtime role;

create table journal_retention (
  application_id uuid not null,
  months integer not null,
  constraint journal_retention_months_positive CHECK ((months > 0)),
  constraint journal_retention_pkey PRIMARY KEY (application_id)
);
grant nothing on journal_retention to the runtime role;

create table journal_tiles (
  application_id uuid not null,
  level smallint not null,
  tile bigint not null,
  hashes bytea not null,
  root bytea not null,
  constraint journal_tiles_hashes_length CHECK ((octet_length(hashes) = 8192)),
  constraint journal_tiles_level_positive CHECK ((level >= 0)),
  constraint journal_tiles_pkey PRIMARY KEY (application_id, level, tile),
  constraint journal_tiles_root_length CHECK ((octet_length(root) = 32)),
  constraint journal_tiles_tile_positive CHECK ((tile >= 0))
);
grant insert, select on journal_tiles to the runtime role;

create table losses (
  application_id uuid not null,
  loss_id uuid not null,
  replica_id uuid not null,
  wallets integer not null,
  entries integer not null,
  time_noticed timestamp with time zone not null,
  time_accepted timestamp with time zone,
  reason text not null,
  details text not null,
  acceptance_mac bytea,
  constraint losses_acceptance_mac_length CHECK ((octet_length(acceptance_mac) = 32)),
  constraint losses_pkey PRIMARY KEY (application_id, loss_id),
  constraint losses_reason_known CHECK ((reason = ANY (ARRAY['confirmed-lost'::text, 'journal-rolled-back'::text, 'journal-forked'::text, 'journal-broken'::text])))
);
CREATE INDEX losses_open ON losses USING btree (application_id) WHERE (time_accepted IS NULL);
grant insert, select on losses to the runtime role;

create table replica_beats (
  replica_id uuid not null,
  server text not null,
  beat bigint not null,
  time_beaten timestamp with time zone not null,
  constraint replica_beats_pkey PRIMARY KEY (replica_id)
);
grant delete, insert, select, update on replica_beats to the runtime role;

create table wallet_groups (
  group_id uuid not null,
  application_id uuid not null,
  resource_id text,
  time_created timestamp with time zone not null,
  time_updated timestamp with time zone not null,
  constraint wallet_groups_pkey PRIMARY KEY (application_id, group_id)
);
alter table wallet_groups enable row level security;
alter table wallet_groups force row level security;
create policy wallet_groups_tenant on wallet_groups for all using (((application_id)::text = current_setting('app.application_id'::text, true)));
grant insert, select on wallet_groups to the runtime role;

create table wallet_marks (
  application_id uuid not null,
  name bytea not null,
  wallet_id uuid,
  constraint wallet_marks_name_length CHECK ((octet_length(name) = 32)),
  constraint wallet_marks_pkey PRIMARY KEY (application_id, name)
);
alter table wallet_marks enable row level security;
alter table wallet_marks force row level security;
create policy wallet_marks_tenant on wallet_marks for all using (((application_id)::text = current_setting('app.application_id'::text, true)));
grant insert, select on wallet_marks to the runtime role;

create table wallets (
  wallet_id uuid not null,
  application_id uuid not null,
  interface text not null,
  owner_issuer text,
  owner_subject text,
  chain text not null,
  network text not null,
  record_version integer not null,
  sealed bytea,
  public_key bytea,
  address text,
  lease_id uuid,
  lease_ends timestamp with time zone,
  time_created timestamp with time zone not null,
  access_key_required boolean not null,
  recoverable boolean not null,
  recovery_record bytea,
  group_id uuid,
  resource_id text,
  origin text not null,
  time_updated timestamp with time zone,
  email_hash bytea,
  time_claimed timestamp with time zone,
  imported_key_hash bytea,
  email_mac bytea,
  constraint wallets_chain_known CHECK ((chain = ANY (ARRAY['ETH'::text, 'SOL'::text, 'BTC'::text]))),
  constraint wallets_email_hash_length CHECK ((octet_length(email_hash) = 32)),
  constraint wallets_email_keyed CHECK ((email_hash IS NULL)) NOT VALID,
  constraint wallets_email_mac_length CHECK ((octet_length(email_mac) = 32)),
  constraint wallets_group_fkey FOREIGN KEY (application_id, group_id) REFERENCES wallet_groups(application_id, group_id),
  constraint wallets_imported_key_hash_length CHECK ((octet_length(imported_key_hash) = 32)),
  constraint wallets_interface_known CHECK ((interface = ANY (ARRAY['express'::text, 'core'::text, 'pregenerated'::text]))),
  constraint wallets_origin_known CHECK ((origin = ANY (ARRAY['created'::text, 'imported'::text, 'pregenerated'::text]))),
  constraint wallets_owned CHECK ((((interface = 'pregenerated'::text) = (owner_issuer IS NULL)) AND ((interface = 'pregenerated'::text) = (owner_subject IS NULL)))),
  constraint wallets_pkey PRIMARY KEY (application_id, wallet_id),
  constraint wallets_pregenerated CHECK ((((origin = 'pregenerated'::text) = ((email_hash IS NOT NULL) OR (email_mac IS NOT NULL))) AND ((interface <> 'pregenerated'::text) OR (origin = 'pregenerated'::text)))),
  constraint wallets_recoverable_with_access_key CHECK ((access_key_required OR (NOT recoverable))),
  constraint wallets_recovery CHECK (((recovery_record IS NULL) OR (recoverable AND (record_version > 0)))),
  constraint wallets_reserved_or_made CHECK ((((record_version = 0) AND (sealed IS NULL) AND (public_key IS NULL) AND (address IS NULL) AND (lease_id IS NOT NULL) AND (lease_ends IS NOT NULL)) OR ((record_version > 0) AND (sealed IS NOT NULL) AND (public_key IS NOT NULL) AND (address IS NOT NULL) AND (lease_id IS NULL) AND (lease_ends IS NULL))))
);
CREATE INDEX wallets_by_address ON wallets USING btree (application_id, address, time_created, wallet_id) WHERE (record_version > 0);
CREATE INDEX wallets_by_network ON wallets USING btree (application_id, network, time_created, wallet_id) WHERE (record_version > 0);
CREATE INDEX wallets_by_subject ON wallets USING btree (application_id, owner_subject COLLATE "C", time_created, wallet_id) WHERE (record_version > 0);
CREATE INDEX wallets_by_time ON wallets USING btree (application_id, time_created, wallet_id) WHERE (record_version > 0);
CREATE INDEX wallets_by_user ON wallets USING btree (application_id, owner_subject COLLATE "C", owner_issuer COLLATE "C", time_created, wallet_id) WHERE ((record_version > 0) AND (owner_subject IS NOT NULL));
CREATE INDEX wallets_core ON wallets USING btree (application_id, wallet_id) WHERE (interface = 'core'::text);
CREATE INDEX wallets_core_by_address ON wallets USING btree (application_id, address, wallet_id) WHERE (interface = 'core'::text);
CREATE INDEX wallets_core_by_group ON wallets USING btree (application_id, group_id, wallet_id) WHERE (interface = 'core'::text);
CREATE INDEX wallets_core_by_owner ON wallets USING btree (application_id, owner_subject, wallet_id) WHERE (interface = 'core'::text);
CREATE INDEX wallets_core_by_resource ON wallets USING btree (application_id, resource_id, wallet_id) WHERE ((interface = 'core'::text) AND (resource_id IS NOT NULL));
CREATE UNIQUE INDEX wallets_email_key ON wallets USING btree (application_id, email_hash) WHERE (email_hash IS NOT NULL);
CREATE UNIQUE INDEX wallets_email_mac_key ON wallets USING btree (application_id, email_mac) WHERE (email_mac IS NOT NULL);
CREATE UNIQUE INDEX wallets_express_owner_key ON wallets USING btree (application_id, owner_issuer, owner_subject, chain) WHERE (interface = 'express'::text);
CREATE UNIQUE INDEX wallets_imported_once ON wallets USING btree (application_id, imported_key_hash) WHERE (imported_key_hash IS NOT NULL);
alter table wallets enable row level security;
alter table wallets force row level security;
create policy wallets_only_reservations_go on wallets for delete using ((record_version = 0));
create policy wallets_tenant on wallets for all using (((application_id)::text = current_setting('app.application_id'::text, true)));
grant delete, insert, select, update on wallets to the runtime role;
