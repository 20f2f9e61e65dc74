import { errorCodes } from '@wallet-service/errors';
import { coreCode } from '../http/core-code.js';
import type { OpenApiDocument } from '../openapi/openapi-document.js';

const introduction = `## Enumerated values

Every field and header with a closed list of values, by its name. New versions of the service may add values to answers.
Error codes have a chapter of their own.`;

type List = readonly string[];
type Found = Map<string, List[]>;

const codes = new Set<unknown>(Object.keys(errorCodes).flatMap((code) => [code, coreCode(code)]));

/** The chapter with all enumerations of the document. */
export function valueChapter(document: OpenApiDocument): string {
  const found: Found = new Map();
  collect(document, '', found);
  const entries = [...found]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .flatMap(([name, lists]) => joined(lists).map((list) => `- **${name}**: ${inCode(list)}`));
  return [introduction, entries.join('\n')].join('\n\n');
}

/** Alternatives that differ by one value are one list. A list that is part of another one is left out. */
function joined(lists: readonly List[]): readonly List[] {
  const single = [...new Set(lists.filter(({ length }) => length === 1).flat())];
  const all = [...lists.filter(({ length }) => length > 1), ...(single.length > 0 ? [single] : [])];
  return all.filter(
    (list, index) =>
      !all.some(
        (other, at) =>
          at !== index &&
          list.every((value) => other.includes(value)) &&
          (other.length > list.length || at < index),
      ),
  );
}

function inCode(list: List): string {
  return list.map((value) => `\`${value}\``).join(', ');
}

/** `name` is that of the nearest property, parameter or named schema. */
function collect(value: unknown, name: string, found: Found): void {
  if (typeof value !== 'object' || value === null) return;
  const members = value as Readonly<Record<string, unknown>>;
  const values = (members['enum'] ?? []) as readonly unknown[];
  if (!values.every((each) => codes.has(each)))
    found.set(name, [...(found.get(name) ?? []), values.map(String)]);
  const own = typeof members['name'] === 'string' && 'in' in members ? members['name'] : name;
  for (const [key, part] of Object.entries(members)) {
    if (key === 'properties' || key === 'schemas')
      for (const [field, schema] of Object.entries(part as object)) collect(schema, field, found);
    else if (!['enum', 'example', 'examples', 'default', 'const'].includes(key)) collect(part, own, found);
  }
}
