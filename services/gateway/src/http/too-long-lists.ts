import type { FastifySchemaValidationError } from 'fastify';
import type { TSchema } from 'typebox';

type Schema = {
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
};
type Look = (value: unknown, path: string) => readonly FastifySchemaValidationError[];

const none: readonly FastifySchemaValidationError[] = [];

/**
 * Finds lists that are longer than their schema allows. The validator would look at all their items, and to collect
 * tens of thousands of mistakes takes long. Undefined if the schema limits no list.
 */
export function lookForTooLongLists(schema: TSchema): Look | undefined {
  return lookOf(schema);
}

function lookOf({ maxItems, items, properties = {} }: Schema): Look | undefined {
  const atItem = items && lookOf(items);
  const members = Object.entries(properties).flatMap(([name, each]) => {
    const look = lookOf(each);
    return look ? [[name, look] as const] : [];
  });
  if (maxItems === undefined && !atItem && members.length === 0) return undefined;
  return (value, path) => {
    if (value instanceof Array) {
      if (maxItems !== undefined && value.length > maxItems) return [tooLong(path, maxItems)];
      return atItem ? value.flatMap((each, index) => atItem(each, `${path}/${index}`)) : none;
    }
    if (typeof value !== 'object' || value === null) return none;
    const given = value as Readonly<Record<string, unknown>>;
    return members.flatMap(([name, look]) =>
      Object.hasOwn(given, name) ? look(given[name], `${path}/${name}`) : none,
    );
  };
}

/** As the validator reports it. */
const tooLong = (instancePath: string, limit: number): FastifySchemaValidationError => ({
  ...{ keyword: 'maxItems', instancePath, schemaPath: '#/maxItems', params: { limit } },
  message: `must NOT have more than ${limit} items`,
});
