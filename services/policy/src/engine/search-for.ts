// Up to this length the JavaScript engine's search (Boyer-Moore) covers the whole part. Beyond it, its time
// can grow with the product of both lengths.
const longestKnownToEngine = 250;

/**
 * Whether a text contains `part`, in time linear in the text's length for any input (Knuth, Morris, Pratt
 * 1977).
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

/** For each prefix of the part, the length of the longest shorter prefix that it ends with. */
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
