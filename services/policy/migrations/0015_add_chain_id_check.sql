-- Whether what a wallet signs must be for the chain of its network, where that is known.
alter table :schema.settings add column chain_id_check text not null default 'enforce'
  constraint settings_chain_id_check_known check (chain_id_check in ('enforce', 'off'));
