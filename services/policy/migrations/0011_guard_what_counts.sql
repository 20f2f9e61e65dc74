-- What whoever has the service's role in the database, and nothing else of the service, must not undo: the code never lowers these numbers, moves
-- these rows or deletes a reservation that a window may still reach, so the role can't either.
create function :schema.never_falls() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if (to_jsonb(new) ->> tg_argv[0])::numeric < (to_jsonb(old) ->> tg_argv[0])::numeric then
    raise exception '%.% never falls', tg_table_name, tg_argv[0] using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger record_floors_never_fall before update on :schema.record_floors
  for each row execute function :schema.never_falls('version');
create trigger floor_revisions_never_fall before update on :schema.floor_revisions
  for each row execute function :schema.never_falls('revision');
create trigger application_revisions_never_fall before update on :schema.application_revisions
  for each row execute function :schema.never_falls('revision');
create trigger spending_reservations_never_fall before update on :schema.spending_reservations
  for each row execute function :schema.never_falls('amount');

revoke update on :schema.record_floors, :schema.floor_revisions, :schema.application_revisions,
  :schema.spending_reservations, :schema.spending_wallets from :runtime_role;
grant update (version) on :schema.record_floors to :runtime_role;
grant update (revision) on :schema.floor_revisions, :schema.application_revisions to :runtime_role;
grant update (amount) on :schema.spending_reservations to :runtime_role;
grant update (reservations) on :schema.spending_wallets to :runtime_role;

-- Released within two minutes, or deleted when no window reaches it (31 days). Reserved now, and not some time ago.
create policy spending_reservations_kept on :schema.spending_reservations as restrictive for delete to :runtime_role
  using (time > clock_timestamp() - interval '125 seconds' or time < clock_timestamp() - interval '31 days');
create policy spending_reservations_of_now on :schema.spending_reservations as restrictive for insert to :runtime_role
  with check (time between clock_timestamp() - interval '1 minute' and clock_timestamp());
