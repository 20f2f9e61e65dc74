import type { FieldError } from '../core/error.js';

/** The keywords of JSON Schema that requests of the API document use. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly uniqueItems?: boolean;
  readonly description?: string;
};

type Check = (schema: Schema, value: unknown, path: string) => readonly FieldError[];

/** What is wrong with a value, by JSON Pointer. */
export function createCheck(named: Readonly<Record<string, Schema>>): Check {
  const check: Check = (schema, value, path) => {
    if (schema.$ref !== undefined)
      return check(named[schema.$ref.split('/').at(-1) ?? ''] ?? {}, value, path);
    const branches = schema.anyOf ?? schema.oneOf;
    if (branches !== undefined) return checkBranches(branches, value, path);
    const own = ownFaults(schema, value, path);
    return own.length > 0 ? own : partFaults(schema, value, path);
  };

  /** The faults of the branch that comes closest: of the right kind of condition, for example. */
  function checkBranches(branches: readonly Schema[], value: unknown, path: string): readonly FieldError[] {
    const all = branches.map((branch) => check(branch, value, path));
    const [first = [], ...others] = all;
    return others.reduce((best, each) => (each.length < best.length ? each : best), first);
  }

  function partFaults({ properties = {}, required = [], ...schema }: Schema, value: unknown, path: string) {
    if (Array.isArray(value))
      return value.flatMap((item, index) => check(schema.items ?? {}, item, `${path}/${index}`));
    if (typeof value !== 'object' || value === null) return [];
    const missing = required
      .filter((name) => !Object.hasOwn(value, name))
      .map((name) => ({ path: `${path}/${name}`, message: 'is required' }));
    const present = Object.entries(value).flatMap(([name, part]): readonly FieldError[] => {
      const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (known !== undefined) return check(known, part, at);
      return schema.additionalProperties === false ? [{ path: at, message: 'is not a known field' }] : [];
    });
    return [...missing, ...present];
  }

  return check;
}

function ownFaults(schema: Schema, value: unknown, path: string): readonly FieldError[] {
  if (schema.enum !== undefined)
    return schema.enum.includes(value) ? [] : [{ path, message: `must be one of ${schema.enum.join(', ')}` }];
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOf(type, value)))
    return [{ path, message: `must be ${types.join(' or ')}` }];
  const range = rangeOf(schema, value);
  if (range !== undefined) return [{ path, message: range }];
  if (schema.pattern === undefined || typeof value !== 'string') return [];
  if (new RegExp(schema.pattern, 'u').test(value)) return [];
  return [{ path, message: `must be ${schema.description ?? `text like ${schema.pattern}`}` }];
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value);
  return typeof value === type;
}

function rangeOf(schema: Schema, value: unknown): string | undefined {
  const rows: readonly (readonly [number | undefined, number | undefined, number | undefined, string])[] = [
    [schema.minimum, schema.maximum, typeof value === 'number' ? value : undefined, ''],
    [
      schema.minLength,
      schema.maxLength,
      typeof value === 'string' ? Array.from(value).length : undefined,
      ' characters',
    ],
    [schema.minItems, schema.maxItems, Array.isArray(value) ? value.length : undefined, ' items'],
  ];
  for (const [least = 0, most = Infinity, size, unit] of rows)
    if (size !== undefined && (size < least || size > most)) return `must have ${least} to ${most}${unit}`;
  return undefined;
}
