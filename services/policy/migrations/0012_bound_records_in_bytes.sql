-- What is kept of one application is bounded in bytes. Every row says up to where it reaches when all that was ever written for its application
-- stands in one line: so what is beyond the bound is found by an index, and nothing is ever added up.

-- Decisions: written = all bytes ever, kept_from = up to where they were removed. Counters of many applications in one statement: no row-level security.
create table :schema.decision_bytes (
  application_id text constraint decision_bytes_pkey primary key,
  written bigint not null constraint decision_bytes_written_positive check (written > 0),
  kept_from bigint not null default 0
);
grant select, insert on :schema.decision_bytes to :runtime_role;
grant update (written, kept_from) on :schema.decision_bytes to :runtime_role;

-- 0: written by a process from before, and the first to go.
alter table :schema.decisions add column written_to bigint not null default 0;
alter table :schema.decisions no force row level security;
alter table :schema.decision_policies no force row level security;
update :schema.decisions d set written_to = line.written_to
  from (
    select decision_id, sum(octet_length(record_json) + 256 + 192 * links) over (partition by application_id order by decision_id) as written_to
      from (
        select decision_id, application_id, record_json,
               (select count(*) from :schema.decision_policies p where p.decision_id = each.decision_id) as links
          from :schema.decisions each
      ) weighed
  ) line
 where line.decision_id = d.decision_id;
insert into :schema.decision_bytes (application_id, written)
  select application_id, max(written_to) from :schema.decisions group by application_id;
alter table :schema.decisions force row level security;
alter table :schema.decision_policies force row level security;
create index decisions_written_to_idx on :schema.decisions (application_id, written_to);

-- Revisions of policies: the newest 16 MiB, and those that are in force. Removed here and not by the service, whose role may not remove any.
alter table :schema.policy_revisions add column written_to bigint not null default 0;
alter table :schema.policy_revisions no force row level security;
update :schema.policy_revisions r set written_to = line.written_to
  from (
    select policy_id, revision,
           sum(512 + octet_length(rules_json) + octet_length(name) + coalesce(octet_length(description), 0))
             over (partition by application_id order by time, policy_id, revision) as written_to
      from :schema.policy_revisions
  ) line
 where line.policy_id = r.policy_id and line.revision = r.revision;
alter table :schema.policy_revisions force row level security;
create index policy_revisions_written_to_idx on :schema.policy_revisions (application_id, written_to);

-- Who writes a revision has locked the application's row in application_revisions: one comes after the other.
create function :schema.keep_newest_revisions() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  select coalesce(max(written_to), 0) + 512 + octet_length(new.rules_json) + octet_length(new.name) + coalesce(octet_length(new.description), 0)
    into new.written_to from :schema.policy_revisions where application_id = new.application_id;
  delete from :schema.policy_revisions r
   where application_id = new.application_id and written_to <= new.written_to - 16 * 1024 * 1024
     and not exists (select from :schema.policies p where p.policy_id = r.policy_id and p.revision = r.revision);
  return new;
end $$;
create trigger policy_revisions_keep_newest before insert on :schema.policy_revisions
  for each row execute function :schema.keep_newest_revisions();
