-- The journal is partitioned by the month of its entries, so that a month that is in the archive can be dropped.
-- This moves no row and reads none: the table of today becomes the default partition. `archive` makes the partitions of
-- months, and keeps to this one what nothing else takes.
lock table :schema.journal_entries in access exclusive mode;
drop policy journal_entries_tenant_reads on :schema.journal_entries;
drop policy journal_entries_append on :schema.journal_entries;
drop policy journal_entries_every_application on :schema.journal_entries;
revoke all on :schema.journal_entries from :runtime_role;
alter table :schema.journal_entries rename to journal_entries_rest;

-- Each partition has the primary key (application_id, seq). A key of the whole table would have to contain the time.
create table :schema.journal_entries (like :schema.journal_entries_rest including defaults including constraints)
  partition by range (recorded_at_ms);
-- Rows of earlier versions were not compared with it. The bounds of a month say more.
alter table :schema.journal_entries drop constraint journal_entries_time_recorded;
alter table :schema.journal_entries attach partition :schema.journal_entries_rest default;

-- What the partition has is taken. New partitions get the same.
create index on :schema.journal_entries (application_id, recorded_at_ms, seq);
create index on :schema.journal_entries (application_id, wallet_id, recorded_at_ms, seq);
create index on :schema.journal_entries (application_id, trace_id, recorded_at_ms, seq) where trace_id <> '';
create index on :schema.journal_entries (application_id, outcome, recorded_at_ms, seq)
  where outcome in ('denied', 'failed');
create index on :schema.journal_entries (application_id, seq) where operation = 'trust.applied';

-- Nobody reads or writes a partition by its own name, not even the owner.
alter table :schema.journal_entries enable row level security;
alter table :schema.journal_entries force row level security;
create policy journal_entries_tenant_reads on :schema.journal_entries for select
  using (application_id::text = current_setting('app.application_id', true));
create policy journal_entries_append on :schema.journal_entries for insert with check (true);
create policy journal_entries_every_application on :schema.journal_entries for select
  using (current_setting('app.every_application', true) = 'on');
-- For the owner, who removes what is in the archive. The service's role has no right to.
create policy journal_entries_archived_go on :schema.journal_entries for delete
  using (current_setting('app.every_application', true) = 'on');
grant select, insert on :schema.journal_entries to :runtime_role;

-- A log stays that of its application, so that what is archived is not compared with another.
revoke update on :schema.journal_logs from :runtime_role;
grant update (generation, size, hashes, mac) on :schema.journal_logs to :runtime_role;

-- How far each journal is in the archive. The service's role can only read it.
create table :schema.journal_archives (
  application_id uuid not null,
  -- The end of a month, Unix milliseconds. No entry of an earlier time is added to the journal any more.
  until_ms bigint not null,
  -- The entries up to this number are in the archive.
  size bigint not null constraint journal_archives_size_positive check (size > 0),
  -- Of the newest row: the leaf hashes of the last tile, if it is not full.
  hashes bytea not null constraint journal_archives_hashes_length check (octet_length(hashes) % 32 = 0),
  -- How many of the entries are of what happens without a key of the application.
  without_key bigint not null,
  -- The greatest time of the entries up to this number, Unix milliseconds: clocks differ, so it may be after until_ms.
  newest_ms bigint not null,
  -- Whether the whole tiles of these entries were removed from the archive too, because they had been kept long enough.
  removal text not null default '' constraint journal_archives_removal_known check (removal in ('', 'begun', 'done')),
  constraint journal_archives_pkey primary key (application_id, until_ms)
);
grant select on :schema.journal_archives to :runtime_role;

-- How many months an operator keeps the archive of an application, if not as many as of others.
create table :schema.journal_retention (
  application_id uuid not null,
  months integer not null constraint journal_retention_months_positive check (months > 0),
  constraint journal_retention_pkey primary key (application_id)
);
