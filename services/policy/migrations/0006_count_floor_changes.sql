-- Raised with every change of record_floors, in the same statement: while it stands still, every floor of the application that was read before
-- still holds. Like application_revisions it is read for many applications in one statement and holds nothing but counters.
create table :schema.floor_revisions (
  application_id text constraint floor_revisions_pkey primary key,
  revision bigint not null constraint floor_revisions_revision_positive check (revision > 0)
);

grant select, insert, update on :schema.floor_revisions to :runtime_role;
