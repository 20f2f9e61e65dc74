/** JSON that decides something and breaks a rule that JSON.parse lets pass. The message names the rule, never the content. */
export class StrictJsonError extends Error {
  override readonly name = 'StrictJsonError';
}

const maxDepth = 64;

/**
 * Throws StrictJsonError when an object in `json` names a key twice ("s\u0075b" equals "sub"), of which JSON.parse silently keeps the last,
 * when nesting is deeper than 64, and when the text is no JSON at all.
 */
export function refuseDuplicateKeys(json: string): void {
  scan(json, () => undefined);
}

/** JSON.parse that also refuses duplicate keys, integers beyond ±(2^53 - 1), which would be rounded, and numbers beyond the range of a double. */
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
    const char = json.charAt(at);
    if (char === '"') {
      const end = endOfString(json, at);
      if (expectKey) addKey(open.at(-1), parse(json.slice(at, end + 1)) as string);
      expectKey = false;
      at = end;
    } else if (char === '{' || char === '[') {
      open.push(char === '{' ? new Set() : undefined);
      if (open.length > maxDepth) throw new StrictJsonError('nested too deep');
      expectKey = char === '{';
    } else if (char === '}' || char === ']') {
      open.pop();
      expectKey = false;
    } else if (char === ',') expectKey = open.at(-1) !== undefined;
    else if (char === '-' || (char >= '0' && char <= '9')) {
      const end = endOfNumber(json, at);
      checkNumber(json.slice(at, end));
      at = end - 1;
    }
  }
  return value;
}

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

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}

function endOfNumber(json: string, start: number): number {
  let at = start + 1;
  while (/[0-9.eE+-]/.test(json.charAt(at))) at += 1;
  return at;
}
