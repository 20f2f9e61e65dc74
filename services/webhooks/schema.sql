-- Written by test/schema.test.ts (WRITE_SCHEMA=1): the schema after all migrations. Never edited by hand.

create table change_outbox (
  application_id uuid not null,
  number bigint not null,
  change_id uuid not null,
  time_ms bigint not null,
  operation text not null,
  details text not null,
  trace_id text not null,
  mac bytea not null,
  constraint change_outbox_details_size CHECK ((octet_length(details) <= 16384)),
  constraint change_outbox_mac_length CHECK ((octet_length(mac) = 32)),
  constraint change_outbox_pkey PRIMARY KEY (application_id, number)
);
alter table change_outbox enable row level security;
alter table change_outbox force row level security;
create policy change_outbox_tenant on change_outbox for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant delete, insert, select on change_outbox to the runtime role;

create table cursors (
  application_id uuid not null,
  source text not null,
  position bigint not null,
  time_next_poll timestamp with time zone not null,
  mac bytea,
  time_due timestamp with time zone not null,
  constraint cursors_mac_length CHECK ((octet_length(mac) = 32)),
  constraint cursors_pkey PRIMARY KEY (application_id, source),
  constraint cursors_source_known CHECK ((source = ANY (ARRAY['wallet'::text, 'policy'::text, 'identity'::text])))
);
CREATE INDEX cursors_time_next_poll_idx ON cursors USING btree (time_next_poll);
alter table cursors enable row level security;
alter table cursors force row level security;
create policy cursors_tenant on cursors for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant insert, select on cursors to the runtime role;

create table deliveries (
  delivery_id uuid not null,
  application_id uuid not null,
  endpoint_id uuid not null,
  event_id text not null,
  ordering_key text not null,
  position bigint not null,
  status text not null,
  attempts integer not null,
  under_way boolean not null,
  time_due timestamp with time zone not null,
  response_status integer,
  problem text,
  time_created timestamp with time zone not null,
  time_completed timestamp with time zone,
  mac bytea,
  constraint deliveries_endpoint_fkey FOREIGN KEY (application_id, endpoint_id) REFERENCES endpoints(application_id, endpoint_id) ON DELETE CASCADE,
  constraint deliveries_event_fkey FOREIGN KEY (application_id, event_id) REFERENCES events(application_id, event_id),
  constraint deliveries_event_key UNIQUE (application_id, endpoint_id, event_id),
  constraint deliveries_mac_length CHECK ((octet_length(mac) = 32)),
  constraint deliveries_pkey PRIMARY KEY (application_id, delivery_id),
  constraint deliveries_status_known CHECK ((status = ANY (ARRAY['pending'::text, 'delivered'::text, 'failed'::text])))
);
CREATE INDEX deliveries_event_id_idx ON deliveries USING btree (application_id, event_id);
CREATE INDEX deliveries_in_order_idx ON deliveries USING btree (application_id, endpoint_id, ordering_key, "position") WHERE (status = 'pending'::text);
CREATE INDEX deliveries_listed_idx ON deliveries USING btree (application_id, endpoint_id, delivery_id);
CREATE INDEX deliveries_time_completed_idx ON deliveries USING btree (time_completed) WHERE (status <> 'pending'::text);
alter table deliveries enable row level security;
alter table deliveries force row level security;
create policy deliveries_tenant on deliveries for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant delete, insert, select, update on deliveries to the runtime role;

create table delivery_attempts (
  application_id uuid not null,
  delivery_id uuid not null,
  number bigint not null,
  time_begun timestamp with time zone not null,
  duration_ms integer not null,
  response_status integer,
  problem text,
  constraint delivery_attempts_delivery_fkey FOREIGN KEY (application_id, delivery_id) REFERENCES deliveries(application_id, delivery_id) ON DELETE CASCADE,
  constraint delivery_attempts_pkey PRIMARY KEY (application_id, delivery_id, number)
);
alter table delivery_attempts enable row level security;
alter table delivery_attempts force row level security;
create policy delivery_attempts_tenant on delivery_attempts for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant delete, insert, select on delivery_attempts to the runtime role;

create table endpoint_sets (
  application_id uuid not null,
  generation bigint not null,
  mac bytea not null,
  constraint endpoint_sets_generation_positive CHECK ((generation > 0)),
  constraint endpoint_sets_mac_length CHECK ((octet_length(mac) = 32)),
  constraint endpoint_sets_pkey PRIMARY KEY (application_id)
);
alter table endpoint_sets enable row level security;
alter table endpoint_sets force row level security;
create policy endpoint_sets_tenant on endpoint_sets for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant insert, select on endpoint_sets to the runtime role;

create table endpoints (
  endpoint_id uuid not null,
  application_id uuid not null,
  url text not null,
  description text not null,
  event_types text[] not null,
  disabled_reason text,
  sealed_secret bytea not null,
  sealed_previous_secret bytea,
  time_previous_expires timestamp with time zone,
  start_wallet bigint not null,
  start_policy bigint not null,
  start_identity bigint not null,
  time_created timestamp with time zone not null,
  time_updated timestamp with time zone not null,
  constraint endpoints_description_length CHECK ((char_length(description) <= 255)),
  constraint endpoints_disabled_reason_known CHECK ((disabled_reason = ANY (ARRAY['requested'::text, 'gone'::text]))),
  constraint endpoints_pkey PRIMARY KEY (application_id, endpoint_id),
  constraint endpoints_previous_secret_expires CHECK (((sealed_previous_secret IS NULL) = (time_previous_expires IS NULL))),
  constraint endpoints_url_length CHECK (((char_length(url) >= 1) AND (char_length(url) <= 2048)))
);
alter table endpoints enable row level security;
alter table endpoints force row level security;
create policy endpoints_tenant on endpoints for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant delete, insert, select, update on endpoints to the runtime role;

create table events (
  application_id uuid not null,
  event_id text not null,
  type text not null,
  ordering_key text not null,
  payload text not null,
  time_recorded timestamp with time zone not null,
  mac bytea,
  bytes integer not null,
  written_to bigint not null,
  trace_id text,
  constraint events_mac_length CHECK ((octet_length(mac) = 32)),
  constraint events_pkey PRIMARY KEY (application_id, event_id)
);
CREATE INDEX events_time_recorded_idx ON events USING btree (time_recorded);
CREATE INDEX events_trace_id_idx ON events USING btree (application_id, trace_id) WHERE (trace_id IS NOT NULL);
CREATE INDEX events_written_to_idx ON events USING btree (application_id, written_to);
alter table events enable row level security;
alter table events force row level security;
create policy events_tenant on events for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant delete, insert, select on events to the runtime role;
