export type Json = Record<string, unknown>;

/** Collects the schemas that have a title, each once, and puts references in their places. */
export function createSchemaReferences() {
  const schemas: Json = {};

  function referenced(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(referenced);
    if (typeof value !== 'object' || value === null) return value;
    const copy: Json = {};
    for (const [name, part] of Object.entries(value)) {
      // Examples and enumerated values are data, whatever they look like.
      copy[name] = ['examples', 'enum', 'const', 'default'].includes(name) ? part : referenced(part);
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

/** A property may be called title as well; then its value is a schema and no text. */
function isTitled(value: Json): value is Json & { readonly title: string } {
  return typeof value['title'] === 'string';
}
