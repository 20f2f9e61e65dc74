-- Every key contains the application, so that a distributed engine can keep each application's rows on one server (docs/scaling.md).
alter table :schema.wallets drop constraint wallets_group_fkey, drop constraint wallets_pkey,
  add constraint wallets_pkey primary key (application_id, wallet_id);
alter table :schema.wallet_groups drop constraint wallet_groups_pkey, drop constraint wallet_groups_tenant_key,
  add constraint wallet_groups_pkey primary key (application_id, group_id);
alter table :schema.wallets add constraint wallets_group_fkey foreign key (application_id, group_id)
  references :schema.wallet_groups (application_id, group_id);
