-- What a kept answer is about, so that who cannot have the answer any more still learns which wallet or group he made. The answer itself stays sealed.
alter table :schema.idempotency_keys
  -- null while the request is running, and for answers that were kept before this column
  add column made_id uuid,
  -- of the wallet's record that the access key in the answer opens; null: the answer is about a group
  add column record_version integer;

-- One import of one key for one owner and network: SHA-256 over these. Null for wallets that were not imported, or before this column.
alter table :schema.wallets add column imported_key_hash bytea
  constraint wallets_imported_key_hash_length check (octet_length(imported_key_hash) = 32);
create unique index wallets_imported_once on :schema.wallets (application_id, imported_key_hash) where imported_key_hash is not null;

-- Listed by owner.
create index wallets_core_by_owner on :schema.wallets (application_id, owner_subject, wallet_id) where interface = 'core';
