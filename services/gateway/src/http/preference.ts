/** The client preferences that the gateway knows. */
type Preference = 'receipt';

/** `token [= word] *(; parameter)` of RFC 7240, 2. Word and parameters are ignored. */
const name = /^[ \t]*([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*(=|;|$)/;
const quoted = /"(?:[^"\\]|\\.)*"/g;

/**
 * Whether the client prefers this kind of answer (RFC 7240). Unknown and malformed preferences are ignored,
 * as the RFC requires.
 */
export function prefers(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  preference: Preference,
): boolean {
  const given = headers['prefer'];
  if (given === undefined) return false;
  const text = typeof given === 'string' ? given : given.join(',');
  // Quoted text may contain commas and is not examined.
  return text
    .replaceAll(quoted, '')
    .split(',')
    .some((part) => {
      const [, token = '', follows] = name.exec(part) ?? [];
      // The preference has no value. With a value it means something else.
      return token.toLowerCase() === preference && follows !== '=';
    });
}
