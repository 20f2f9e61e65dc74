/** The entries of a comma-separated variable, trimmed and without empty ones. */
export function commaSeparated(text: string): readonly string[] {
  return text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
