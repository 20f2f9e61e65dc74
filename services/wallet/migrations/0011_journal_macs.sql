-- Proves that a row was written by a process that has the event key: an outbox row without it does not get to the journal, and webhooks are told of no
-- entry without it. Null: written before there were any.
alter table :schema.journal_entries add column mac bytea constraint journal_entries_mac_length check (octet_length(mac) = 32);
alter table :schema.journal_outbox add column mac bytea;

-- Finds an event that is in the journal already, so that its row in the outbox, put back with its MAC, is not moved again.
create index journal_entries_events on :schema.journal_entries (application_id, request_id) where kind = 'event';

-- Outbox rows that the service did not write, or that were moved before: out of the way of the others, and kept for the investigation. The runtime role
-- can neither change nor remove one. Of many tenants at once, as the outbox.
create table :schema.journal_outbox_refused (
  outbox_id bigint not null,
  application_id uuid not null,
  recorded_at_ms bigint not null,
  request_id uuid not null,
  wallet_id uuid not null,
  event text not null,
  jwt_hash bytea not null,
  token_reused boolean not null,
  details text not null,
  trace_id text not null,
  mac bytea,
  time_refused timestamptz not null default clock_timestamp()
);
grant select, insert on :schema.journal_outbox_refused to :runtime_role;
