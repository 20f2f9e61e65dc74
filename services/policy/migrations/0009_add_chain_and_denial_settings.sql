-- EVM chains, besides the known ones, on which no call moves the native coin beyond its value.
alter table :schema.settings add column plain_chain_ids bigint[] not null default '{}';

-- What a denial tells on the Express interface.
alter table :schema.settings add column denial_detail text not null default 'brief'
  constraint settings_denial_detail_known check (denial_detail in ('brief', 'full'));
