/** A name without case and separators. */
export function keyOf(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]/g, '');
}

/** Words that say which network of a chain is meant, or that it is one. The longer ones come first. */
const qualifiers = (
  'PREVIEWNET PRODUCTION BLOCKCHAIN PROTOCOL LOCALNET STAGENET MAINNET TESTNET REGTEST NETWORK CLUSTER STAGING ' +
  'DEVNET SIGNET LEDGER CHAIN MAIN TEST BETA LIVE PROD DEV NET'
).split(' ');
const qualified = new RegExp(`^(?:${qualifiers.join('|')})|(?:${qualifiers.join('|')})[0-9]?$`);

/** What is left of a key without such words at both ends: the chain, if the name has one. */
export function withoutQualifiers(key: string): string {
  const rest = key.replace(qualified, '');
  return rest === key ? key : withoutQualifiers(rest);
}

/** The words that are long enough to be recognised when they are mistyped. */
const longQualifiers = ['MAINNET', 'TESTNET', 'REGTEST', 'DEVNET', 'SIGNET'];

/** What may be left of a key if one of these words, at its beginning or its end, is mistyped. */
export function withoutMistypedQualifier(key: string): readonly string[] {
  const rests: string[] = [];
  for (let at = 2; at < key.length - 3; at += 1) {
    const [head, tail] = [key.slice(0, at), key.slice(at)];
    if (longQualifiers.some((word) => isMistyped(tail, word))) rests.push(head);
    if (longQualifiers.some((word) => isMistyped(head, word))) rests.push(tail);
  }
  return rests;
}

/** With two mistakes the first letter must be right, or letters of the chain would count as mistakes. */
function isMistyped(text: string, word: string): boolean {
  return isWithin(1, text, word) || (text[0] === word[0] && isWithin(2, text, word));
}

/** Whether so many edits make the one text of the other. */
export function isWithin(most: number, one: string, other: string): boolean {
  return Math.abs(one.length - other.length) <= most && editDistance(one, other) <= most;
}

/** The letters to insert, delete, replace or swap with their neighbour (Damerau, optimal string alignment). */
export function editDistance(one: string, other: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const same = one[i - 1] === other[j - 1];
      const swapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next.push(
        Math.min(
          (row[j] ?? 0) + 1,
          (next[j - 1] ?? 0) + 1,
          (row[j - 1] ?? 0) + (same ? 0 : 1),
          swapped ? (before[j - 2] ?? 0) + 1 : Infinity,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
