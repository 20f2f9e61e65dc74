import type pg from 'pg';

type Line = { table_name: string; line: string };

/**
 * What the tables of a schema are, in an order and a form that do not depend on the version of Postgres: columns, constraints, indexes,
 * row-level security, and what others than the owner may do.
 */
export async function dumpSchema(client: pg.Client, schema: string): Promise<string> {
  const lines = await client.query<Line>(
    `with tables as (
       select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, c.relacl, c.relowner
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = $1 and c.relkind = 'r' and c.relname <> 'migrations')
     select relname as table_name, line from (
       select t.relname, 1 as part, a.attnum as position, format('  %s %s%s', a.attname, format_type(a.atttypid, a.atttypmod),
         case when a.attnotnull then ' not null' else '' end) as line
       from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
       union all
       select t.relname, 2, row_number() over (partition by t.oid order by k.conname),
         format('  constraint %s %s', k.conname, pg_get_constraintdef(k.oid))
       from tables t join pg_constraint k on k.conrelid = t.oid and k.contype <> 'n'
       union all
       select t.relname, 3, row_number() over (partition by t.oid order by i.indexrelid::regclass::text),
         '  ' || pg_get_indexdef(i.indexrelid)
       from tables t join pg_index i on i.indrelid = t.oid
       where not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.conrelid = t.oid)
       union all
       select t.relname, 4, 1, '  row level security, forced'
       from tables t where t.relrowsecurity and t.relforcerowsecurity
       union all
       select t.relname, 5, 1, format('  policy %s using %s', p.polname, pg_get_expr(p.polqual, t.oid))
       from tables t join pg_policy p on p.polrelid = t.oid
       union all
       select t.relname, 6, 1, '  the service may ' || string_agg(lower(g.privilege_type), ', ' order by g.privilege_type)
       from tables t, aclexplode(t.relacl) g where g.grantee <> t.relowner group by t.relname
     ) parts order by relname, part, position`,
    [schema],
  );
  return [...groupByTable(lines.rows)]
    .map(([table, rows]) => [table, ...rows.map((row) => row.line), ''].join('\n'))
    .join('\n');
}

function groupByTable(rows: readonly Line[]): Map<string, Line[]> {
  const groups = new Map<string, Line[]>();
  for (const row of rows) groups.set(row.table_name, [...(groups.get(row.table_name) ?? []), row]);
  return groups;
}
