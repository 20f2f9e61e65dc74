-- An acceptance lets an application go on, and begins a generation of its log. Its MAC, under the event key, shows that
-- a command of the service wrote it. One without is undone.
alter table :schema.losses
  add column acceptance_mac bytea constraint losses_acceptance_mac_length check (octet_length(acceptance_mac) = 32);
grant update (acceptance_mac) on :schema.losses to :runtime_role;
