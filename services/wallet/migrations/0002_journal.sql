-- The signing journal: one hash chain per application. The runtime role can append and read; it can neither change nor remove an entry.
--
-- journal_heads is the end of each chain. An entry is appended only by the statement that moves the head from the entry before it, so two replicas
-- never write two entries of one number. It holds positions and hashes alone, so it needs no row-level security: a batch moves many chains.
create table :schema.journal_heads (
  application_id uuid constraint journal_heads_pkey primary key,
  seq bigint not null constraint journal_heads_seq_positive check (seq >= 0),
  hash bytea not null constraint journal_heads_hash_length check (octet_length(hash) = 32)
);

create table :schema.journal_entries (
  application_id uuid not null,
  seq bigint not null constraint journal_entries_seq_positive check (seq > 0),
  recorded_at_ms bigint not null,
  kind text not null constraint journal_entries_kind_known check (kind in ('intent', 'result')),
  request_id uuid not null,
  wallet_id uuid not null,
  operation text not null,
  -- SHA-256 of each payload, one after the other
  payload_hashes bytea not null constraint journal_entries_payload_hashes_length check (octet_length(payload_hashes) % 32 = 0),
  -- SHA-256 of the token
  jwt_hash bytea not null constraint journal_entries_jwt_hash_length check (octet_length(jwt_hash) = 32),
  -- empty for intents
  decision text not null,
  outcome text not null constraint journal_entries_outcome_known check (outcome in ('', 'signed', 'denied', 'failed')),
  error_code text not null,
  -- the token had been used for another payload before
  token_reused boolean not null,
  trace_id text not null,
  -- SHA-256 over the hash of the entry before and this entry's canonical form: src/journal/journal-entry.ts
  hash bytea not null constraint journal_entries_hash_length check (octet_length(hash) = 32),
  constraint journal_entries_pkey primary key (application_id, seq)
);

-- Reading is per tenant; appending is not, because one batch carries entries of many tenants.
alter table :schema.journal_entries enable row level security;
alter table :schema.journal_entries force row level security;
create policy journal_entries_tenant_reads on :schema.journal_entries for select
  using (application_id::text = current_setting('app.application_id', true));
create policy journal_entries_append on :schema.journal_entries for insert with check (true);

grant select, insert, update on :schema.journal_heads to :runtime_role;
grant select, insert on :schema.journal_entries to :runtime_role;
