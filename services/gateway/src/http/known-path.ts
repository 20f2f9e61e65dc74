import type { Route } from '../route.js';

type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
};

/**
 * The path of a field as far as the route's schema knows its names. What follows is the caller's, and may be a secret:
 * of `/payload/secret` stays `/payload/`. A name of a header is always ours.
 */
export function knownPath(path: string, row: Pick<Route, 'body' | 'query' | 'params'>): string {
  if (path.startsWith('/')) return pointer(path.slice(1).split('/'), row.body);
  const [place = '', name = ''] = path.split(' ', 2);
  const schema = { query: row.query, path: row.params }[place];
  return place === 'header' || isMember(schema, name) ? path : place;
}

function pointer([name = '', ...rest]: readonly string[], schema: Schema | undefined): string {
  const next = memberOf(schema, name);
  if (!next) return '/';
  return `/${name}${rest.length === 0 ? '' : pointer(rest, next)}`;
}

/** The schema of a member or item. Undefined if there is none. */
function memberOf(schema: Schema | undefined, name: string): Schema | undefined {
  if (!schema) return undefined;
  const { properties = {}, items, anyOf = [], allOf = [] } = schema;
  if (Object.hasOwn(properties, name)) return properties[name];
  if (items && /^\d{1,5}$/.test(name)) return items;
  return [...anyOf, ...allOf].map((branch) => memberOf(branch, name)).find((found) => found !== undefined);
}

function isMember(schema: Schema | undefined, name: string): boolean {
  return Object.hasOwn(schema?.properties ?? {}, name);
}
