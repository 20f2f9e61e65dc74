-- Endpoints of applications, the events that concern them, and the delivery of each event to each endpoint.
--
-- Secrets are sealed under the service's key (src/endpoints/seal-secret.ts). start_… is the end of each feed when the endpoint was made or
-- enabled: what happened up to there is not told.
create table :schema.endpoints (
  endpoint_id uuid constraint endpoints_pkey primary key,
  application_id uuid not null,
  url text not null constraint endpoints_url_length check (char_length(url) between 1 and 2048),
  description text not null constraint endpoints_description_length check (char_length(description) <= 255),
  event_types text[] not null,
  disabled_reason text constraint endpoints_disabled_reason_known check (disabled_reason in ('requested', 'gone')),
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  time_previous_expires timestamptz,
  start_wallet bigint not null,
  start_policy bigint not null,
  start_identity bigint not null,
  time_created timestamptz not null,
  time_updated timestamptz not null,
  constraint endpoints_previous_secret_expires check ((sealed_previous_secret is null) = (time_previous_expires is null))
);
create index endpoints_application_id_idx on :schema.endpoints (application_id);

-- How far each feed was read. Its row lock makes the readers of one feed write one after the other.
create table :schema.cursors (
  application_id uuid not null,
  source text not null constraint cursors_source_known check (source in ('wallet', 'policy', 'identity')),
  position bigint not null,
  time_next_poll timestamptz not null,
  constraint cursors_pkey primary key (application_id, source)
);
create index cursors_time_next_poll_idx on :schema.cursors (time_next_poll);

-- payload is the body as it is sent and signed, to the byte.
create table :schema.events (
  application_id uuid not null,
  event_id text not null,
  type text not null,
  ordering_key text not null,
  payload text not null,
  time_recorded timestamptz not null,
  constraint events_pkey primary key (application_id, event_id)
);
create index events_time_recorded_idx on :schema.events (time_recorded);

-- position orders the deliveries of one (endpoint, ordering_key): only the first pending one of them is ever attempted. While an attempt is
-- under way, time_due is when it counts as lost.
create table :schema.deliveries (
  delivery_id uuid constraint deliveries_pkey primary key,
  application_id uuid not null,
  endpoint_id uuid not null constraint deliveries_endpoint_fkey references :schema.endpoints (endpoint_id) on delete cascade,
  event_id text not null,
  ordering_key text not null,
  position bigint generated always as identity,
  status text not null constraint deliveries_status_known check (status in ('pending', 'delivered', 'failed')),
  attempts integer not null,
  under_way boolean not null,
  time_due timestamptz not null,
  response_status integer,
  problem text,
  time_created timestamptz not null,
  time_completed timestamptz,
  constraint deliveries_event_key unique (endpoint_id, event_id),
  constraint deliveries_event_fkey foreign key (application_id, event_id) references :schema.events (application_id, event_id)
);
create index deliveries_in_order_idx on :schema.deliveries (endpoint_id, ordering_key, position) where status = 'pending';
create index deliveries_time_completed_idx on :schema.deliveries (time_completed) where status <> 'pending';
create index deliveries_listed_idx on :schema.deliveries (endpoint_id, delivery_id);
create index deliveries_event_id_idx on :schema.deliveries (application_id, event_id);

-- Second line of tenant isolation: a transaction sees the rows of the application it names, or, where it says so, of every application
-- (which feeds are due, what was left behind, what is too old).
alter table :schema.endpoints enable row level security;
alter table :schema.endpoints force row level security;
create policy endpoints_tenant on :schema.endpoints
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');

alter table :schema.cursors enable row level security;
alter table :schema.cursors force row level security;
create policy cursors_tenant on :schema.cursors
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');

alter table :schema.events enable row level security;
alter table :schema.events force row level security;
create policy events_tenant on :schema.events
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');

alter table :schema.deliveries enable row level security;
alter table :schema.deliveries force row level security;
create policy deliveries_tenant on :schema.deliveries
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');

grant usage on schema :schema to :runtime_role;
grant select, insert, update, delete on :schema.endpoints to :runtime_role;
grant select, insert, update on :schema.cursors to :runtime_role;
grant select, insert, delete on :schema.events to :runtime_role;
grant select, insert, update, delete on :schema.deliveries to :runtime_role;
