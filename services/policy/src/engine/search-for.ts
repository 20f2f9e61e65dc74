// Up to here the search of the engine (Boyer-Moore) knows the whole part; beyond, its time can grow with the product of both lengths.
const longestKnownToEngine = 250;

/** Whether a text holds `part`, in time that grows with the text's length, whatever both are (Knuth, Morris, Pratt 1977). */
export function searchFor(part: string): (text: string) => boolean {
  if (part.length <= longestKnownToEngine) return (text) => text.includes(part);
  const borders = bordersOf(part);
  return (text) => {
    let matched = 0;
    for (let at = 0; at < text.length; at += 1) {
      matched = extended(part, borders, matched, text.charCodeAt(at));
      if (matched === part.length) return true;
    }
    return false;
  };
}

/** For each length of a beginning of `part`, the length of the longest shorter beginning that it ends with. */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length + 1);
  for (let length = 1; length < part.length; length += 1)
    borders[length + 1] = extended(part, borders, borders[length] ?? 0, part.charCodeAt(length));
  return borders;
}

/** How long a beginning of `part` is matched when `code` follows on one of length `matched`. */
function extended(part: string, borders: Int32Array, matched: number, code: number): number {
  let length = matched;
  while (length > 0 && part.charCodeAt(length) !== code) length = borders[length] ?? 0;
  return part.charCodeAt(length) === code ? length + 1 : 0;
}
