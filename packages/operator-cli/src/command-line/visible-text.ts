/**
 * Text that others chose, in visible ASCII. Everything else, spaces too, becomes \u{…}. So it cannot end a
 * line or a column, or control a terminal.
 */
export const visibleWord = (text: string): string => escaped(text, /[^\x21-\x5b\x5d-\x7e]/gu);

/** Like `visibleWord`, but keeps spaces: for a sentence that quotes text of others. */
export const visibleSentence = (text: string): string => escaped(text, /[^\x20-\x5b\x5d-\x7e]/gu);

function escaped(text: string, hidden: RegExp): string {
  return text.replaceAll(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
