const longestShown = 100;
const mostShown = 5;

/**
 * A value of an unverified token, for people: in quotes, cut to 100 characters, everything but plain ASCII written as
 * <U+…>. So it can't end the quotes, a header or a line, or change how the text around it reads.
 */
export function shown(value: unknown): string {
  if (value === undefined) return 'absent';
  if (typeof value !== 'string') return 'not text';
  let text = '';
  for (const character of value) {
    const next = plain(character);
    if (text.length + next.length > longestShown) return `'${text}...'`;
    text += next;
  }
  return `'${text}'`;
}

export function shownAll(values: readonly unknown[]): string {
  const first = values.slice(0, mostShown).map(shown).join(', ');
  return values.length > mostShown ? `${first} and ${values.length - mostShown} more` : first;
}

function plain(character: string): string {
  const isPlain = /^[\x20-\x7e]$/.test(character) && !/['"\\<>]/.test(character);
  return isPlain ? character : `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}>`;
}
