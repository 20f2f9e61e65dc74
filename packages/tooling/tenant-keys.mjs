// Checks that the rows of an application can be kept on one server: each key contains `application_id`, and each query
// names it. Also that Citus runs the queries, as far as this can be seen (tenant-statement.mjs says what it refuses).
// Prints one line for each exception that docs/data.md does not list, or lists in vain, and ends with code 1.
// Reads services/*/schema.sql, the SQL in {services,packages}/*/src, and deploy/citus/distribute.sql.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadModule, parseSync } from 'libpg-query';
import { hole, statementsOf } from './sql-of-source.mjs';
import { faultsOf } from './tenant-statement.mjs';

const page = 'docs/data.md';
const script = 'deploy/citus/distribute.sql';
const tenant = 'application_id';
const mostTries = 1024;
await loadModule();

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const wrong = tenantKeyFaults();
  for (const line of wrong) console.log(line);
  if (wrong.length > 0) process.exitCode = 1;
}

/** One line for each fault of the workspace in the working directory. */
export function tenantKeyFaults() {
  const text = readFileSync(page, 'utf8');
  // By name: `application` for rows of applications, `none` for a copy on each server, `local` for one server alone.
  const kinds = new Map(
    [...text.matchAll(/^\| `(\w+\.\w+)` \| (application|none|local) \|/gm)].map(([, ...row]) => row),
  );
  const overAll = new Set(
    [...text.matchAll(/^\| `([^`]+\.ts)` \| `([^`]+)` \| \S/gm)].map(([, file, place]) => `${file} ${place}`),
  );
  const tables = readdirSync('services').flatMap(tablesOf);
  return [
    ...tables.flatMap((table) => wrongInTable(table, kinds)),
    ...wrongInLists(tables, kinds),
    ...wrongInSource(kinds, overAll),
  ];
}

/** The tables of a service's schema: their constraints, and their unique indexes. */
function tablesOf(service) {
  const file = `services/${service}/schema.sql`;
  if (!existsSync(file)) return [];
  const sql = readFileSync(file, 'utf8').replaceAll(/^grant .*$/gm, '');
  const nodes = parseSync(sql).stmts.map(({ stmt }) => stmt);
  const keysOf = (name) =>
    nodes.flatMap(({ IndexStmt: index }) =>
      index?.unique && index.relation.relname === name
        ? [{ name: index.idxname, columns: index.indexParams.map(({ IndexElem }) => IndexElem.name) }]
        : [],
    );
  return nodes.flatMap(({ CreateStmt: table }) => {
    if (!table) return [];
    const name = table.relation.relname;
    // A partition belongs where its table does.
    const whole = table.partbound ? table.inhRelations[0].RangeVar.relname : name;
    const constraints = (table.tableElts ?? []).flatMap(({ Constraint }) => Constraint ?? []);
    const keys = constraints
      .filter(({ contype }) => ['CONSTR_PRIMARY', 'CONSTR_UNIQUE'].includes(contype))
      .map(({ conname, keys: columns }) => ({
        name: conname,
        columns: columns.map(({ String }) => String.sval),
      }));
    const references = constraints
      .filter(({ contype }) => contype === 'CONSTR_FOREIGN')
      .map((each) => referenceOf(each, service));
    return [{ file, name: `${service}.${whole}`, keys: [...keys, ...keysOf(name)], references }];
  });
}

function referenceOf({ conname: name, pktable, fk_attrs, pk_attrs }, service) {
  const columns = fk_attrs.map(({ String }, index) => [String.sval, pk_attrs[index].String.sval]);
  return { name, to: `${service}.${pktable.relname}`, columns };
}

function wrongInTable({ file, name, keys, references }, kinds) {
  const kind = kinds.get(name);
  if (kind === undefined) return [`${file}: ${name} has no row in ${page}`];
  if (kind === 'local') return [];
  const named = references.map((each) => ({ ...each, isOfTenant: each.columns.some(isTenantPair) }));
  const badReferences = named.filter(({ to, isOfTenant }) =>
    kinds.get(to) === 'none' ? false : kind === 'none' || kinds.get(to) === 'local' || !isOfTenant,
  );
  const badKeys = kind === 'none' ? [] : keys.filter(({ columns }) => !columns.includes(tenant));
  return [...badKeys, ...badReferences].map(
    (each) => `${file}: ${each.name} of ${name} must contain ${tenant}`,
  );
}

function isTenantPair(pair) {
  return pair.every((column) => column === tenant);
}

function wrongInLists(tables, kinds) {
  const known = new Set(tables.map(({ name }) => name));
  const sql = existsSync(script) ? readFileSync(script, 'utf8') : '';
  const [copied = '', distributed = ''] = sql.split('create temporary table distributed');
  const listed = (part) => new Set([...part.matchAll(/'(\w+\.\w+)'/g)].map(([, name]) => name));
  const lists = { none: listed(copied), application: listed(distributed) };
  return [
    ...[...kinds.keys()]
      .filter((name) => !known.has(name))
      .map((name) => `${page}: there is no table ${name}`),
    ...[...kinds].flatMap(([name, kind]) =>
      Object.entries(lists)
        .filter(([of, names]) => names.has(name) !== (of === kind))
        .map(
          ([of]) =>
            `${script}: ${name} is ${kind} in ${page}, and ${lists[of].has(name) ? '' : 'not '}${of} here`,
        ),
    ),
  ];
}

/** Statements without the application in files that the page does not list, and rows of the page for none. */
function wrongInSource(kinds, overAll) {
  const isOf = (wanted) => (name) =>
    name.includes(hole) ||
    [...kinds].some(([each, kind]) => wanted.includes(kind) && each.endsWith(`.${name}`));
  const what = { isTenants: isOf(['application']), isPlaced: isOf(['application', 'none']) };
  const found = sources()
    .flatMap(statementsOf)
    .flatMap((each) => problemsOf(each, what).map((problem) => ({ ...each, ...problem })));
  const places = new Set(found.map(({ file, place }) => `${file} ${place}`));
  return [
    ...found
      .filter(({ file, place, isRefused }) => isRefused || !overAll.has(`${file} ${place}`))
      .map(({ file, line, place, problem }) => `${file}:${line}: ${place}: ${problem}`),
    ...[...overAll]
      .filter((place) => !places.has(place))
      .map((place) => `${page}: needs no row for ${place}`),
  ];
}

function sources() {
  return ['services', 'packages']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}/src`))
    .filter(
      (folder) => existsSync(folder) && !/^packages\/(?:sdk|chaos|e2e|bench|local-stack)\//.test(folder),
    )
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`))
    .filter((file) => /-(?:store|database)\.ts$/.test(file))
    .sort();
}

/** `isRefused`: Citus refuses it, and docs/data.md does not excuse it. */
function problemsOf({ texts }, what) {
  for (const each of texts) {
    const trees = treesOf(each);
    if (!trees) return [{ problem: 'this SQL cannot be read; let fewer parts of it depend on values' }];
    const faults = trees.map(({ stmt }) => faultsOf(stmt, what));
    const all = (kind) => faults.flatMap((of) => of[kind]).map((text) => text.replaceAll(hole, '${…}'));
    const wrong = all('wrong');
    const problems = [
      ...(wrong.length > 0 ? [{ problem: `the query of ${wrong.join(', ')} must name ${tenant}` }] : []),
      ...all('refused').map((problem) => ({ problem, isRefused: true })),
    ];
    if (problems.length > 0) return problems;
  }
  return [];
}

/** What a hole may stand for: nothing, a name, a value or condition, a query. The first that can be read counts. */
function treesOf(sql) {
  const [first, ...parts] = sql.split(hole);
  let filled = [first];
  for (const part of parts)
    filled = filled.flatMap((text) =>
      ['', `"${hole}"`, ' 1 ', ' select 1 '].map((meant) => text + meant + part),
    );
  for (const each of filled.slice(0, mostTries)) {
    try {
      return parseSync(each).stmts;
    } catch (error) {
      if (!(error instanceof Error)) throw error;
    }
  }
  return undefined;
}
