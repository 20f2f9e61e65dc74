import {
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  printParseErrorCode,
  type Node,
  type ParseError,
} from 'jsonc-parser';

// JSON with the places of its parts. It reads what is not finished, too, because a person still writes it.

type Extent = { readonly from: number; readonly to: number };
export type Mark = Extent & { readonly message: string };
export type JsonTree = {
  readonly root: Node | undefined;
  /** The first mistake. Without one, it is JSON. */
  readonly mistake: Mark | undefined;
};

const noNumber = 'This is no number of JSON.';
const noText = 'This text has a character or an escape that JSON does not have.';
const noComments = 'JSON has no comments.';
const messages: Readonly<Record<string, string>> = {
  InvalidSymbol: 'Text needs double quotes.',
  ...{ InvalidNumberFormat: noNumber, UnexpectedEndOfNumber: noNumber },
  PropertyNameExpected: 'A key in double quotes is missing here.',
  ValueExpected: 'A value is missing here.',
  ColonExpected: 'A colon is missing before this.',
  CommaExpected: 'A comma is missing before this.',
  CloseBraceExpected: 'A } is missing here.',
  CloseBracketExpected: 'A ] is missing here.',
  EndOfFileExpected: 'Nothing can follow the end.',
  ...{ InvalidCommentToken: noComments, UnexpectedEndOfComment: noComments },
  UnexpectedEndOfString: 'The closing quote is missing.',
  ...{ InvalidUnicode: noText, InvalidEscapeCharacter: noText, InvalidCharacter: noText },
};

export function jsonTree(text: string): JsonTree {
  const errors: ParseError[] = [];
  try {
    const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
    return { root, mistake: errors[0] && markOf(errors[0], text) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { root: undefined, mistake: { from: 0, to: 1, message: 'This is nested too deeply.' } };
  }
}

function markOf({ error, offset, length }: ParseError, text: string): Mark {
  const code = printParseErrorCode(error);
  const isNumber = code === 'InvalidSymbol' && /^[-+.\d]/.test(text.slice(offset));
  const message = isNumber ? noNumber : (messages[code] ?? 'This is not JSON.');
  // What is missing at the end is missing after the last character.
  return { from: length === 0 ? Math.max(0, offset - 1) : offset, to: offset + length, message };
}

/** What is there, as far as it can be read. */
export function readable(root: Node | undefined): unknown {
  return root && (getNodeValue(root) as unknown);
}

/** Where a JSON pointer leads. If it is not there: what lacks it. */
export function placeOf({ root }: JsonTree, pointer: string): Extent {
  let [node, place] = [root, root ? { from: root.offset, to: root.offset + 1 } : { from: 0, to: 0 }];
  for (const part of pointer.split('/').slice(1)) {
    const step = part.replaceAll('~1', '/').replaceAll('~0', '~');
    const found: Node | undefined =
      node && findNodeAtLocation(node, [node.type === 'array' ? Number(step) : step]);
    if (!found) return place;
    place = placeOfNode(found);
    node = found;
  }
  return place;
}

/** Of an object or a list: its key, or its first character. */
function placeOfNode({ type, offset, length, parent }: Node): Extent {
  const isWhole = type !== 'object' && type !== 'array';
  if (isWhole) return { from: offset, to: offset + length };
  const [key] = parent?.type === 'property' ? (parent.children ?? []) : [];
  return key ? { from: key.offset, to: key.offset + key.length } : { from: offset, to: offset + 1 };
}
