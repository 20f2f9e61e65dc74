-- A bucket of fetches for tokens that name an unknown key, as one time: that at which the bucket is full again. In the past = it is full. Each fetch
-- puts it off by the time in which one fetch flows in.
alter table :schema.key_sets add column time_refreshes_restored timestamptz not null default now();
