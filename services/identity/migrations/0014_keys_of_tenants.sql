-- Every key contains the application, so that a distributed engine can keep each application's rows on one server (docs/scaling.md).
--! breaking
-- The two directories stay as they are: they are read before the application is known.
alter table :schema.secret_key_directory drop constraint secret_key_directory_key_fkey;
alter table :schema.key_sets drop constraint key_sets_provider_fkey, drop constraint key_sets_pkey;
drop index :schema.key_sets_application_id_idx, :schema.secret_keys_application_id_idx;
alter table :schema.secret_keys drop constraint secret_keys_pkey,
  add constraint secret_keys_pkey primary key (application_id, secret_key_id);
alter table :schema.providers drop constraint providers_pkey,
  add constraint providers_pkey primary key (application_id, provider_id);
alter table :schema.key_sets
  add constraint key_sets_pkey primary key (application_id, provider_id),
  add constraint key_sets_provider_fkey foreign key (application_id, provider_id)
    references :schema.providers (application_id, provider_id) on delete cascade;
-- An id in a document is compared with the providers of every application.
create index providers_provider_id_idx on :schema.providers (provider_id);
