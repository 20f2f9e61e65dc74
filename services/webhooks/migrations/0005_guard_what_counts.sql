-- What whoever has the service's role in the database, and nothing else of the service, must not undo: the code never lowers a generation or moves
-- these rows to another application, so the role can't either. So no older set of endpoints comes back with its MAC.
create function :schema.never_falls() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if (to_jsonb(new) ->> tg_argv[0])::numeric < (to_jsonb(old) ->> tg_argv[0])::numeric then
    raise exception '%.% never falls', tg_table_name, tg_argv[0] using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger endpoint_sets_never_fall before update on :schema.endpoint_sets
  for each row execute function :schema.never_falls('generation');

revoke update on :schema.endpoint_sets, :schema.cursors from :runtime_role;
grant update (generation, mac) on :schema.endpoint_sets to :runtime_role;
grant update (position, time_next_poll, time_due, mac) on :schema.cursors to :runtime_role;
