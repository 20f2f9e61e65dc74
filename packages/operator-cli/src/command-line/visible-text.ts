/**
 * A text that others chose, in visible ASCII: everything else, blanks too, as \u{…}. It cannot end a line or
 * a column, or command a terminal.
 */
export const visibleWord = (text: string): string => escaped(text, /[^\x21-\x5b\x5d-\x7e]/gu);

/** As `visibleWord`, with its blanks: a sentence that quotes what others chose. */
export const visibleSentence = (text: string): string => escaped(text, /[^\x20-\x5b\x5d-\x7e]/gu);

function escaped(text: string, hidden: RegExp): string {
  return text.replaceAll(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
