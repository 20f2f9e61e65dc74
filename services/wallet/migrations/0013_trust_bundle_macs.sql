-- Proves that a bundle was stored by a process that has the event key, after a signer had taken it: what has no such proof is handed to nobody. Null:
-- written before there were any.
alter table :schema.trust_bundles add column mac bytea;
alter table :schema.trust_bundles add column digest bytea not null generated always as (sha256(signed_bundle)) stored;
-- Gives bundles of before their MAC; nothing else of them can be changed.
grant update (mac) on :schema.trust_bundles to :runtime_role;
