import type { JsonNode, JsonTree } from './json-tree.ts';

export type Path = readonly (string | number)[];

/** What a person writes where the cursor is. */
export type Cursor = {
  readonly wants: 'key' | 'value';
  /** Of a key: the path of its object. */
  readonly path: Path;
  /** What is there of it already, with its quotes. */
  readonly from: number;
  readonly to: number;
};

/** Undefined: a comma or a bracket comes first. */
export function cursorAt({ root }: JsonTree, text: string, at: number): Cursor | undefined {
  return root && within(root, text, at, []);
}

type Extent = { readonly from: number; readonly to: number; readonly isOpen: boolean };

function within(node: JsonNode, text: string, at: number, path: Path): Cursor | undefined {
  if (node.kind === 'scalar')
    return isOn(node, text, at) ? { wants: 'value', path, from: node.from, to: node.to } : undefined;
  if (at <= node.from || (at >= node.to && !node.isOpen)) return undefined;
  return node.kind === 'object' ? withinObject(node, text, at, path) : withinArray(node, text, at, path);
}

function withinObject(
  { members }: Extract<JsonNode, { kind: 'object' }>,
  text: string,
  at: number,
  path: Path,
): Cursor | undefined {
  for (const { key, at: own, node } of members) {
    if (isOn(own, text, at)) return { wants: 'key', path, from: own.from, to: own.to };
    const found = node && within(node, text, at, [...path, key]);
    if (found) return found;
  }
  const before = lastSign(text, at);
  if (before === '{' || before === ',') return { wants: 'key', path, from: at, to: at };
  const member = members.findLast((each) => each.at.to <= at);
  return before === ':' && member
    ? { wants: 'value', path: [...path, member.key], from: at, to: at }
    : undefined;
}

function withinArray(
  { items }: Extract<JsonNode, { kind: 'array' }>,
  text: string,
  at: number,
  path: Path,
): Cursor | undefined {
  for (const [index, item] of items.entries()) {
    const found = within(item, text, at, [...path, index]);
    if (found) return found;
  }
  const before = lastSign(text, at);
  const index = items.filter(({ to }) => to <= at).length;
  return before === '[' || before === ','
    ? { wants: 'value', path: [...path, index], from: at, to: at }
    : undefined;
}

/** Within its quotes, or at an end of a bare word. */
function isOn({ from, to, isOpen }: Extent, text: string, at: number): boolean {
  return text[from] === '"' ? at > from && (at < to || (isOpen && at === to)) : at >= from && at <= to;
}

function lastSign(text: string, at: number): string | undefined {
  return text.slice(0, at).trimEnd().at(-1);
}
