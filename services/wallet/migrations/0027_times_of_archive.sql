-- What filters of the journal need to know of the archive. The service's role can only read it.

-- Between which times the archived entries are, so that whoever looks for a time reads no others. A row is of 8,192
-- entries of a journal: those after 8,192 times `part`.
create table :schema.journal_archive_times (
  application_id uuid not null,
  part bigint not null,
  -- Unix milliseconds.
  oldest_ms bigint not null,
  newest_ms bigint not null,
  constraint journal_archive_times_pkey primary key (application_id, part)
);
grant select on :schema.journal_archive_times to :runtime_role;

-- Whether entries up to this size may be in the archive alone. Until then all of them are in the database, too.
alter table :schema.journal_archives add column is_dropped boolean not null default false;
update :schema.journal_archives set is_dropped = true;
