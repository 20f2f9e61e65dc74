// Says which tables of applications a statement touches without naming the application, and what Citus refuses in it.

const tenant = 'application_id';

/** Functions whose value changes within a statement. */
const changing = ['clock_timestamp', 'gen_random_uuid', 'nextval', 'random', 'timeofday'];

/**
 * `tree`: a statement as libpg-query parses it. `isTenants`: whether a table, by its name, belongs to applications.
 * `isPlaced`: or has a copy on each server. Returns the names of the tables whose application the statement does not
 * say (`wrong`), and what Citus refuses, in words (`refused`).
 */
export function faultsOf(tree, { isTenants, isPlaced }) {
  const told = { isTenants, isPlaced, wrong: [], refused: [] };
  if (callsOf(tree).includes('set_config')) told.refused.push('must set with `set local`, not set_config');
  readLevel(tree, new Set(), told);
  return { wrong: [...new Set(told.wrong)], refused: [...new Set(told.refused)] };
}

/**
 * One level of a query: its tables, and what their rows must fulfil. `known`: names of common table expressions.
 * `asked.ofOne`: what Citus refuses around it, unless it is of one application.
 */
function readLevel(statement, known, asked) {
  const [[kind, node]] = Object.entries(statement);
  const names = new Set(known);
  for (const { CommonTableExpr: each } of node.withClause?.ctes ?? []) {
    names.add(each.ctename);
    readLevel(each.ctequery, names, node.withClause.recursive ? { ...asked, ofOne: 'recursively' } : asked);
  }
  if (kind === 'InsertStmt') return readInsert(node, names, asked);
  const told = asked.isLateral && node.limitCount ? { ...asked, ofOne: 'with a limit for each row' } : asked;
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
  if (!level.conditions.some(isOfOne)) tellOfMany(node, level, told);
  const call = node.relation && changing.find((name) => callsOf(node).includes(name));
  if (call && told.isPlaced(node.relation.relname))
    told.refused.push(`must change ${node.relation.relname} without ${call}, whose value changes meanwhile`);
}

/** What Citus refuses of rows of several applications. */
function tellOfMany(node, level, told) {
  for (const { table, isTenants } of level.tables) {
    if (!isTenants) continue;
    if (node.lockingClause) told.refused.push(`must lock ${table} of one application alone`);
    if (told.ofOne) told.refused.push(`must not read ${table} of several applications ${told.ofOne}`);
  }
}

/** The names of the functions that it calls. */
function callsOf(node) {
  if (!node || typeof node !== 'object') return [];
  const own = node.FuncCall ? [node.FuncCall.funcname.at(-1).String.sval] : [];
  return [...own, ...Object.values(node).flatMap(callsOf)];
}

function readInsert(node, names, told) {
  const table = node.relation.relname;
  if (told.isTenants(table)) {
    const columns = (node.cols ?? []).map(({ ResTarget }) => ResTarget.name);
    const key = node.onConflictClause?.infer?.indexElems?.map(({ IndexElem }) => IndexElem.name);
    if (!columns.includes(tenant) || (key && !key.includes(tenant))) told.wrong.push(table);
    const isQuery = node.selectStmt && !node.selectStmt.SelectStmt.valuesLists;
    if (isQuery && !node.onConflictClause && !node.returningClause)
      told.refused.push(`must say what it returns, because a query fills ${table}`);
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
    readInside(node, names, node.lateral ? { ...told, isLateral: true } : told);
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
