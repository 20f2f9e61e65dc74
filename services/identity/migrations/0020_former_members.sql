-- Who had access to an application and has none any more: the journal and approvals name them by their id.
create table :schema.former_members (
  application_id uuid not null
    constraint former_members_application_fkey references :schema.applications (application_id),
  person_id uuid not null constraint former_members_person_fkey references :schema.people (person_id),
  role text not null constraint former_members_role check (role in ('owner', 'developer', 'auditor', 'support')),
  time_created timestamptz not null,
  time_removed timestamptz not null,
  mac bytea not null constraint former_members_mac_length check (octet_length(mac) = 32),
  constraint former_members_pkey primary key (application_id, person_id)
);
alter table :schema.former_members enable row level security;
alter table :schema.former_members force row level security;
create policy former_members_tenant on :schema.former_members
  using (application_id::text = current_setting('app.application_id', true)
    or current_setting('app.every_application', true) = 'on');
grant select, insert, delete, update (role, time_created, time_removed, mac) on :schema.former_members to :runtime_role;
