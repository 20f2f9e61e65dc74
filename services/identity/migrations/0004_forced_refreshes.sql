-- From when on the holder of the secret key may ask for another fetch. Apart from the bucket of unknown kids, which strangers can empty.
alter table :schema.key_sets add column time_refresh_allowed timestamptz not null default now();
