// Up to this length the JavaScript engine's search (Boyer-Moore) covers the whole part. Beyond it, its time
// can grow with the product of both lengths.
const longestKnownToEngine = 250;
// For shorter parts the engine stops at each place that has the first character, which is slow if all places have it.
// It finds a single character at once.
const shortestKnownToEngine = 7;

/** Whether a text contains `part`, in time linear in the text's length for any input. */
export function searchFor(part: string): (text: string) => boolean {
  if (part.length > 1 && part.length < shortestKnownToEngine) return (text) => containsShort(text, part);
  if (part.length <= longestKnownToEngine) return (text) => text.includes(part);
  return searchForLong(part);
}

/** By code unit, the bits of the places where the part has it. All zero between two searches. */
const places = new Uint8Array(65_536);

/** Looks at each character once (Baeza-Yates, Gonnet 1992). A bit of `begun` stands for each beginning of the part. */
function containsShort(text: string, part: string): boolean {
  for (let at = 0; at < part.length; at += 1) {
    const code = part.charCodeAt(at);
    places[code] = (places[code] ?? 0) | (1 << at);
  }
  const whole = 1 << (part.length - 1);
  let begun = 0;
  for (let at = 0; at < text.length && (begun & whole) === 0; at += 1)
    begun = ((begun << 1) | 1) & (places[text.charCodeAt(at)] ?? 0);
  for (let at = 0; at < part.length; at += 1) places[part.charCodeAt(at)] = 0;
  return (begun & whole) !== 0;
}

/** Never goes back in the text (Knuth, Morris, Pratt 1977). */
function searchForLong(part: string): (text: string) => boolean {
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
