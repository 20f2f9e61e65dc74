-- Applications (tenants), their credentials and their identity providers.
--
-- application_directory says which application an API key or a secret key belongs to, before the tenant is known; it holds no secret and no
-- tenant data, so it alone has no row-level security. Its revision is raised by every write to anything of the application, in the same
-- transaction and before the write, so that the writes of one application happen one after the other.
create table :schema.application_directory (
  application_id uuid constraint application_directory_pkey primary key,
  api_key text not null constraint application_directory_api_key_key unique,
  revision bigint not null constraint application_directory_revision_positive check (revision > 0)
);

create table :schema.applications (
  application_id uuid constraint applications_pkey primary key
    constraint applications_directory_fkey references :schema.application_directory (application_id),
  name text not null constraint applications_name_length check (char_length(name) between 1 and 255),
  op_jwt_mode text not null constraint applications_op_jwt_mode_known check (op_jwt_mode in ('observe', 'single_payload')),
  express_jwt_max_lifetime_seconds integer not null
    constraint applications_express_jwt_max_lifetime_range check (express_jwt_max_lifetime_seconds between 60 and 86400),
  access_key_recovery boolean not null,
  email_provider_ids uuid[] not null,
  pregenerated_wallets boolean not null,
  time_created timestamptz not null,
  time_updated timestamptz not null
);

-- hash is HMAC-SHA256 of the whole key under the service's pepper; the key itself is stored nowhere.
create table :schema.secret_keys (
  secret_key_id uuid constraint secret_keys_pkey primary key,
  application_id uuid not null constraint secret_keys_application_fkey references :schema.applications (application_id),
  hash bytea not null constraint secret_keys_hash_length check (octet_length(hash) = 32),
  time_created timestamptz not null,
  time_last_used timestamptz,
  time_revoked timestamptz
);
create index secret_keys_application_id_idx on :schema.secret_keys (application_id);

-- Which application a secret key names: read before the tenant is known.
create table :schema.secret_key_directory (
  secret_key_id uuid constraint secret_key_directory_pkey primary key
    constraint secret_key_directory_key_fkey references :schema.secret_keys (secret_key_id),
  application_id uuid not null
    constraint secret_key_directory_application_fkey references :schema.application_directory (application_id)
);

create table :schema.providers (
  provider_id uuid constraint providers_pkey primary key,
  application_id uuid not null constraint providers_application_fkey references :schema.applications (application_id),
  issuer text not null,
  audience text not null,
  jwks_uri text not null,
  time_created timestamptz not null,
  time_updated timestamptz not null,
  constraint providers_issuer_audience_key unique (application_id, issuer, audience)
);

-- The last good key set of each provider, and when it is fetched next. key_set_json is null once the set is too old to be used.
create table :schema.key_sets (
  provider_id uuid constraint key_sets_pkey primary key
    constraint key_sets_provider_fkey references :schema.providers (provider_id) on delete cascade,
  application_id uuid not null constraint key_sets_application_fkey references :schema.applications (application_id),
  key_set_json text constraint key_sets_size check (octet_length(key_set_json) <= 65536),
  time_fetched timestamptz not null,
  time_attempted timestamptz not null,
  -- set while a replica is fetching; in the past or null otherwise
  time_fetch_ends timestamptz,
  time_next_fetch timestamptz not null,
  -- raised when a fetch begins and when the address changes; the result of a fetch counts only while it is still the one that began it
  attempt bigint not null,
  failures integer not null,
  last_failure text
);
create index key_sets_time_next_fetch_idx on :schema.key_sets (time_next_fetch);
create index key_sets_application_id_idx on :schema.key_sets (application_id);

-- Second line of tenant isolation: a transaction sees the rows of the application it names, or, where it says so, of every application
-- (the operator's list, the refresh of key sets, the proposal of a trust bundle).
alter table :schema.applications enable row level security;
alter table :schema.applications force row level security;
create policy applications_tenant on :schema.applications
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');

alter table :schema.secret_keys enable row level security;
alter table :schema.secret_keys force row level security;
create policy secret_keys_tenant on :schema.secret_keys
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');

alter table :schema.providers enable row level security;
alter table :schema.providers force row level security;
create policy providers_tenant on :schema.providers
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');

alter table :schema.key_sets enable row level security;
alter table :schema.key_sets force row level security;
create policy key_sets_tenant on :schema.key_sets
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');

grant usage on schema :schema to :runtime_role;
grant select, insert, update on :schema.application_directory to :runtime_role;
grant select, insert on :schema.secret_key_directory to :runtime_role;
grant select, insert, update on :schema.applications to :runtime_role;
grant select, insert, update on :schema.secret_keys to :runtime_role;
grant select, insert, update, delete on :schema.providers to :runtime_role;
grant select, insert, update, delete on :schema.key_sets to :runtime_role;
