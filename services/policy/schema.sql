-- Written by test/schema.test.ts (WRITE_SCHEMA=1): the schema after all migrations. Never edited by hand.

create table application_revisions (
  application_id text not null,
  revision bigint not null,
  mac bytea,
  constraint application_revisions_application_id_length CHECK (((char_length(application_id) >= 1) AND (char_length(application_id) <= 64))),
  constraint application_revisions_mac_length CHECK ((octet_length(mac) = 32)),
  constraint application_revisions_pkey PRIMARY KEY (application_id),
  constraint application_revisions_revision_positive CHECK ((revision > 0))
);
grant insert, select on application_revisions to the runtime role;

create table change_outbox (
  application_id text not null,
  number bigint not null,
  change_id text not null,
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
create policy change_outbox_tenant on change_outbox for all using (((application_id = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant delete, insert, select on change_outbox to the runtime role;

create table decision_bytes (
  application_id text not null,
  written bigint not null,
  kept_from bigint not null,
  constraint decision_bytes_pkey PRIMARY KEY (application_id),
  constraint decision_bytes_written_positive CHECK ((written > 0))
);
grant insert, select on decision_bytes to the runtime role;

create table decision_policies (
  policy_id text not null,
  decision_id text not null,
  application_id text not null,
  constraint decision_policies_decision_fkey FOREIGN KEY (application_id, decision_id) REFERENCES decisions(application_id, decision_id) ON DELETE CASCADE,
  constraint decision_policies_pkey PRIMARY KEY (application_id, policy_id, decision_id)
);
CREATE INDEX decision_policies_decision_id_idx ON decision_policies USING btree (application_id, decision_id);
alter table decision_policies enable row level security;
alter table decision_policies force row level security;
create policy decision_policies_expire on decision_policies for delete using (true);
create policy decision_policies_read on decision_policies for select using (((application_id = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
create policy decision_policies_write on decision_policies for insert with check (true);
grant delete, insert, select on decision_policies to the runtime role;

create table decisions (
  decision_id text not null,
  application_id text not null,
  record_json text not null,
  time timestamp with time zone not null,
  written_to bigint not null,
  wallet_id text,
  outcome text,
  user_hash bytea,
  trace_id text,
  proof text,
  request bytea,
  constraint decisions_pkey PRIMARY KEY (application_id, decision_id),
  constraint decisions_user_hash_length CHECK ((octet_length(user_hash) = 32))
);
CREATE INDEX decisions_refused_idx ON decisions USING btree (application_id, outcome, decision_id) WHERE (outcome <> 'allow'::text);
CREATE INDEX decisions_time_idx ON decisions USING btree ("time");
CREATE INDEX decisions_trace_idx ON decisions USING btree (application_id, trace_id, decision_id) WHERE (trace_id IS NOT NULL);
CREATE INDEX decisions_user_idx ON decisions USING btree (application_id, user_hash, decision_id) WHERE (user_hash IS NOT NULL);
CREATE INDEX decisions_wallet_idx ON decisions USING btree (application_id, wallet_id, decision_id);
CREATE INDEX decisions_written_to_idx ON decisions USING btree (application_id, written_to);
alter table decisions enable row level security;
alter table decisions force row level security;
create policy decisions_expire on decisions for delete using (true);
create policy decisions_read on decisions for select using (((application_id = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
create policy decisions_write on decisions for insert with check (true);
grant delete, insert, select on decisions to the runtime role;

create table evaluation_default (
  since timestamp with time zone not null,
  one_row boolean not null,
  constraint evaluation_default_one_row CHECK (one_row),
  constraint evaluation_default_pkey PRIMARY KEY (one_row)
);
grant select on evaluation_default to the runtime role;

create table events (
  application_id text not null,
  position bigint not null,
  event_id text not null,
  type text not null,
  time timestamp with time zone not null,
  data_json text not null,
  mac bytea,
  written_to bigint not null,
  kept_from bigint not null,
  constraint events_mac_length CHECK ((octet_length(mac) = 32)),
  constraint events_pkey PRIMARY KEY (application_id, "position"),
  constraint events_position_positive CHECK (("position" > 0)),
  constraint events_revision_fkey FOREIGN KEY (application_id) REFERENCES application_revisions(application_id)
);
CREATE INDEX events_written_to_idx ON events USING btree (application_id, written_to);
alter table events enable row level security;
alter table events force row level security;
create policy events_tenant on events for all using ((application_id = current_setting('app.application_id'::text, true)));
grant insert, select on events to the runtime role;

create table floor_revisions (
  application_id text not null,
  revision bigint not null,
  constraint floor_revisions_pkey PRIMARY KEY (application_id),
  constraint floor_revisions_revision_positive CHECK ((revision > 0))
);
grant insert, select on floor_revisions to the runtime role;

create table policies (
  policy_id text not null,
  application_id text not null,
  is_active boolean not null,
  name text not null,
  chain text not null,
  scope text not null,
  description text,
  rules_json text not null,
  revision integer not null,
  time_created timestamp with time zone not null,
  time_updated timestamp with time zone not null,
  constraint policies_chain_known CHECK ((chain = ANY (ARRAY['ETH'::text, 'SOL'::text, 'BTC'::text]))),
  constraint policies_description_length CHECK ((char_length(description) <= 1000)),
  constraint policies_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint policies_pkey PRIMARY KEY (application_id, policy_id),
  constraint policies_revision_fkey FOREIGN KEY (application_id) REFERENCES application_revisions(application_id),
  constraint policies_revision_positive CHECK ((revision > 0)),
  constraint policies_scope_known CHECK ((scope = ANY (ARRAY['GLOBAL'::text, 'STEP_UP'::text])))
);
alter table policies enable row level security;
alter table policies force row level security;
create policy policies_tenant on policies for all using ((application_id = current_setting('app.application_id'::text, true)));
grant delete, insert, select, update on policies to the runtime role;

create table policy_revisions (
  policy_id text not null,
  revision integer not null,
  application_id text not null,
  change text not null,
  is_active boolean not null,
  name text not null,
  chain text not null,
  scope text not null,
  description text,
  rules_json text not null,
  time_created timestamp with time zone not null,
  time timestamp with time zone not null,
  written_to bigint not null,
  actor_kind text not null,
  actor_id text not null,
  reason text not null,
  constraint policy_revisions_actor_id_length CHECK ((char_length(actor_id) <= 255)),
  constraint policy_revisions_actor_kind_length CHECK ((char_length(actor_kind) <= 32)),
  constraint policy_revisions_change_known CHECK ((change = ANY (ARRAY['created'::text, 'updated'::text, 'deleted'::text]))),
  constraint policy_revisions_pkey PRIMARY KEY (application_id, policy_id, revision),
  constraint policy_revisions_reason_length CHECK ((char_length(reason) <= 500))
);
CREATE INDEX policy_revisions_written_to_idx ON policy_revisions USING btree (application_id, written_to);
alter table policy_revisions enable row level security;
alter table policy_revisions force row level security;
create policy policy_revisions_tenant on policy_revisions for all using ((application_id = current_setting('app.application_id'::text, true)));
grant insert, select on policy_revisions to the runtime role;

create table record_floors (
  application_id text not null,
  wallet_id text not null,
  version bigint not null,
  constraint record_floors_pkey PRIMARY KEY (application_id, wallet_id),
  constraint record_floors_version_range CHECK (((version >= 2) AND (version <= '4294967295'::bigint)))
);
grant insert, select on record_floors to the runtime role;

create table settings (
  application_id text not null,
  policy_evaluation_enabled boolean not null,
  recency_window_minutes integer not null,
  default_action text not null,
  raw_hash_signing text not null,
  eip7702_any_chain text not null,
  embedded_wallet_provider_ids text[] not null,
  time_updated timestamp with time zone not null,
  embedded_wallet_issuers text[],
  mfa_acr_values text[] not null,
  plain_chain_ids bigint[] not null,
  denial_detail text not null,
  chain_id_check text not null,
  constraint settings_chain_id_check_known CHECK ((chain_id_check = ANY (ARRAY['enforce'::text, 'off'::text]))),
  constraint settings_default_action_known CHECK ((default_action = ANY (ARRAY['allow'::text, 'deny'::text]))),
  constraint settings_denial_detail_known CHECK ((denial_detail = ANY (ARRAY['brief'::text, 'full'::text]))),
  constraint settings_eip7702_any_chain_known CHECK ((eip7702_any_chain = ANY (ARRAY['refuse'::text, 'allow'::text]))),
  constraint settings_pkey PRIMARY KEY (application_id),
  constraint settings_raw_hash_signing_known CHECK ((raw_hash_signing = ANY (ARRAY['refuse'::text, 'allow'::text]))),
  constraint settings_recency_window_range CHECK (((recency_window_minutes >= 1) AND (recency_window_minutes <= 43200))),
  constraint settings_revision_fkey FOREIGN KEY (application_id) REFERENCES application_revisions(application_id)
);
alter table settings enable row level security;
alter table settings force row level security;
create policy settings_tenant on settings for all using ((application_id = current_setting('app.application_id'::text, true)));
grant insert, select, update on settings to the runtime role;

create table signature_requests (
  application_id text not null,
  request_id text not null,
  wallet_id text not null,
  operation_hash bytea not null,
  text text not null,
  needed integer not null,
  state text not null,
  approvals_json text not null,
  time timestamp with time zone not null,
  time_expires timestamp with time zone not null,
  time_signed timestamp with time zone,
  mac bytea not null,
  decision_id text,
  constraint signature_requests_approvals_size CHECK ((octet_length(approvals_json) <= 131072)),
  constraint signature_requests_mac_length CHECK ((octet_length(mac) = 32)),
  constraint signature_requests_operation_hash_length CHECK ((octet_length(operation_hash) = 32)),
  constraint signature_requests_pkey PRIMARY KEY (application_id, request_id),
  constraint signature_requests_state CHECK ((state = ANY (ARRAY['open'::text, 'declined'::text]))),
  constraint signature_requests_text_size CHECK ((octet_length(text) <= 131072))
);
CREATE INDEX signature_requests_operation_idx ON signature_requests USING btree (application_id, wallet_id, operation_hash);
CREATE INDEX signature_requests_time_idx ON signature_requests USING btree ("time");
alter table signature_requests enable row level security;
alter table signature_requests force row level security;
create policy signature_requests_tenant on signature_requests for all using (((application_id = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant delete, insert, select, update on signature_requests to the runtime role;

create table spending_reservations (
  reservation_id text not null,
  application_id text not null,
  wallet_id text not null,
  asset text not null,
  payload_hash bytea not null,
  amount numeric(160,0) not null,
  time timestamp with time zone not null,
  constraint spending_reservations_amount_positive CHECK ((amount >= (0)::numeric)),
  constraint spending_reservations_payload_hash_length CHECK ((octet_length(payload_hash) = 32)),
  constraint spending_reservations_pkey PRIMARY KEY (application_id, reservation_id, asset)
);
CREATE INDEX spending_reservations_payload_idx ON spending_reservations USING btree (application_id, wallet_id, payload_hash);
CREATE INDEX spending_reservations_time_idx ON spending_reservations USING btree ("time");
CREATE INDEX spending_reservations_wallet_idx ON spending_reservations USING btree (application_id, wallet_id, asset, "time") INCLUDE (amount, payload_hash);
alter table spending_reservations enable row level security;
alter table spending_reservations force row level security;
create policy spending_reservations_kept on spending_reservations for delete using ((("time" > (clock_timestamp() - '00:02:05'::interval)) OR ("time" < (clock_timestamp() - '31 days'::interval))));
create policy spending_reservations_of_now on spending_reservations for insert with check ((("time" >= (clock_timestamp() - '00:01:00'::interval)) AND ("time" <= clock_timestamp())));
create policy spending_reservations_tenant on spending_reservations for all using (((application_id = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant delete, insert, select on spending_reservations to the runtime role;

create table spending_wallets (
  application_id text not null,
  wallet_id text not null,
  reservations bigint not null,
  constraint spending_wallets_pkey PRIMARY KEY (application_id, wallet_id)
);
alter table spending_wallets enable row level security;
alter table spending_wallets force row level security;
create policy spending_wallets_tenant on spending_wallets for all using ((application_id = current_setting('app.application_id'::text, true)));
grant insert, select on spending_wallets to the runtime role;
