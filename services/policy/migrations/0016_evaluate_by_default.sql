-- Applications made since then have policy evaluation on until they turn it off. Older ones that never chose have it off, as before. One minute
-- earlier than now, because identity's clock, which is in their ids, may differ.
create table :schema.evaluation_default (
  since timestamptz not null,
  one_row boolean default true constraint evaluation_default_pkey primary key constraint evaluation_default_one_row check (one_row)
);
insert into :schema.evaluation_default (since) values (clock_timestamp() - interval '1 minute');
grant select on :schema.evaluation_default to :runtime_role;
