-- What whoever has the service's role in the database, and nothing else of the service, must not undo: the code never lowers these numbers, makes
-- a revoked key valid or moves these rows, so the role can't either. A revision that falls would leave cached snapshots in use for good.
create function :schema.never_falls() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if (to_jsonb(new) ->> tg_argv[0])::numeric < (to_jsonb(old) ->> tg_argv[0])::numeric then
    raise exception '%.% never falls', tg_table_name, tg_argv[0] using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create function :schema.stays_revoked() returns trigger language plpgsql set search_path = pg_catalog as $$
begin
  if old.time_revoked is not null and new.time_revoked is distinct from old.time_revoked then
    raise exception 'a revoked key stays revoked' using errcode = 'integrity_constraint_violation';
  end if;
  return new;
end $$;

create trigger application_directory_never_falls before update on :schema.application_directory
  for each row execute function :schema.never_falls('revision');
create trigger key_sets_attempt_never_falls before update on :schema.key_sets
  for each row execute function :schema.never_falls('attempt');
create trigger secret_keys_stay_revoked before update on :schema.secret_keys
  for each row execute function :schema.stays_revoked();

revoke update on :schema.application_directory, :schema.applications, :schema.secret_keys, :schema.providers,
  :schema.key_sets from :runtime_role;
grant update (revision) on :schema.application_directory to :runtime_role;
grant update (name, op_jwt_mode, express_jwt_max_lifetime_seconds, access_key_recovery, email_provider_ids,
  pregenerated_wallets, time_updated, mac) on :schema.applications to :runtime_role;
grant update (hash, time_last_used, time_revoked, mac) on :schema.secret_keys to :runtime_role;
grant update (issuer, audience, jwks_uri, time_updated, mac) on :schema.providers to :runtime_role;
grant update (key_set_json, mac, time_fetched, time_attempted, time_fetch_ends, time_next_fetch, attempt, failures,
  last_failure, time_refreshes_restored, time_refresh_allowed) on :schema.key_sets to :runtime_role;
-- A key set goes with its provider, by the foreign key.
revoke delete on :schema.key_sets from :runtime_role;
