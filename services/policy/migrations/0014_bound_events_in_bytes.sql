-- The newest 16 MiB of an application's events are kept. The service says from where, under the row's MAC; its role may remove nothing itself, and
-- what is gone without such a word is noticed. 0: written before it was counted, and the first to go.
alter table :schema.events add column written_to bigint not null default 0;
alter table :schema.events add column kept_from bigint not null default 1;
create index events_written_to_idx on :schema.events (application_id, written_to);

create function :schema.remove_old_events() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  delete from :schema.events where application_id = new.application_id and position < new.kept_from;
  return new;
end $$;
create trigger events_remove_old before insert on :schema.events for each row execute function :schema.remove_old_events();
