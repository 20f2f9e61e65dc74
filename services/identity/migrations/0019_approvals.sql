-- Which changes of an application need approvals, and of how many owners. 0: none do.
alter table :schema.applications
  add column approvals_needed integer not null default 0
    constraint applications_approvals_needed_range check (approvals_needed between 0 and 10),
  add column approval_scopes text[] not null default '{}'
    constraint applications_approval_scopes_count check (cardinality(approval_scopes) <= 10);
grant update (approvals_needed, approval_scopes) on :schema.applications to :runtime_role;

-- A request of the interface that waits for approvals. It is kept as it will be sent.
create table :schema.change_requests (
  application_id uuid not null
    constraint change_requests_application_fkey references :schema.applications (application_id),
  request_id uuid not null,
  asked_by text not null,
  scope text not null,
  method text not null constraint change_requests_method_known check (method in ('POST', 'PATCH', 'DELETE')),
  path text not null constraint change_requests_path_length check (char_length(path) between 1 and 512),
  body text not null constraint change_requests_body_size check (octet_length(body) <= 524288),
  before text not null constraint change_requests_before_size check (octet_length(before) <= 524288),
  reason text not null constraint change_requests_reason_length check (char_length(reason) <= 500),
  needed integer not null,
  state text not null constraint change_requests_state_known
    check (state in ('open', 'begun', 'done', 'failed', 'declined')),
  status integer not null,
  code text not null,
  time_created timestamptz not null,
  time_expires timestamptz not null,
  time_ended timestamptz,
  mac bytea not null constraint change_requests_mac_length check (octet_length(mac) = 32),
  constraint change_requests_pkey primary key (application_id, request_id)
);
create index change_requests_time_created_idx on :schema.change_requests (time_created);
alter table :schema.change_requests enable row level security;
alter table :schema.change_requests force row level security;
create policy change_requests_tenant on :schema.change_requests
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');
grant select, insert, delete, update (state, status, code, time_ended, mac) on :schema.change_requests to :runtime_role;

-- Who approved, with what their passkey signed.
create table :schema.change_approvals (
  application_id uuid not null,
  request_id uuid not null,
  person_id uuid not null constraint change_approvals_person_fkey references :schema.people (person_id),
  passkey_json text not null constraint change_approvals_passkey_size check (octet_length(passkey_json) <= 16384),
  time_created timestamptz not null,
  mac bytea not null constraint change_approvals_mac_length check (octet_length(mac) = 32),
  constraint change_approvals_pkey primary key (application_id, request_id, person_id),
  constraint change_approvals_request_fkey foreign key (application_id, request_id)
    references :schema.change_requests (application_id, request_id) on delete cascade
);
alter table :schema.change_approvals enable row level security;
alter table :schema.change_approvals force row level security;
create policy change_approvals_tenant on :schema.change_approvals
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');
grant select, insert, delete on :schema.change_approvals to :runtime_role;
