import { fieldMeanings } from './field-meanings.js';

/** This description says only which values there are. */
const textOfIds = 'text without control characters';

export type Json = Record<string, unknown>;

/**
 * Collects each titled schema once and replaces it with a reference. `richer` has the schemas to show instead, by
 * title.
 */
export function createSchemaReferences(richer: Readonly<Record<string, Json>> = {}) {
  const schemas: Json = {};

  function referenced(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(referenced);
    if (typeof value !== 'object' || value === null) return value;
    const shown = isTitled(value as Json) ? richer[(value as Json)['title'] as string] : undefined;
    if (shown && shown !== value) return referenced(shown);
    const copy: Json = {};
    for (const [name, part] of Object.entries(value)) {
      // Examples and enumerated values are data, even if they look like schemas.
      copy[name] = ['examples', 'enum', 'const', 'default'].includes(name)
        ? part
        : name === 'properties'
          ? explained(referenced(part) as Record<string, Json>)
          : referenced(part);
    }
    return isTitled(copy) ? reference(copy) : copy;
  }

  function reference(schema: Json & { readonly title: string }): Json {
    const { title } = schema;
    const known = schemas[title];
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`two different schemas have the title ${title}`);
    schemas[title] = schema;
    return { $ref: `#/components/schemas/${title}` };
  }

  return { schemas, referenced: (schema: object) => referenced(schema) as Json };
}

/** The same properties, each with a description. */
function explained(properties: Readonly<Record<string, Json>>): Json {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const { description: form } = schema;
      const meaning = fieldMeanings[name];
      const isExplained = '$ref' in schema || (form !== undefined && form !== textOfIds);
      if (isExplained || meaning === undefined) return [name, schema];
      return [name, { ...schema, description: form === undefined ? meaning : `${meaning}; ${textOfIds}` }];
    }),
  );
}

/** A property may be called `title` too. Then its value is a schema, not text. */
function isTitled(value: Json): value is Json & { readonly title: string } {
  return typeof value['title'] === 'string';
}
