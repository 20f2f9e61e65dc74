-- Written by test/schema.test.ts (WRITE_SCHEMA=1): the schema after all migrations. Never edited by hand.

create table application_directory (
  application_id uuid not null,
  api_key text not null,
  revision bigint not null,
  constraint application_directory_api_key_key UNIQUE (api_key),
  constraint application_directory_pkey PRIMARY KEY (application_id),
  constraint application_directory_revision_positive CHECK ((revision > 0))
);
grant insert, select on application_directory to the runtime role;

create table applications (
  application_id uuid not null,
  name text not null,
  op_jwt_mode text not null,
  express_jwt_max_lifetime_seconds integer not null,
  access_key_recovery boolean not null,
  email_provider_ids uuid[] not null,
  pregenerated_wallets boolean not null,
  time_created timestamp with time zone not null,
  time_updated timestamp with time zone not null,
  mac bytea,
  allowed_origins text[] not null,
  claim_possible text not null,
  approvals_needed integer not null,
  approval_scopes text[] not null,
  constraint applications_allowed_origins_count CHECK ((cardinality(allowed_origins) <= 50)),
  constraint applications_approval_scopes_count CHECK ((cardinality(approval_scopes) <= 10)),
  constraint applications_approvals_needed_range CHECK (((approvals_needed >= 0) AND (approvals_needed <= 10))),
  constraint applications_claim_possible_known CHECK ((claim_possible = ANY (ARRAY['refuse'::text, 'skip'::text]))),
  constraint applications_directory_fkey FOREIGN KEY (application_id) REFERENCES application_directory(application_id),
  constraint applications_express_jwt_max_lifetime_range CHECK (((express_jwt_max_lifetime_seconds >= 60) AND (express_jwt_max_lifetime_seconds <= 86400))),
  constraint applications_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint applications_op_jwt_mode_known CHECK ((op_jwt_mode = ANY (ARRAY['observe'::text, 'single_payload'::text]))),
  constraint applications_pkey PRIMARY KEY (application_id)
);
alter table applications enable row level security;
alter table applications force row level security;
create policy applications_tenant on applications for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant insert, select on applications to the runtime role;

create table change_approvals (
  application_id uuid not null,
  request_id uuid not null,
  person_id uuid not null,
  passkey_json text not null,
  time_created timestamp with time zone not null,
  mac bytea not null,
  constraint change_approvals_mac_length CHECK ((octet_length(mac) = 32)),
  constraint change_approvals_passkey_size CHECK ((octet_length(passkey_json) <= 16384)),
  constraint change_approvals_person_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint change_approvals_pkey PRIMARY KEY (application_id, request_id, person_id),
  constraint change_approvals_request_fkey FOREIGN KEY (application_id, request_id) REFERENCES change_requests(application_id, request_id) ON DELETE CASCADE
);
alter table change_approvals enable row level security;
alter table change_approvals force row level security;
create policy change_approvals_tenant on change_approvals for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant delete, insert, select on change_approvals to the runtime role;

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

create table change_requests (
  application_id uuid not null,
  request_id uuid not null,
  asked_by text not null,
  scope text not null,
  method text not null,
  path text not null,
  body text not null,
  before text not null,
  reason text not null,
  needed integer not null,
  state text not null,
  status integer not null,
  code text not null,
  time_created timestamp with time zone not null,
  time_expires timestamp with time zone not null,
  time_ended timestamp with time zone,
  mac bytea not null,
  constraint change_requests_application_fkey FOREIGN KEY (application_id) REFERENCES applications(application_id),
  constraint change_requests_before_size CHECK ((octet_length(before) <= 524288)),
  constraint change_requests_body_size CHECK ((octet_length(body) <= 524288)),
  constraint change_requests_mac_length CHECK ((octet_length(mac) = 32)),
  constraint change_requests_method_known CHECK ((method = ANY (ARRAY['POST'::text, 'PATCH'::text, 'DELETE'::text]))),
  constraint change_requests_path_length CHECK (((char_length(path) >= 1) AND (char_length(path) <= 512))),
  constraint change_requests_pkey PRIMARY KEY (application_id, request_id),
  constraint change_requests_reason_length CHECK ((char_length(reason) <= 500)),
  constraint change_requests_state_known CHECK ((state = ANY (ARRAY['open'::text, 'begun'::text, 'done'::text, 'failed'::text, 'declined'::text])))
);
CREATE INDEX change_requests_time_created_idx ON change_requests USING btree (time_created);
alter table change_requests enable row level security;
alter table change_requests force row level security;
create policy change_requests_tenant on change_requests for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant delete, insert, select on change_requests to the runtime role;

create table events (
  application_id uuid not null,
  position bigint not null,
  event_id text not null,
  type text not null,
  time timestamp with time zone not null,
  data_json text not null,
  mac bytea,
  written_to bigint not null,
  kept_from bigint not null,
  constraint events_application_fkey FOREIGN KEY (application_id) REFERENCES applications(application_id),
  constraint events_mac_length CHECK ((octet_length(mac) = 32)),
  constraint events_pkey PRIMARY KEY (application_id, "position"),
  constraint events_position_positive CHECK (("position" > 0))
);
CREATE INDEX events_written_to_idx ON events USING btree (application_id, written_to);
alter table events enable row level security;
alter table events force row level security;
create policy events_tenant on events for all using (((application_id)::text = current_setting('app.application_id'::text, true)));
grant insert, select on events to the runtime role;

create table former_members (
  application_id uuid not null,
  person_id uuid not null,
  role text not null,
  time_created timestamp with time zone not null,
  time_removed timestamp with time zone not null,
  mac bytea not null,
  constraint former_members_application_fkey FOREIGN KEY (application_id) REFERENCES applications(application_id),
  constraint former_members_mac_length CHECK ((octet_length(mac) = 32)),
  constraint former_members_person_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint former_members_pkey PRIMARY KEY (application_id, person_id),
  constraint former_members_role CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'auditor'::text, 'support'::text])))
);
alter table former_members enable row level security;
alter table former_members force row level security;
create policy former_members_tenant on former_members for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant delete, insert, select on former_members to the runtime role;

create table invitations (
  person_id uuid not null,
  invitation_id uuid not null,
  hash bytea not null,
  time_expires timestamp with time zone not null,
  mac bytea not null,
  constraint invitations_hash_length CHECK ((octet_length(hash) = 32)),
  constraint invitations_invitation_id_key UNIQUE (invitation_id),
  constraint invitations_mac_length CHECK ((octet_length(mac) = 32)),
  constraint invitations_person_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint invitations_pkey PRIMARY KEY (person_id)
);
grant delete, insert, select, update on invitations to the runtime role;

create table key_sets (
  provider_id uuid not null,
  application_id uuid not null,
  key_set_json text,
  time_fetched timestamp with time zone not null,
  time_attempted timestamp with time zone not null,
  time_fetch_ends timestamp with time zone,
  time_next_fetch timestamp with time zone not null,
  attempt bigint not null,
  failures integer not null,
  last_failure text,
  time_refreshes_restored timestamp with time zone not null,
  time_refresh_allowed timestamp with time zone not null,
  mac bytea,
  constraint key_sets_application_fkey FOREIGN KEY (application_id) REFERENCES applications(application_id),
  constraint key_sets_pkey PRIMARY KEY (application_id, provider_id),
  constraint key_sets_provider_fkey FOREIGN KEY (application_id, provider_id) REFERENCES providers(application_id, provider_id) ON DELETE CASCADE,
  constraint key_sets_size CHECK ((octet_length(key_set_json) <= 65536))
);
CREATE INDEX key_sets_time_next_fetch_idx ON key_sets USING btree (time_next_fetch);
alter table key_sets enable row level security;
alter table key_sets force row level security;
create policy key_sets_tenant on key_sets for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant insert, select on key_sets to the runtime role;

create table members (
  application_id uuid not null,
  person_id uuid not null,
  role text not null,
  time_created timestamp with time zone not null,
  mac bytea not null,
  constraint members_application_fkey FOREIGN KEY (application_id) REFERENCES applications(application_id),
  constraint members_mac_length CHECK ((octet_length(mac) = 32)),
  constraint members_person_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint members_pkey PRIMARY KEY (application_id, person_id),
  constraint members_role CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'auditor'::text, 'support'::text])))
);
CREATE INDEX members_person_id_idx ON members USING btree (person_id);
alter table members enable row level security;
alter table members force row level security;
create policy members_tenant on members for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant delete, insert, select on members to the runtime role;

create table passkeys (
  credential_id text not null,
  person_id uuid not null,
  label text not null,
  algorithm integer not null,
  public_key bytea not null,
  sign_count bigint not null,
  is_backed_up boolean not null,
  time_created timestamp with time zone not null,
  time_last_used timestamp with time zone,
  mac bytea not null,
  constraint passkeys_credential_id_length CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1364))),
  constraint passkeys_label_length CHECK ((char_length(label) <= 255)),
  constraint passkeys_mac_length CHECK ((octet_length(mac) = 32)),
  constraint passkeys_person_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint passkeys_pkey PRIMARY KEY (credential_id),
  constraint passkeys_public_key_size CHECK ((octet_length(public_key) <= 2048))
);
CREATE INDEX passkeys_person_id_idx ON passkeys USING btree (person_id);
grant delete, insert, select on passkeys to the runtime role;

create table people (
  person_id uuid not null,
  name text not null,
  is_operator boolean not null,
  time_created timestamp with time zone not null,
  time_disabled timestamp with time zone,
  mac bytea not null,
  email text,
  constraint people_email_length CHECK (((char_length(email) >= 3) AND (char_length(email) <= 320))),
  constraint people_mac_length CHECK ((octet_length(mac) = 32)),
  constraint people_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 255))),
  constraint people_pkey PRIMARY KEY (person_id)
);
CREATE INDEX people_email_idx ON people USING btree (email) WHERE (email IS NOT NULL);
grant insert, select on people to the runtime role;

create table person_accounts (
  issuer text not null,
  subject text not null,
  person_id uuid not null,
  time_created timestamp with time zone not null,
  mac bytea not null,
  constraint person_accounts_issuer_length CHECK (((octet_length(issuer) >= 1) AND (octet_length(issuer) <= 512))),
  constraint person_accounts_mac_length CHECK ((octet_length(mac) = 32)),
  constraint person_accounts_person_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint person_accounts_person_id_key UNIQUE (person_id, issuer),
  constraint person_accounts_pkey PRIMARY KEY (issuer, subject),
  constraint person_accounts_subject_length CHECK (((char_length(subject) >= 1) AND (char_length(subject) <= 255)))
);
grant delete, insert, select on person_accounts to the runtime role;

create table proposed_trust_documents (
  application_id uuid not null,
  version bigint not null,
  signed_document bytea not null,
  time_not_before timestamp with time zone not null,
  time_next_try timestamp with time zone not null,
  mac bytea not null,
  constraint proposed_trust_documents_application_fkey FOREIGN KEY (application_id) REFERENCES applications(application_id),
  constraint proposed_trust_documents_mac_length CHECK ((octet_length(mac) = 32)),
  constraint proposed_trust_documents_pkey PRIMARY KEY (application_id),
  constraint proposed_trust_documents_size CHECK ((octet_length(signed_document) <= 524288)),
  constraint proposed_trust_documents_version_positive CHECK ((version > 0))
);
CREATE INDEX proposed_trust_documents_time_next_try_idx ON proposed_trust_documents USING btree (time_next_try);
alter table proposed_trust_documents enable row level security;
alter table proposed_trust_documents force row level security;
create policy proposed_trust_documents_tenant on proposed_trust_documents for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant delete, insert, select on proposed_trust_documents to the runtime role;

create table providers (
  provider_id uuid not null,
  application_id uuid not null,
  issuer text not null,
  audience text not null,
  jwks_uri text not null,
  time_created timestamp with time zone not null,
  time_updated timestamp with time zone not null,
  mac bytea,
  key_source text not null,
  audience_match text not null,
  audience_claim text not null,
  token_types text[] not null,
  constraint providers_application_fkey FOREIGN KEY (application_id) REFERENCES applications(application_id),
  constraint providers_audience_claim_known CHECK ((audience_claim = ANY (ARRAY['aud'::text, 'azp'::text, 'client_id'::text]))),
  constraint providers_audience_match_known CHECK ((audience_match = ANY (ARRAY['contains'::text, 'exact'::text]))),
  constraint providers_issuer_audience_key UNIQUE (application_id, issuer, audience),
  constraint providers_key_source_known CHECK ((key_source = ANY (ARRAY['jwks_uri'::text, 'discovery'::text]))),
  constraint providers_pkey PRIMARY KEY (application_id, provider_id),
  constraint providers_token_types_count CHECK (((cardinality(token_types) >= 1) AND (cardinality(token_types) <= 8)))
);
CREATE INDEX providers_provider_id_idx ON providers USING btree (provider_id);
alter table providers enable row level security;
alter table providers force row level security;
create policy providers_tenant on providers for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant delete, insert, select on providers to the runtime role;

create table root_documents (
  id smallint not null,
  version bigint not null,
  signed_document bytea not null,
  mac bytea not null,
  constraint root_documents_mac_length CHECK ((octet_length(mac) = 32)),
  constraint root_documents_one_row CHECK ((id = 1)),
  constraint root_documents_pkey PRIMARY KEY (id),
  constraint root_documents_size CHECK ((octet_length(signed_document) <= 262144)),
  constraint root_documents_version_positive CHECK ((version > 0))
);
grant insert, select on root_documents to the runtime role;

create table secret_key_directory (
  secret_key_id uuid not null,
  application_id uuid not null,
  constraint secret_key_directory_application_fkey FOREIGN KEY (application_id) REFERENCES application_directory(application_id),
  constraint secret_key_directory_pkey PRIMARY KEY (secret_key_id)
);
grant insert, select on secret_key_directory to the runtime role;

create table secret_keys (
  secret_key_id uuid not null,
  application_id uuid not null,
  hash bytea not null,
  time_created timestamp with time zone not null,
  time_last_used timestamp with time zone,
  time_revoked timestamp with time zone,
  mac bytea,
  label text not null,
  scopes text[],
  time_expires timestamp with time zone,
  constraint secret_keys_application_fkey FOREIGN KEY (application_id) REFERENCES applications(application_id),
  constraint secret_keys_hash_length CHECK ((octet_length(hash) = 32)),
  constraint secret_keys_label_length CHECK ((char_length(label) <= 255)),
  constraint secret_keys_pkey PRIMARY KEY (application_id, secret_key_id),
  constraint secret_keys_scopes_count CHECK (((cardinality(scopes) >= 1) AND (cardinality(scopes) <= 32)))
);
alter table secret_keys enable row level security;
alter table secret_keys force row level security;
create policy secret_keys_tenant on secret_keys for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant insert, select on secret_keys to the runtime role;

create table sessions (
  session_id uuid not null,
  person_id uuid not null,
  hash bytea not null,
  time_created timestamp with time zone not null,
  time_expires timestamp with time zone not null,
  time_last_used timestamp with time zone not null,
  time_step_up_ends timestamp with time zone not null,
  mac bytea not null,
  user_agent text,
  constraint sessions_hash_length CHECK ((octet_length(hash) = 32)),
  constraint sessions_mac_length CHECK ((octet_length(mac) = 32)),
  constraint sessions_person_fkey FOREIGN KEY (person_id) REFERENCES people(person_id),
  constraint sessions_pkey PRIMARY KEY (session_id),
  constraint sessions_user_agent_length CHECK (((char_length(user_agent) >= 1) AND (char_length(user_agent) <= 255)))
);
CREATE INDEX sessions_person_id_idx ON sessions USING btree (person_id);
CREATE INDEX sessions_time_expires_idx ON sessions USING btree (time_expires);
grant delete, insert, select on sessions to the runtime role;

create table trust_documents (
  application_id uuid not null,
  version bigint not null,
  signed_document bytea not null,
  mac bytea not null,
  constraint trust_documents_application_fkey FOREIGN KEY (application_id) REFERENCES applications(application_id),
  constraint trust_documents_mac_length CHECK ((octet_length(mac) = 32)),
  constraint trust_documents_pkey PRIMARY KEY (application_id),
  constraint trust_documents_size CHECK ((octet_length(signed_document) <= 524288)),
  constraint trust_documents_version_positive CHECK ((version > 0))
);
alter table trust_documents enable row level security;
alter table trust_documents force row level security;
create policy trust_documents_tenant on trust_documents for all using ((((application_id)::text = current_setting('app.application_id'::text, true)) OR (current_setting('app.every_application'::text, true) = 'on'::text)));
grant insert, select on trust_documents to the runtime role;

create table used_challenges (
  challenge text not null,
  time_expires timestamp with time zone not null,
  constraint used_challenges_challenge_length CHECK ((octet_length(challenge) <= 64)),
  constraint used_challenges_pkey PRIMARY KEY (challenge)
);
CREATE INDEX used_challenges_time_expires_idx ON used_challenges USING btree (time_expires);
grant delete, insert, select on used_challenges to the runtime role;
