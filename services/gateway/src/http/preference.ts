/** The preferences of a client that are known here. */
type Preference = 'receipt';

/** `token [= word] *(; parameter)` of RFC 7240, 2, with the word and the parameters left aside. */
const name = /^[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*(=|;|$)/;
const quoted = /"(?:[^"\\]|\\.)*"/g;

/**
 * Whether the client prefers an answer of this kind (RFC 7240). What is unknown or malformed is passed over,
 * as the RFC wants it.
 */
export function prefers(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  preference: Preference,
): boolean {
  const given = headers['prefer'];
  if (given === undefined) return false;
  const text = typeof given === 'string' ? given : given.join(',');
  // What stands in quotes may hold commas, and is not looked at.
  return text
    .replaceAll(quoted, '')
    .split(',')
    .some((part) => {
      const [, token = '', follows] = name.exec(part) ?? [];
      // It has no value: one that is given means something else.
      return token.toLowerCase() === preference && follows !== '=';
    });
}
