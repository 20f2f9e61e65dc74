-- Changes by people and keys, until the wallet service has written them to the application's journal. A row is written in the transaction of the
-- change, under the row lock of the application's revision: numbers of one application rise in the order of the changes.
create table :schema.change_outbox (
  application_id text not null,
  number bigint generated always as identity,
  change_id text not null,
  time_ms bigint not null,
  operation text not null,
  details text not null constraint change_outbox_details_size check (octet_length(details) <= 16384),
  trace_id text not null,
  mac bytea not null constraint change_outbox_mac_length check (octet_length(mac) = 32),
  constraint change_outbox_pkey primary key (application_id, number)
);

alter table :schema.change_outbox enable row level security;
alter table :schema.change_outbox force row level security;
create policy change_outbox_tenant on :schema.change_outbox
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');

grant select, insert, delete on :schema.change_outbox to :runtime_role;
