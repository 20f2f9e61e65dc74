-- Core wallets with access keys, wallet groups, pre-generated wallets, repeatable requests, and what waits for its place in the journal.

create table :schema.wallet_groups (
  group_id uuid constraint wallet_groups_pkey primary key,
  application_id uuid not null,
  resource_id text,
  time_created timestamptz not null,
  time_updated timestamptz not null,
  constraint wallet_groups_tenant_key unique (application_id, group_id)
);

-- interface: express = one wallet per owner and chain; core = as many as the application likes; pregenerated = nobody's until it is claimed
alter table :schema.wallets
  drop constraint wallets_interface_known,
  add constraint wallets_interface_known check (interface in ('express', 'core', 'pregenerated')),
  alter column owner_issuer drop not null,
  alter column owner_subject drop not null,
  -- both are part of the sealed context, so what stands here can be neither less nor more than what was agreed at the creation
  add column access_key_required boolean not null default false,
  add column recoverable boolean not null default false,
  -- opens without the access key, for nothing but a new one
  add column recovery_record bytea,
  add column group_id uuid,
  add column resource_id text,
  add column origin text not null default 'created' constraint wallets_origin_known check (origin in ('created', 'imported', 'pregenerated')),
  -- when the record was last sealed anew
  add column time_updated timestamptz,
  -- SHA-256 of application and normalised e-mail address; the address itself is nowhere
  add column email_hash bytea constraint wallets_email_hash_length check (octet_length(email_hash) = 32),
  add column time_claimed timestamptz,
  add constraint wallets_group_fkey foreign key (application_id, group_id) references :schema.wallet_groups (application_id, group_id),
  add constraint wallets_owned check (
    (interface = 'pregenerated') = (owner_issuer is null) and (interface = 'pregenerated') = (owner_subject is null)
  ),
  add constraint wallets_pregenerated check (
    (origin = 'pregenerated') = (email_hash is not null) and (interface <> 'pregenerated' or origin = 'pregenerated')
  ),
  add constraint wallets_recovery check (
    recovery_record is null or (recoverable and record_version > 0)
  ),
  add constraint wallets_recoverable_with_access_key check (access_key_required or not recoverable);

-- One wallet for an e-mail address, for ever: also after it was claimed.
create unique index wallets_email_key on :schema.wallets (application_id, email_hash) where email_hash is not null;
create index wallets_core on :schema.wallets (application_id, wallet_id) where interface = 'core';
create index wallets_core_by_group on :schema.wallets (application_id, group_id, wallet_id) where interface = 'core';
create index wallets_core_by_address on :schema.wallets (application_id, address, wallet_id) where interface = 'core';
create index wallets_core_by_resource on :schema.wallets (application_id, resource_id, wallet_id)
  where interface = 'core' and resource_id is not null;

-- A claim puts the pre-generated wallet in the place of the reservation. A wallet with a key is never deleted.
create policy wallets_only_reservations_go on :schema.wallets as restrictive for delete using (record_version = 0);

-- A request with an idempotency key. The answer, which may hold an access key, is sealed under a key that only the caller's secret key gives.
create table :schema.idempotency_keys (
  application_id uuid not null,
  key_hash bytea not null constraint idempotency_keys_key_hash_length check (octet_length(key_hash) = 32),
  body_hash bytea not null constraint idempotency_keys_body_hash_length check (octet_length(body_hash) = 32),
  -- null while the request is running
  sealed_answer bytea,
  lease_id uuid not null,
  lease_ends timestamptz not null,
  expires timestamptz not null,
  constraint idempotency_keys_pkey primary key (application_id, key_hash)
);
create index idempotency_keys_expiry on :schema.idempotency_keys (expires);

-- Events of wallets, written in the transaction of the change that they tell of; moved to the journal by one transaction, so that each gets there
-- once, whoever crashes. Ids, addresses and names of events on their way, of many tenants at once: no row-level security, as with journal_heads.
create table :schema.journal_outbox (
  outbox_id bigint generated always as identity constraint journal_outbox_pkey primary key,
  application_id uuid not null,
  recorded_at_ms bigint not null,
  request_id uuid not null,
  wallet_id uuid not null,
  event text not null,
  jwt_hash bytea not null,
  details text not null,
  trace_id text not null
);

alter table :schema.journal_entries
  drop constraint journal_entries_kind_known,
  add constraint journal_entries_kind_known check (kind in ('intent', 'result', 'event')),
  -- of an event: JSON
  add column details text not null default '';

alter table :schema.wallet_groups enable row level security;
alter table :schema.wallet_groups force row level security;
create policy wallet_groups_tenant on :schema.wallet_groups
  using (application_id::text = current_setting('app.application_id', true));

alter table :schema.idempotency_keys enable row level security;
alter table :schema.idempotency_keys force row level security;
create policy idempotency_keys_tenant on :schema.idempotency_keys
  using (application_id::text = current_setting('app.application_id', true));
-- What has expired is of no use to anybody, and is removed for all tenants at once.
create policy idempotency_keys_expired_seen on :schema.idempotency_keys for select using (expires <= clock_timestamp());
create policy idempotency_keys_expired_go on :schema.idempotency_keys for delete using (expires <= clock_timestamp());

grant delete on :schema.wallets to :runtime_role;
grant select, insert on :schema.wallet_groups to :runtime_role;
grant select, insert, update, delete on :schema.idempotency_keys to :runtime_role;
grant select, insert, delete on :schema.journal_outbox to :runtime_role;
grant delete on :schema.trust_bundles to :runtime_role;
