import type { Client } from 'pg';

type Table = {
  oid: number;
  name: string;
  secured: boolean;
  partitioned: string | null;
  bound: string | null;
  parent: string | null;
};

/**
 * Tables with their columns, constraints, indexes, policies and grants, as Postgres's catalogue shows them after all
 * migrations.
 */
export async function describeSchema(client: Client, schema: string, runtimeRole: string): Promise<string> {
  const { rows: tables } = await client.query<Table>(
    `select c.oid, c.relname as name, c.relrowsecurity and c.relforcerowsecurity as secured,
       ' partition by ' || pg_get_partkeydef(c.oid) as partitioned, pg_get_expr(c.relpartbound, c.oid) as bound,
       (select parent.relname from pg_inherits join pg_class parent on parent.oid = inhparent where inhrelid = c.oid)
         as parent
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relkind in ('r', 'p') and c.relname <> 'migrations' order by c.relname`,
    [schema],
  );
  const parts: string[] = [];
  for (const { oid, name, secured, partitioned, parent, bound } of tables) {
    const lines = async (sql: string, values: unknown[] = [oid]): Promise<string[]> =>
      (await client.query<{ line: string }>(sql, values)).rows.map(({ line }) => line);
    const columns = await lines(
      `select attname || ' ' || format_type(atttypid, atttypmod) || 
        case when attnotnull then ' not null' else '' end as line
       from pg_attribute where attrelid = $1 and attnum > 0 and not attisdropped order by attnum`,
    );
    const constraints = await lines(
      `select 'constraint ' || conname || ' ' || pg_get_constraintdef(oid) as line
       from pg_constraint where conrelid = $1 and contype <> 'n' order by conname`,
    );
    const indexes = await lines(
      `select pg_get_indexdef(indexrelid) || ';' as line from pg_index
       where indrelid = $1 and indexrelid not in (select conindid from pg_constraint where conrelid = $1) order by 1`,
    );
    const policies = await lines(
      `select 'create policy ' || polname || ' on ' || $2 || ' for ' ||
         case polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update'
           else 'delete' end ||
         coalesce(' using (' || pg_get_expr(polqual, polrelid) || ')', '') ||
         coalesce(' with check (' || pg_get_expr(polwithcheck, polrelid) || ')', '') || ';' as line
       from pg_policy where polrelid = $1 order by polname`,
      [oid, name],
    );
    const [grants] = await lines(
      `select string_agg(lower(privilege_type), ', ' order by privilege_type) as line
       from information_schema.role_table_grants where table_schema = $1 and table_name = $2 and grantee = $3`,
      [schema, name, runtimeRole],
    );
    const inside = (parent === null ? [...columns, ...constraints] : constraints)
      .map((line) => `  ${line}`)
      .join(',\n');
    parts.push(
      parent === null
        ? `create table ${name} (\n${inside}\n)${partitioned ?? ''};`
        : `create table ${name} partition of ${parent} (\n${inside}\n) ${bound ?? ''};`,
      ...indexes,
      ...(secured
        ? [`alter table ${name} enable row level security;`, `alter table ${name} force row level security;`]
        : []),
      ...policies,
      `grant ${grants ?? 'nothing'} on ${name} to the runtime role;\n`,
    );
  }
  return parts.join('\n');
}
