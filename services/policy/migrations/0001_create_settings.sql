-- What the service decides by, one row an application.
--
-- application_revisions is raised by every write to anything that decides for the application (settings, policies), in the same transaction and
-- before the write, so that the writes of one application happen one after the other and a reader that sees the revision sees the write. It
-- is read for many applications in one statement and holds nothing but counters; so it, like record_floors, has no row-level security.
create table :schema.application_revisions (
  application_id text constraint application_revisions_pkey primary key
    constraint application_revisions_application_id_length check (char_length(application_id) between 1 and 64),
  revision bigint not null constraint application_revisions_revision_positive check (revision > 0)
);

create table :schema.settings (
  application_id text constraint settings_pkey primary key
    constraint settings_revision_fkey references :schema.application_revisions (application_id),
  policy_evaluation_enabled boolean not null,
  recency_window_minutes integer not null
    constraint settings_recency_window_range check (recency_window_minutes between 1 and 43200),
  default_action text not null constraint settings_default_action_known check (default_action in ('allow', 'deny')),
  raw_hash_signing text not null constraint settings_raw_hash_signing_known check (raw_hash_signing in ('refuse', 'allow')),
  eip7702_any_chain text not null constraint settings_eip7702_any_chain_known check (eip7702_any_chain in ('refuse', 'allow')),
  embedded_wallet_provider_ids text[] not null,
  time_updated timestamptz not null
);

-- The highest version of each wallet's sealed record that was ever seen here; a record that was never re-sealed (version 1) has no row.
-- An older record put back into the wallet service's store is refused by it.
create table :schema.record_floors (
  application_id text not null,
  wallet_id text not null,
  version bigint not null constraint record_floors_version_range check (version between 2 and 4294967295),
  constraint record_floors_pkey primary key (application_id, wallet_id)
);

alter table :schema.settings enable row level security;
alter table :schema.settings force row level security;
create policy settings_tenant on :schema.settings
  using (application_id = current_setting('app.application_id', true));

grant select, insert, update on :schema.application_revisions, :schema.settings, :schema.record_floors to :runtime_role;
