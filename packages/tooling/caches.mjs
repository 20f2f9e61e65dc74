// Compares what services and packages keep in memory with the two tables of docs/caches.md: one line for each
// difference, and exit code 1. Reads {services,packages}/*/src under the working directory.
//
// A cache is a `new RecentlyUsed(name, bound)`. Every other map or set that outlives a call (one of a module, of
// a class, of a function `create…`) must be in the second table, which says what bounds it. So nobody can
// add a cache, or a map that only grows, without being noticed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import ts from 'typescript';

const table = 'docs/caches.md';
const tools = /^packages\/(bench|chaos|e2e|local-stack|nitro-emulator|operator-cli|test-kit)\//;
const [caches, otherMaps] = tablesOf(existsSync(table) ? readFileSync(table, 'utf8') : '');
const files = ['services', 'packages']
  .filter((folder) => existsSync(folder))
  .flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}/src`))
  .filter((folder) => existsSync(folder) && !tools.test(folder))
  .flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`))
  .filter((file) => /(?<!\.test)\.ts$/.test(file) && !/\/gen\//.test(file))
  .sort();
const seen = files.map((file) => lookAt(file, readFileSync(file, 'utf8')));
const found = seen.flatMap((each) => each.caches);
const keeping = seen.filter((each) => each.maps.length > 0);

const wrong = [
  ...seen.flatMap((each) => each.wrong),
  ...found.flatMap((each) => cacheProblems(each)),
  ...[...caches.keys()]
    .filter((name) => !found.some((each) => each.name === name))
    .map((name) => `${table}: there is no cache ${name}`),
  ...keeping
    .filter(({ file }) => !otherMaps.has(file))
    .map(
      ({ file, maps }) =>
        `${file}:${maps[0]}: outlives a call; use RecentlyUsed, or say in ${table} what bounds it`,
    ),
  ...[...otherMaps.keys()]
    .filter((file) => !keeping.some((each) => each.file === file))
    .map((file) => `${table}: ${file} keeps no map or set`),
];
for (const line of wrong) console.log(line);
if (wrong.length > 0) process.exitCode = 1;

/** First table: the cells behind the name. Second table: the cells behind the path of a file. */
function tablesOf(text) {
  const rows = [...text.matchAll(/^\| `([^`]+)` \|(.*)\|$/gm)].map(([, name, rest]) => [
    name,
    rest.split('|'),
  ]);
  const isFile = ([name]) => name.includes('/');
  return [new Map(rows.filter((row) => !isFile(row))), new Map(rows.filter(isFile))];
}

function cacheProblems({ file, line, name, bound }) {
  const place = `${file}:${line}`;
  if (name === undefined) return [`${place}: the first argument must be the name, as a literal`];
  if (found.filter((each) => each.name === name).length > 1)
    return [`${place}: the name ${name} is there twice`];
  const row = caches.get(name);
  if (!row) return [`${place}: ${table} has no row for the cache ${name}`];
  if (row.length < 3 || row.some((cell) => cell.trim() === ''))
    return [`${table}: the row of ${name} needs key, bound and what invalidates it`];
  if (bound === undefined) return [`${place}: the second argument must lead to a number in this file`];
  const told = row[1].replaceAll(',', '').match(/\d+/)?.[0];
  return Number(told) === bound ? [] : [`${table}: ${name} holds ${bound}, not ${told}`];
}

function lookAt(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const result = { file, caches: [], maps: [], wrong: [] };
  const isOfTheClass = /\/recently-used\.ts$/.test(file);
  visit(source);
  return result;

  function visit(node) {
    if (ts.isNewExpression(node) && ts.isIdentifier(node.expression)) {
      const kind = node.expression.text;
      if (kind === 'RecentlyUsed') result.caches.push(cacheOf(node));
      if (/^(Map|Set)$/.test(kind) && !isOfTheClass && outlivesItsCall(node)) result.maps.push(lineOf(node));
    }
    if (!isOfTheClass && picksTheOldest(node))
      result.wrong.push(`${file}:${lineOf(node)}: evicts by hand; use RecentlyUsed`);
    ts.forEachChild(node, visit);
  }

  function cacheOf(node) {
    const [name, bound] = node.arguments ?? [];
    const isNamed = name !== undefined && ts.isStringLiteral(name);
    return { file, line: lineOf(node), name: isNamed ? name.text : undefined, bound: numberOf(bound) };
  }

  function lineOf(node) {
    return source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
  }

  /** Literals, their products, defaults, and what the file declares under the name. */
  function numberOf(node) {
    if (node === undefined) return undefined;
    if (ts.isNumericLiteral(node)) return Number(node.text);
    if (ts.isBinaryExpression(node)) {
      const [left, right] = [numberOf(node.left), numberOf(node.right)];
      return node.operatorToken.kind === ts.SyntaxKind.AsteriskToken ? left * right : right;
    }
    return ts.isIdentifier(node) ? numberOf(initializerOf(node.text)) : undefined;
  }

  function initializerOf(name) {
    let initializer;
    const search = (node) => {
      const declares = ts.isVariableDeclaration(node) || ts.isParameter(node) || ts.isBindingElement(node);
      if (declares && node.name.getText() === name) initializer ??= node.initializer;
      ts.forEachChild(node, search);
    };
    search(source);
    return initializer;
  }

  /** Empty at first, so that it is filled later; and of a module, a class or what `create…` returns. */
  function outlivesItsCall(node) {
    if ((node.arguments ?? []).length > 0) return false;
    const holder = ts.findAncestor(
      node.parent,
      (each) => ts.isFunctionLike(each) || ts.isPropertyDeclaration(each),
    );
    if (!holder || ts.isPropertyDeclaration(holder) || ts.isConstructorDeclaration(holder)) return true;
    return /^(create|start|share)/.test(holder.name?.getText() ?? '');
  }
}

/** `map.keys().next()`, `const [oldest] = map.keys()`, `for (const oldest of map.keys()) … map.delete(oldest)`. */
function picksTheOldest(node) {
  if (ts.isCallExpression(node) && calls(node, 'next')) return isKeys(node.expression.expression);
  if (ts.isVariableDeclaration(node) && ts.isArrayBindingPattern(node.name)) return isKeys(node.initializer);
  if (ts.isForOfStatement(node) && isKeys(node.expression))
    return has(node.statement, (each) => calls(each, 'delete'));
  return (
    ts.isIfStatement(node) &&
    comparesSize(node.expression) &&
    has(node.thenStatement, (each) => calls(each, 'clear'))
  );
}

function comparesSize(node) {
  return has(node, (each) => ts.isBinaryExpression(each) && /\.size\s*>/.test(each.getText()));
}

function isKeys(node) {
  return node !== undefined && calls(node, 'keys') && node.arguments.length === 0;
}

function calls(node, name) {
  return (
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === name
  );
}

function has(node, isIt) {
  return isIt(node) || ts.forEachChild(node, (child) => has(child, isIt) || undefined) === true;
}
