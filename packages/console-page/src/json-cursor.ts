import { getLocation } from 'jsonc-parser';

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
export function cursorAt(text: string, at: number): Cursor | undefined {
  const { path, isAtPropertyKey, previousNode } = locationAt(text, at);
  const extent = quotedAt(previousNode, text, at) ?? bareAt(text, at);
  if (!extent || !/[{[:,]$/.test(text.slice(0, extent.from).trimEnd())) return undefined;
  // After an object in a list, the place counts as that of a key, too.
  const isKey = isAtPropertyKey && typeof path.at(-1) === 'string';
  return isKey ? { wants: 'key', path: path.slice(0, -1), ...extent } : { wants: 'value', path, ...extent };
}

function locationAt(
  text: string,
  at: number,
): Pick<ReturnType<typeof getLocation>, 'path' | 'isAtPropertyKey'> & {
  readonly previousNode?: { readonly offset: number; readonly length: number } | undefined;
} {
  try {
    return getLocation(text, at);
  } catch (error) {
    // Nested too deeply for suggestions.
    if (error instanceof RangeError) return { path: [], isAtPropertyKey: false };
    throw error;
  }
}

type Extent = { readonly from: number; readonly to: number };

/** Within quotes, also before the closing one is there. */
function quotedAt(
  node: { readonly offset: number; readonly length: number } | undefined,
  text: string,
  at: number,
): Extent | undefined {
  if (!node || text[node.offset] !== '"' || at <= node.offset) return undefined;
  const to = node.offset + node.length;
  const isClosed = /^"(?:[^"\\]|\\.)*"$/.test(text.slice(node.offset, to));
  return at < to || (at === to && !isClosed) ? { from: node.offset, to } : undefined;
}

/** A word without quotes, or nothing. */
function bareAt(text: string, at: number): Extent | undefined {
  const [before = ''] = /[^\s{}[\]:,"]*$/.exec(text.slice(0, at)) ?? [];
  const [after = ''] = /^[^\s{}[\]:,"]*/.exec(text.slice(at)) ?? [];
  return { from: at - before.length, to: at + after.length };
}
