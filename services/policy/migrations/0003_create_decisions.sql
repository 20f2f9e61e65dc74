-- What was decided, for the application to look at; the evidence is in the wallet service's journal, which has the same records.
-- decision_id is a UUIDv7, so it sorts by time. Old rows are deleted.
create table :schema.decisions (
  decision_id text constraint decisions_pkey primary key,
  application_id text not null,
  record_json text not null,
  time timestamptz not null
);
create index decisions_application_id_idx on :schema.decisions (application_id, decision_id);
create index decisions_time_idx on :schema.decisions (time);

-- In which decisions a policy was evaluated.
create table :schema.decision_policies (
  policy_id text not null,
  decision_id text not null
    constraint decision_policies_decision_fkey references :schema.decisions (decision_id) on delete cascade,
  application_id text not null,
  constraint decision_policies_pkey primary key (policy_id, decision_id)
);
create index decision_policies_decision_id_idx on :schema.decision_policies (decision_id);

-- The decisions of every application are written, and the old ones deleted, in one statement; they are read by one application at a time.
alter table :schema.decisions enable row level security;
alter table :schema.decisions force row level security;
create policy decisions_write on :schema.decisions for insert with check (true);
create policy decisions_expire on :schema.decisions for delete using (true);
create policy decisions_read on :schema.decisions for select
  using (application_id = current_setting('app.application_id', true) or current_setting('app.every_application', true) = 'on');
alter table :schema.decision_policies enable row level security;
alter table :schema.decision_policies force row level security;
create policy decision_policies_write on :schema.decision_policies for insert with check (true);
create policy decision_policies_expire on :schema.decision_policies for delete using (true);
create policy decision_policies_read on :schema.decision_policies for select
  using (application_id = current_setting('app.application_id', true) or current_setting('app.every_application', true) = 'on');

grant select, insert, delete on :schema.decisions, :schema.decision_policies to :runtime_role;
