// Up to here the search of the engine (Boyer-Moore) knows the whole part; beyond, its time can grow with the
// product of both lengths.
const longestKnownToEngine = 250;

/**
 * Whether a text holds `part`, in time that grows with the text's length, whatever both are (Knuth, Morris,
 * Pratt 1977).
 */
export function searchFor(part: string): (text: string) => boolean {
  if (part.length <= longestKnownToEngine) return (text) => text.includes(part);
  const codes = Uint16Array.from({ length: part.length }, (_, at) => part.charCodeAt(at));
  const borders = bordersOf(codes);
  return (text) => {
    let matched = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      while (codes[matched] !== code && matched > 0) matched = borders[matched] ?? 0;
      if (codes[matched] === code) matched += 1;
      if (matched === codes.length) return true;
    }
    return false;
  };
}

/** For each length of a beginning of the part, the length of the longest shorter beginning that it ends with. */
function bordersOf(codes: Uint16Array): Int32Array {
  const borders = new Int32Array(codes.length + 1);
  let matched = 0;
  for (let length = 1; length < codes.length; length += 1) {
    while (codes[length] !== codes[matched] && matched > 0) matched = borders[matched] ?? 0;
    if (codes[length] === codes[matched]) matched += 1;
    borders[length + 1] = matched;
  }
  return borders;
}
