-- The lists of all wallets and users of an application. Text in an order that no collation version changes: by its bytes.
create index wallets_by_time on :schema.wallets (application_id, time_created, wallet_id) where record_version > 0;
create index wallets_by_address on :schema.wallets (application_id, address, time_created, wallet_id)
  where record_version > 0;
create index wallets_by_network on :schema.wallets (application_id, network, time_created, wallet_id)
  where record_version > 0;
create index wallets_by_subject on :schema.wallets (application_id, owner_subject collate "C", time_created, wallet_id)
  where record_version > 0;
create index wallets_by_user on :schema.wallets
  (application_id, owner_subject collate "C", owner_issuer collate "C", time_created, wallet_id)
  where record_version > 0 and owner_subject is not null;
