-- What became of the newest attempts at each delivery, also from before it was sent again. A row is written in the statement that writes the
-- result of the attempt, which removes the oldest beyond the bound (src/deliveries/attempt-store.ts). Only shown: nothing is decided by it.
--
-- problem: null when it was delivered.
create table :schema.delivery_attempts (
  application_id uuid not null,
  delivery_id uuid not null,
  number bigint generated always as identity,
  time_begun timestamptz not null,
  duration_ms integer not null,
  response_status integer,
  problem text,
  constraint delivery_attempts_pkey primary key (application_id, delivery_id, number),
  constraint delivery_attempts_delivery_fkey foreign key (application_id, delivery_id)
    references :schema.deliveries (application_id, delivery_id) on delete cascade
);

alter table :schema.delivery_attempts enable row level security;
alter table :schema.delivery_attempts force row level security;
create policy delivery_attempts_tenant on :schema.delivery_attempts
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');

grant select, insert, delete on :schema.delivery_attempts to :runtime_role;
