-- What the webhooks service tells applications: written in the transaction of the change, under the row lock of the application's revision, so
-- that positions have no gaps and become visible in order. Rows are never changed.
create table :schema.events (
  application_id uuid not null constraint events_application_fkey references :schema.applications (application_id),
  position bigint not null constraint events_position_positive check (position > 0),
  event_id text not null,
  type text not null,
  time timestamptz not null,
  data_json text not null,
  constraint events_pkey primary key (application_id, position)
);

alter table :schema.events enable row level security;
alter table :schema.events force row level security;
create policy events_tenant on :schema.events
  using (application_id::text = current_setting('app.application_id', true));

grant select, insert on :schema.events to :runtime_role;
