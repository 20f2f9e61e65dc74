// Finds the SQL in TypeScript source: strings that begin like a statement, with what stands in their `${…}`.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Stands for what only the running service knows. It is no name of a table, so it proves nothing. */
export const hole = '\u0001';
const beginning = /^\s*\(?\s*(?:select|insert\s+into|update|delete\s+from|with)\s/i;
const mostAlternatives = 32;
const parsed = new Map();

/** `[{ file, line, place, texts }]`: the alternatives of each statement, and the function that it stands in. */
export function statementsOf(file) {
  const source = sourceOf(file);
  const found = [];
  visit(source, (node) => {
    if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return;
    const texts = alternativesOf(node, file, new Set()).filter((text) => beginning.test(text));
    if (texts.length === 0) return;
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    found.push({ file, line: line + 1, place: placeOf(node), texts });
  });
  return found;
}

function sourceOf(file) {
  const text = readFileSync(file, 'utf8');
  const key = `${file}\n${text}`;
  if (!parsed.has(key)) parsed.set(key, ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return parsed.get(key);
}

function visit(node, work) {
  work(node);
  ts.forEachChild(node, (child) => visit(child, work));
}

/** What an expression may be, as text. */
function alternativesOf(node, file, open) {
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text];
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node))
    return alternativesOf(node.expression, file, open);
  if (ts.isConditionalExpression(node))
    return [...alternativesOf(node.whenTrue, file, open), ...alternativesOf(node.whenFalse, file, open)];
  if (ts.isBinaryExpression(node)) return ['1'];
  if (ts.isTemplateExpression(node)) {
    let texts = [node.head.text];
    for (const { expression, literal } of node.templateSpans) {
      const values = alternativesOf(expression, file, open);
      texts = texts.flatMap((text) => values.map((value) => text + value + literal.text));
      texts = texts.slice(0, mostAlternatives);
    }
    return texts;
  }
  if (ts.isIdentifier(node) && !open.has(node.text)) {
    const meant = constantOf(node.text, file);
    if (meant) return alternativesOf(meant.value, meant.file, new Set([...open, node.text]));
  }
  return [hole];
}

/** The value of a constant of this file, or of the file that it is imported from. */
function constantOf(name, file) {
  const source = sourceOf(file);
  const values = [];
  let from;
  visit(source, (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.name.text === name)
      values.push(node.initializer);
    if (ts.isParameter(node) && ts.isIdentifier(node.name) && node.name.text === name) values.push(undefined);
    if (ts.isImportSpecifier(node) && node.name.text === name)
      from = node.parent.parent.parent.moduleSpecifier.text;
  });
  if (values.length === 1 && values[0]) return { value: values[0], file };
  if (values.length > 0 || !from?.startsWith('.')) return undefined;
  const other = path.join(path.dirname(file), from.replace(/\.js$/, '.ts'));
  return existsSync(other) ? constantOf(name, other) : undefined;
}

/** Such as `walletStore.find`: the declaration of the file, and the member of it. */
function placeOf(node) {
  const names = [];
  for (let at = node; at.parent; at = at.parent) {
    const { name } = at;
    const isNamed =
      ts.isFunctionDeclaration(at) ||
      ts.isMethodDeclaration(at) ||
      ts.isPropertyAssignment(at) ||
      (ts.isVariableDeclaration(at) && (ts.isArrowFunction(at.initializer ?? at) || isOfFile(at)));
    if (isNamed && name && ts.isIdentifier(name)) names.unshift(name.text);
  }
  return [...new Set([names.at(0), names.at(-1)])].join('.');
}

const isOfFile = (declaration) => ts.isSourceFile(declaration.parent.parent.parent);
