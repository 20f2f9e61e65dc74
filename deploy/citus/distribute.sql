-- Distributes the tables of the services over a Citus cluster, by application (docs/scaling.md). Run it once, after the
-- migrations, on the coordinator, as the owner of the schemas, who must be a superuser:
--   psql -v ON_ERROR_STOP=1 --single-transaction -f distribute.sql
-- The check of tenants' keys reads the lists below. A table is in one of them, or the check fails.

set local client_min_messages = 'warning';
-- Each trigger reads only its own row, or removes older rows of the same application and table.
set local citus.enable_unsafe_triggers = 'on';
set local citus.multi_shard_modify_mode = 'sequential';

-- Citus distributes no table that another one still refers to.
create temporary table foreign_keys on commit drop as
  select conrelid::regclass as of_table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
   where contype = 'f' and connamespace::regnamespace::text in ('identity', 'policy', 'wallet', 'webhooks');
do $$
declare key record;
begin
  for key in select * from foreign_keys loop
    execute format('alter table %s drop constraint %I', key.of_table, key.name);
  end loop;
end $$;

-- Citus refuses to change rows by a function whose value changes within a statement. These are as strict: the beginning
-- of the statement comes before.
alter policy idempotency_keys_expired_seen on wallet.idempotency_keys using (expires <= statement_timestamp());
alter policy idempotency_keys_expired_go on wallet.idempotency_keys using (expires <= statement_timestamp());
alter policy spending_reservations_kept on policy.spending_reservations using (
  time > statement_timestamp() - interval '125 seconds' or time < statement_timestamp() - interval '31 days');

-- Tables of no application: read before it is known, or the same for all. Each server has a copy.
select create_reference_table(name::regclass) from unnest(array[
  'identity.application_directory', 'identity.secret_key_directory', 'identity.root_documents',
  'identity.people', 'identity.person_accounts',
  'identity.invitations', 'identity.passkeys', 'identity.sessions', 'identity.used_challenges',
  'policy.evaluation_default']) as name;

-- Tables of applications. Those of one schema are on the same server for the same application.
create temporary table distributed on commit drop as
  select * from unnest(array[
    'identity.applications', 'identity.secret_keys', 'identity.providers', 'identity.key_sets', 'identity.events',
    'identity.trust_documents', 'identity.proposed_trust_documents', 'identity.change_outbox', 'identity.members',
    'identity.former_members', 'identity.change_requests', 'identity.change_approvals',
    'policy.application_revisions', 'policy.settings', 'policy.policies', 'policy.policy_revisions', 'policy.events',
    'policy.decisions', 'policy.decision_policies', 'policy.decision_bytes', 'policy.floor_revisions',
    'policy.record_floors', 'policy.spending_wallets', 'policy.spending_reservations', 'policy.change_outbox',
    'policy.signature_requests',
    'wallet.application_keys', 'wallet.wallet_groups', 'wallet.wallets', 'wallet.wallet_marks',
    'wallet.idempotency_keys', 'wallet.journal_entries', 'wallet.journal_tiles', 'wallet.journal_archives',
    'wallet.journal_archive_times', 'wallet.journal_chain_checkpoints', 'wallet.journal_retention',
    'webhooks.endpoints', 'webhooks.endpoint_sets', 'webhooks.cursors', 'webhooks.events', 'webhooks.deliveries',
    'webhooks.delivery_attempts', 'webhooks.change_outbox'
  ]) with ordinality as listed (name, place);
do $$
declare
  each record;
  first_of text;
begin
  for each in select name, split_part(name, '.', 1) as of_schema from distributed order by place loop
    if first_of is null or split_part(first_of, '.', 1) <> each.of_schema then
      perform create_distributed_table(each.name::regclass, 'application_id', colocate_with => 'none');
      first_of := each.name;
    else
      perform create_distributed_table(each.name::regclass, 'application_id', colocate_with => first_of);
    end if;
  end loop;
end $$;

do $$
declare key record;
begin
  for key in select * from foreign_keys loop
    execute format('alter table %s add constraint %I %s', key.of_table, key.name, key.definition);
  end loop;
end $$;
