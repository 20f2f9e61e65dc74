-- What the service wrote carries a MAC under a key that the database has not; what does not fit is not used (src/row-macs.ts).
--
-- One row for all endpoints of an application: which there are, with everything that is stored of each. Its row lock makes the changes of one
-- application's endpoints happen one after the other; generation rises with each of them.
create table :schema.endpoint_sets (
  application_id uuid constraint endpoint_sets_pkey primary key,
  generation bigint not null constraint endpoint_sets_generation_positive check (generation > 0),
  mac bytea not null constraint endpoint_sets_mac_length check (octet_length(mac) = 32)
);
alter table :schema.endpoint_sets enable row level security;
alter table :schema.endpoint_sets force row level security;
create policy endpoint_sets_tenant on :schema.endpoint_sets
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');
grant select, insert, update on :schema.endpoint_sets to :runtime_role;

-- Null: written before there were any. Of a delivery that came to its end: null too, so that it does not begin again by its status alone.
alter table :schema.cursors add column mac bytea constraint cursors_mac_length check (octet_length(mac) = 32);
alter table :schema.events add column mac bytea constraint events_mac_length check (octet_length(mac) = 32);
alter table :schema.deliveries add column mac bytea constraint deliveries_mac_length check (octet_length(mac) = 32);
grant update (mac) on :schema.events to :runtime_role;
