// The signer's own parser, for what the signer reads and for those who write or check the same documents. Bodies of
// requests and what users sign have the one of packages/values, which names the place of each mistake.

/**
 * JSON that decides something and breaks a rule that JSON.parse lets pass. The message names the rule, never
 * the content.
 */
export class StrictJsonError extends Error {
  override readonly name = 'StrictJsonError';
}

const maxDepth = 64;

/**
 * Throws StrictJsonError when an object in `json` names a key twice ("s\u0075b" equals "sub"), of which
 * JSON.parse silently keeps the last, when nesting is deeper than 64, and when the text is no JSON at all.
 */
export function refuseDuplicateKeys(json: string): void {
  scan(json, () => undefined);
}

/**
 * JSON.parse that also refuses duplicate keys, integers beyond ±(2^53 - 1), which would be rounded, and
 * numbers beyond the range of a double.
 */
export function parseStrictJson(json: string): unknown {
  return scan(json, (literal) => {
    const number = Number(literal);
    const rounded = Number.isInteger(number) && !Number.isSafeInteger(number);
    if (rounded || !Number.isFinite(number)) throw new StrictJsonError('a number is too big');
  });
}

/** Parses first, so that the walk below sees only valid JSON and may be simple. */
function scan(json: string, checkNumber: (literal: string) => void): unknown {
  const value = parse(json);
  const open: (Set<string> | undefined)[] = [];
  let expectKey = false;
  for (let at = 0; at < json.length; at += 1) {
    const char = json.charCodeAt(at);
    if (char === quote) {
      const end = endOfString(json, at);
      if (expectKey) addKey(open.at(-1), keyAt(json, at, end));
      expectKey = false;
      at = end;
    } else if (char === openBrace || char === openBracket) {
      open.push(char === openBrace ? new Set() : undefined);
      if (open.length > maxDepth) throw new StrictJsonError('nested too deep');
      expectKey = char === openBrace;
    } else if (char === closeBrace || char === closeBracket) {
      open.pop();
      expectKey = false;
    } else if (char === comma) expectKey = open.at(-1) !== undefined;
    else if (char === minus || (char >= digit0 && char <= digit9)) {
      const end = endOfNumber(json, at);
      checkNumber(json.slice(at, end));
      at = end - 1;
    }
  }
  return value;
}

const [quote, backslash, comma, minus, digit0, digit9] = [0x22, 0x5c, 0x2c, 0x2d, 0x30, 0x39];
const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d];

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new StrictJsonError('not JSON');
  }
}

function addKey(keys: Set<string> | undefined, key: string): void {
  if (keys?.has(key)) throw new StrictJsonError('a key is given twice');
  keys?.add(key);
}

function keyAt(json: string, start: number, end: number): string {
  const text = json.slice(start + 1, end);
  return text.includes('\\') ? (parse(json.slice(start, end + 1)) as string) : text;
}

/** Looks for the quote in one go: most of a trust bundle is inside of strings. */
function endOfString(json: string, start: number): number {
  let end = json.indexOf('"', start + 1);
  while (isEscaped(json, end)) end = json.indexOf('"', end + 1);
  return end;
}

function isEscaped(json: string, at: number): boolean {
  let first = at;
  while (json.charCodeAt(first - 1) === backslash) first -= 1;
  return (at - first) % 2 === 1;
}

function endOfNumber(json: string, start: number): number {
  let at = start + 1;
  while (/[0-9.eE+-]/.test(json.charAt(at))) at += 1;
  return at;
}
