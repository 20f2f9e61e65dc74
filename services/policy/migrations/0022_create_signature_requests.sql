-- Signatures that wait for the approval of owners. The text is what they approve. Approvals are kept with what proves them.
create table :schema.signature_requests (
  application_id text not null,
  request_id text not null,
  wallet_id text not null,
  operation_hash bytea not null constraint signature_requests_operation_hash_length check (octet_length(operation_hash) = 32),
  text text not null constraint signature_requests_text_size check (octet_length(text) <= 131072),
  needed integer not null,
  state text not null constraint signature_requests_state check (state in ('open', 'declined')),
  approvals_json text not null constraint signature_requests_approvals_size check (octet_length(approvals_json) <= 131072),
  time timestamptz not null,
  time_expires timestamptz not null,
  time_signed timestamptz,
  mac bytea not null constraint signature_requests_mac_length check (octet_length(mac) = 32),
  constraint signature_requests_pkey primary key (application_id, request_id)
);
create index signature_requests_operation_idx on :schema.signature_requests (application_id, wallet_id, operation_hash);
create index signature_requests_time_idx on :schema.signature_requests (time);

alter table :schema.signature_requests enable row level security;
alter table :schema.signature_requests force row level security;
create policy signature_requests_tenant on :schema.signature_requests
  using (application_id = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');

grant select, insert, update, delete on :schema.signature_requests to :runtime_role;
