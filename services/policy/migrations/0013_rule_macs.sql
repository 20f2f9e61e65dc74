-- Proves that settings and policies of this revision are what a process with the verdict key wrote: without it nothing is decided for the application.
-- Null: written before there were any.
alter table :schema.application_revisions add column mac bytea
  constraint application_revisions_mac_length check (octet_length(mac) = 32);
grant update (mac) on :schema.application_revisions to :runtime_role;
