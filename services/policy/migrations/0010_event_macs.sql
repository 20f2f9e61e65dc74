-- Proves that a row was written by a process that has the verdict key: webhooks are told of no other. Null: written before there were any.
alter table :schema.events add column mac bytea constraint events_mac_length check (octet_length(mac) = 32);
