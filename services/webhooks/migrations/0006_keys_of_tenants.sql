-- Every key contains the application, so that a distributed engine can keep each application's rows on one server (docs/scaling.md).
drop index :schema.endpoints_application_id_idx, :schema.deliveries_in_order_idx, :schema.deliveries_listed_idx;
alter table :schema.deliveries drop constraint deliveries_endpoint_fkey, drop constraint deliveries_event_key,
  drop constraint deliveries_pkey;
alter table :schema.endpoints drop constraint endpoints_pkey,
  add constraint endpoints_pkey primary key (application_id, endpoint_id);
alter table :schema.deliveries
  add constraint deliveries_pkey primary key (application_id, delivery_id),
  add constraint deliveries_event_key unique (application_id, endpoint_id, event_id),
  add constraint deliveries_endpoint_fkey foreign key (application_id, endpoint_id)
    references :schema.endpoints (application_id, endpoint_id) on delete cascade;
create index deliveries_in_order_idx on :schema.deliveries (application_id, endpoint_id, ordering_key, position)
  where status = 'pending';
create index deliveries_listed_idx on :schema.deliveries (application_id, endpoint_id, delivery_id);
