// Files for other programs.

type Entry = Readonly<Record<string, unknown>>;

/** A line of JSON for each entry. */
export function toNdjson(entries: readonly unknown[]): string {
  return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
}

/** RFC 4180. Its columns are the members of the entries. What is no text or number is JSON. */
export function toCsv(entries: readonly unknown[]): string {
  const records = entries as readonly Entry[];
  const names = [...new Set(records.flatMap((entry) => Object.keys(entry)))];
  return [names, ...records.map((entry) => names.map((name) => entry[name]))]
    .map((line) => `${line.map(cellOf).join(',')}\r\n`)
    .join('');
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Spreadsheets would run it as a formula.
  const inert = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}

/** Gives the browser a file. */
export function save(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
