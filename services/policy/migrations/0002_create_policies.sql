-- Policies, each with all its revisions. Rules are kept as the JSON text that was checked.
create table :schema.policies (
  policy_id text constraint policies_pkey primary key,
  application_id text not null
    constraint policies_revision_fkey references :schema.application_revisions (application_id),
  is_active boolean not null,
  name text not null constraint policies_name_length check (char_length(name) between 1 and 255),
  chain text not null constraint policies_chain_known check (chain in ('ETH', 'SOL', 'BTC')),
  scope text not null constraint policies_scope_known check (scope in ('GLOBAL', 'STEP_UP')),
  description text constraint policies_description_length check (char_length(description) <= 1000),
  rules_json text not null,
  revision integer not null constraint policies_revision_positive check (revision > 0),
  time_created timestamptz not null,
  time_updated timestamptz not null
);
create index policies_application_id_idx on :schema.policies (application_id);

-- What each policy was after each change; of a deletion, before it. Rows are never changed, and stay when the policy is gone.
create table :schema.policy_revisions (
  policy_id text not null,
  revision integer not null,
  application_id text not null,
  change text not null constraint policy_revisions_change_known check (change in ('created', 'updated', 'deleted')),
  is_active boolean not null,
  name text not null,
  chain text not null,
  scope text not null,
  description text,
  rules_json text not null,
  time_created timestamptz not null,
  time timestamptz not null,
  constraint policy_revisions_pkey primary key (policy_id, revision)
);

alter table :schema.policies enable row level security;
alter table :schema.policies force row level security;
create policy policies_tenant on :schema.policies
  using (application_id = current_setting('app.application_id', true));
alter table :schema.policy_revisions enable row level security;
alter table :schema.policy_revisions force row level security;
create policy policy_revisions_tenant on :schema.policy_revisions
  using (application_id = current_setting('app.application_id', true));

grant select, insert, update, delete on :schema.policies to :runtime_role;
grant select, insert on :schema.policy_revisions to :runtime_role;
