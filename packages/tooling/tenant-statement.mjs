// Says which tables of applications a statement touches without naming the application, and what Citus refuses in it.

const tenant = 'application_id';

/**
 * `tree`: a statement as libpg-query parses it. `isTenants`: whether a table, by its name, belongs to applications.
 * Returns the names of the tables whose application the statement does not say (`wrong`), of those with locks that may
 * be of several applications (`locked`), and of those that it fills from a query and without an answer (`copied`).
 */
export function faultsOf(tree, isTenants) {
  const told = { isTenants, wrong: [], locked: [], copied: [] };
  readLevel(tree, new Set(), told);
  const { wrong, locked, copied } = told;
  return { wrong: [...new Set(wrong)], locked: [...new Set(locked)], copied: [...new Set(copied)] };
}

/** One level of a query: its tables, and what their rows must fulfil. `known`: names of common table expressions. */
function readLevel(statement, known, told) {
  const [[kind, node]] = Object.entries(statement);
  const names = new Set(known);
  for (const { CommonTableExpr: each } of node.withClause?.ctes ?? []) {
    names.add(each.ctename);
    readLevel(each.ctequery, names, told);
  }
  if (kind === 'InsertStmt') return readInsert(node, names, told);
  if (node.larg) {
    readLevel({ SelectStmt: node.larg }, names, told);
    readLevel({ SelectStmt: node.rarg }, names, told);
    return;
  }
  const level = { tables: [], conditions: [], merged: false, hasOthers: false };
  if (node.relation) addFrom({ RangeVar: node.relation }, level, names, told);
  for (const item of node.fromClause ?? node.usingClause ?? []) addFrom(item, level, names, told);
  addCondition(node.whereClause, level);
  const { withClause: _with, fromClause: _from, usingClause: _using, ...rest } = node;
  readInside(rest, names, told);
  const named = namedBy(level);
  for (const { alias, table, isTenants } of level.tables)
    if (isTenants && !named.has(alias) && !named.has('')) told.wrong.push(table);
  if (node.lockingClause && !level.conditions.some(isOfOne))
    for (const { table, isTenants } of level.tables) if (isTenants) told.locked.push(table);
}

function readInsert(node, names, told) {
  const table = node.relation.relname;
  if (told.isTenants(table)) {
    const columns = (node.cols ?? []).map(({ ResTarget }) => ResTarget.name);
    const key = node.onConflictClause?.infer?.indexElems?.map(({ IndexElem }) => IndexElem.name);
    if (!columns.includes(tenant) || (key && !key.includes(tenant))) told.wrong.push(table);
    const isQuery = node.selectStmt && !node.selectStmt.SelectStmt.valuesLists;
    if (isQuery && !node.onConflictClause && !node.returningClause) told.copied.push(table);
  }
  const { withClause: _with, selectStmt, ...rest } = node;
  if (selectStmt) readLevel(selectStmt, names, told);
  readInside(rest, names, told);
}

/** Queries inside expressions. */
function readInside(node, names, told) {
  if (Array.isArray(node)) for (const each of node) readInside(each, names, told);
  else if (node && typeof node === 'object')
    for (const [key, value] of Object.entries(node))
      if (key === 'SelectStmt') readLevel({ SelectStmt: value }, names, told);
      else readInside(value, names, told);
}

function addFrom(item, level, names, told) {
  const [[kind, node]] = Object.entries(item);
  if (kind === 'RangeVar') {
    const { relname: table } = node;
    if (node.schemaname === undefined && names.has(table)) level.hasOthers = true;
    else
      level.tables.push({ alias: node.alias?.aliasname ?? table, table, isTenants: told.isTenants(table) });
  } else if (kind === 'JoinExpr') {
    addFrom(node.larg, level, names, told);
    addFrom(node.rarg, level, names, told);
    if (node.usingClause?.some(({ String: column }) => column.sval === tenant)) level.merged = true;
    addCondition(node.quals, level);
    readInside(node.quals, names, told);
  } else {
    level.hasOthers = true;
    readInside(node, names, told);
  }
}

/** The conditions that all rows fulfil. */
function addCondition(node, level) {
  if (!node) return;
  if (node.BoolExpr?.boolop === 'AND_EXPR') for (const each of node.BoolExpr.args) addCondition(each, level);
  else level.conditions.push(node);
}

/**
 * The aliases whose application is said: it equals a value, a column of something that is no table, or that of a table
 * whose application is said. '' stands for all, where the column is named without a table.
 */
function namedBy(level) {
  const named = new Set();
  const own = new Set(level.tables.map(({ alias }) => alias));
  const pairs = level.conditions.flatMap(pairsOf);
  const isSaid = (side) => side.alias === undefined || (side.alias !== '' && !own.has(side.alias));
  if (level.merged && level.hasOthers) named.add('');
  for (let before = -1; before < named.size;) {
    before = named.size;
    for (const [one, other] of pairs)
      for (const [side, opposite] of [
        [one, other],
        [other, one],
      ])
        if (side.alias !== undefined && (isSaid(opposite) || named.has(opposite.alias)))
          named.add(side.alias);
    if (level.merged && named.size > 0) named.add('');
  }
  return named;
}

/** The two sides of each equation of applications. `alias`: undefined for a value. */
function pairsOf(node) {
  if (node.SubLink?.subLinkType === 'ANY_SUBLINK' && !node.SubLink.operName) {
    const { testexpr } = node.SubLink;
    const columns = testexpr.RowExpr?.args ?? [testexpr];
    return columns.flatMap((column) => (isTenant(column) ? [[sideOf(column), { alias: undefined }]] : []));
  }
  const { kind, name, lexpr, rexpr } = node.A_Expr ?? {};
  if (!['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_IN'].includes(kind) || name[0].String.sval !== '=') return [];
  if (lexpr.RowExpr && rexpr.RowExpr)
    return lexpr.RowExpr.args.flatMap((left, index) => pairOf(left, rexpr.RowExpr.args[index]));
  return pairOf(lexpr, rexpr);
}

/** Whether the condition is that the application is one value. */
function isOfOne(node) {
  const { kind, lexpr, rexpr } = node.A_Expr ?? {};
  return kind === 'AEXPR_OP' && pairsOf(node).length > 0 && [lexpr, rexpr].some(({ ParamRef }) => ParamRef);
}

function pairOf(left, right) {
  return isTenant(left) || isTenant(right) ? [[sideOf(left), sideOf(right)]] : [];
}

const fieldsOf = (node) => (node?.ColumnRef?.fields ?? []).map((field) => field.String?.sval);

const isTenant = (node) => fieldsOf(node).at(-1) === tenant;

function sideOf(node) {
  const fields = fieldsOf(node);
  return { alias: fields.length === 0 ? undefined : (fields.at(-2) ?? '') };
}
