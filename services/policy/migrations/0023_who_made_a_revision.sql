-- Who made a revision, and why in their words. Empty: from before there were these columns.
alter table :schema.policy_revisions
  add column actor_kind text not null default '' constraint policy_revisions_actor_kind_length check (char_length(actor_kind) <= 32),
  add column actor_id text not null default '' constraint policy_revisions_actor_id_length check (char_length(actor_id) <= 255),
  add column reason text not null default '' constraint policy_revisions_reason_length check (char_length(reason) <= 500);

create or replace function :schema.keep_newest_revisions() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  select coalesce(max(written_to), 0) + 512 + octet_length(new.rules_json) + octet_length(new.name) + coalesce(octet_length(new.description), 0)
         + octet_length(new.reason)
    into new.written_to from :schema.policy_revisions where application_id = new.application_id;
  delete from :schema.policy_revisions r
   where application_id = new.application_id and written_to <= new.written_to - 16 * 1024 * 1024
     and not exists (
       select from :schema.policies p
        where p.application_id = new.application_id and p.policy_id = r.policy_id and p.revision = r.revision);
  return new;
end $$;
