--! breaking
-- Entries that wait for their place in the journal: of signatures as well as of wallets, so the outbox goes. Who makes a signature inserts a row
-- and waits for nobody else's. One replica at a time moves the entries of an application from here to its chain.
-- Entries of many applications at once, so no row-level security, as with journal_heads.
lock table :schema.journal_outbox in access exclusive mode;
create table :schema.journal_pending (
  application_id uuid not null,
  -- If one entry was committed before another was inserted, its number is smaller.
  pending_id bigint generated always as identity,
  -- The runtime role cannot set it.
  time_pending timestamptz not null default clock_timestamp(),
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
  constraint journal_pending_pkey primary key (application_id, pending_id)
-- Rows stay for a second. Without these settings those that are gone would be read again and again.
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0,
  autovacuum_analyze_threshold = 50000);
insert into :schema.journal_pending (application_id, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes, jwt_hash, decision,
    outcome, error_code, token_reused, trace_id, details, mac)
  select application_id, recorded_at_ms, 'event', request_id, wallet_id, event, '', jwt_hash, '', '', '', token_reused, trace_id, details, mac
  from :schema.journal_outbox order by outbox_id;
drop table :schema.journal_outbox;
-- As those of journal_entries. Rows that somebody wrote to the outbox are not checked: they are refused later.
alter table :schema.journal_pending
  add constraint journal_pending_kind_known check (kind in ('intent', 'result', 'event')) not valid,
  add constraint journal_pending_outcome_known check (outcome in ('', 'signed', 'denied', 'failed')) not valid,
  add constraint journal_pending_payload_hashes_length check (octet_length(payload_hashes) % 32 = 0) not valid,
  add constraint journal_pending_jwt_hash_length check (octet_length(jwt_hash) = 32) not valid;

-- For who moves entries of many applications at once: whether one is there already.
create policy journal_entries_every_application on :schema.journal_entries for select
  using (current_setting('app.every_application', true) = 'on');

create table :schema.journal_pending_refused (
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
  time_refused timestamptz not null default clock_timestamp()
);
insert into :schema.journal_pending_refused (application_id, pending_id, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes,
    jwt_hash, decision, outcome, error_code, token_reused, trace_id, details, mac, time_refused)
  select application_id, outbox_id, recorded_at_ms, 'event', request_id, wallet_id, event, '', jwt_hash, '', '', '', token_reused, trace_id,
    details, mac, time_refused
  from :schema.journal_outbox_refused;
drop table :schema.journal_outbox_refused;

-- Entries are found by wallet and time, whatever their kind.
drop index :schema.journal_entries_events;

grant select, delete on :schema.journal_pending to :runtime_role;
grant insert (application_id, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes, jwt_hash, decision, outcome, error_code,
  token_reused, trace_id, details, mac) on :schema.journal_pending to :runtime_role;
grant select, insert on :schema.journal_pending_refused to :runtime_role;
