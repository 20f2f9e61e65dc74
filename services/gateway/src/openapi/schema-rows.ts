import type { Json } from './schema-references.js';

/** A table row about one field of a body. */
export type SchemaRow = {
  readonly path: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
};

const maxDepth = 4;

/** The fields of an object, followed by the fields of its members: `metadata.resource_id`, `rules[].name`. */
export function schemaRows(schema: Json, document: Json, prefix = '', depth = 0): readonly SchemaRow[] {
  const resolved = resolve(schema, document);
  if (depth > maxDepth) return [];
  if (resolved['type'] === 'array')
    return schemaRows((resolved['items'] ?? {}) as Json, document, `${prefix}[]`, depth + 1);
  const required = (resolved['required'] ?? []) as string[];
  return Object.entries((resolved['properties'] ?? {}) as Record<string, Json>).flatMap(([name, field]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    const target = resolve(field, document);
    const description = target['description'] as string | undefined;
    const row = {
      path,
      type: typeOf(target),
      required: required.includes(name),
      description: description ?? '',
    };
    return [row, ...schemaRows(target, document, path, depth + 1)];
  });
}

function resolve(schema: Json, document: Json): Json {
  const reference = schema['$ref'];
  if (typeof reference !== 'string') return schema;
  let found: unknown = document;
  for (const name of reference.split('/').slice(1)) found = (found as Json)[name];
  return found as Json;
}

function typeOf(schema: Json): string {
  const { type = 'any', enum: values, const: only } = schema;
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  return Array.isArray(type) ? type.join(' or ') : String(type);
}
