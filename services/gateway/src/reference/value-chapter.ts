import type { OpenApiDocument } from '../openapi/openapi-document.js';

const introduction = `## Enumerated values

Every field and header with a closed list of values, by its name. New versions of the service may add values to answers.
Error codes have a chapter of their own.`;

/** The chapter with all enumerations of the document. */
export function valueChapter(document: OpenApiDocument): string {
  const found = new Map<string, Set<string>>();
  collect(document, '', found);
  const rows = [...found]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([name, lists]) => [...lists].map((list) => `| \`${name}\` | ${list} |`));
  return [introduction, ['| Name | Values |', '|---|---|', ...rows].join('\n')].join('\n\n');
}

/** `name` is that of the nearest property or parameter. */
function collect(value: unknown, name: string, found: Map<string, Set<string>>): void {
  if (Array.isArray(value)) for (const each of value) collect(each, name, found);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  const members = value as Readonly<Record<string, unknown>>;
  if (Array.isArray(members['enum']) && name !== 'code') {
    const list = members['enum'].map((each) => `\`${String(each)}\``).join(', ');
    found.set(name, (found.get(name) ?? new Set()).add(list));
  }
  const own = typeof members['name'] === 'string' && 'in' in members ? members['name'] : name;
  for (const [key, part] of Object.entries(members)) {
    if (key === 'properties')
      for (const [field, schema] of Object.entries(part as object)) collect(schema, field, found);
    else if (!['enum', 'example', 'examples', 'default', 'const'].includes(key)) collect(part, own, found);
  }
}
