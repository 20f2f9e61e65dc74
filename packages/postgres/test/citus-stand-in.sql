-- The two functions of Citus that the script calls, with the rules that its documentation gives for them. They place
-- nothing anywhere: `placed` remembers what they were told.
create table public.placed (name text primary key, kind text not null, colocated_with text);

create function public.refuse_references(asked regclass) returns void language plpgsql as $$
declare found record;
begin
  select conname, conrelid::regclass as of_table into found from pg_constraint
   where contype = 'f' and asked in (conrelid, confrelid) limit 1;
  if found.conname is not null then
    raise exception 'cannot create foreign key constraint % of %', found.conname, found.of_table;
  end if;
end $$;

create function public.create_reference_table(asked regclass) returns void language plpgsql as $$
begin
  perform public.refuse_references(asked);
  insert into public.placed values (asked::text, 'none');
end $$;

create function public.create_distributed_table(asked regclass, by_column text, colocate_with text) returns void
language plpgsql as $$
declare
  by_number smallint;
  found text;
begin
  select attnum into strict by_number from pg_attribute where attrelid = asked and attname = by_column and attnotnull;
  perform public.refuse_references(asked);
  select indexrelid::regclass::text into found from pg_index
   where indrelid = asked and indisunique and not by_number = any (indkey::smallint[]) limit 1;
  if found is not null then
    raise exception 'cannot create constraint on %: % does not include the partition column', asked, found;
  end if;
  select tgname into found from pg_trigger where tgrelid = asked and not tgisinternal limit 1;
  if found is not null and current_setting('citus.enable_unsafe_triggers', true) is distinct from 'on' then
    raise exception 'triggers are not supported on distributed tables: %', found;
  end if;
  if colocate_with <> 'none' and not exists (
    select from public.placed p
      join pg_attribute a on a.attrelid = p.name::regclass and a.attname = by_column
      join pg_attribute b on b.attrelid = asked and b.attname = by_column and b.atttypid = a.atttypid
     where p.name = colocate_with and p.kind = 'application') then
    raise exception 'cannot colocate tables % and %', asked, colocate_with;
  end if;
  insert into public.placed values (asked::text, 'application', nullif(colocate_with, 'none'));
end $$;
