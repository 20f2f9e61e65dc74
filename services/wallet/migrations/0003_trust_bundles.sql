-- Signed trust bundles as they were published. The signers check them; here they are only kept and handed on. No tenant's table: a bundle is about all.
create table :schema.trust_bundles (
  version bigint constraint trust_bundles_pkey primary key,
  signed_bundle bytea not null,
  time_published timestamptz not null
);
grant select, insert on :schema.trust_bundles to :runtime_role;
