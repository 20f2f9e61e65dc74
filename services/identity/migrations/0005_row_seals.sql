-- HMAC of what the row says, under a key that the database has not. A row without one, or with another one, is not used: see src/seals.
alter table :schema.applications add column seal bytea;
alter table :schema.secret_keys add column seal bytea;
alter table :schema.providers add column seal bytea;
alter table :schema.key_sets add column seal bytea;
