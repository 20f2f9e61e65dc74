-- Every key contains the application, so that a distributed engine can keep each application's rows on one server (docs/scaling.md).
--! breaking
alter table :schema.decision_policies drop constraint decision_policies_decision_fkey, drop constraint decision_policies_pkey;
drop index :schema.decision_policies_decision_id_idx, :schema.decisions_application_id_idx, :schema.policies_application_id_idx;
alter table :schema.decisions drop constraint decisions_pkey,
  add constraint decisions_pkey primary key (application_id, decision_id);
alter table :schema.decision_policies
  add constraint decision_policies_pkey primary key (application_id, policy_id, decision_id),
  add constraint decision_policies_decision_fkey foreign key (application_id, decision_id)
    references :schema.decisions (application_id, decision_id) on delete cascade;
create index decision_policies_decision_id_idx on :schema.decision_policies (application_id, decision_id);
alter table :schema.policies drop constraint policies_pkey,
  add constraint policies_pkey primary key (application_id, policy_id);
alter table :schema.policy_revisions drop constraint policy_revisions_pkey,
  add constraint policy_revisions_pkey primary key (application_id, policy_id, revision);
alter table :schema.spending_reservations drop constraint spending_reservations_pkey,
  add constraint spending_reservations_pkey primary key (application_id, reservation_id, asset);

create or replace function :schema.keep_newest_revisions() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  select coalesce(max(written_to), 0) + 512 + octet_length(new.rules_json) + octet_length(new.name) + coalesce(octet_length(new.description), 0)
    into new.written_to from :schema.policy_revisions where application_id = new.application_id;
  delete from :schema.policy_revisions r
   where application_id = new.application_id and written_to <= new.written_to - 16 * 1024 * 1024
     and not exists (
       select from :schema.policies p
        where p.application_id = new.application_id and p.policy_id = r.policy_id and p.revision = r.revision);
  return new;
end $$;
