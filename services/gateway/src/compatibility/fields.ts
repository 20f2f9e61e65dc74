import { invalidField } from '@wallet-service/errors';

export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsAt(value: unknown, path: string): Fields {
  if (isFields(value)) return value;
  throw invalidField(path, value === undefined ? 'is required' : 'must be an object');
}

/** Others might change what is meant, so they are not dropped. */
export function assertKnown(fields: Fields, known: readonly string[], path: string): void {
  const other = Object.keys(fields).find((name) => !known.includes(name));
  if (other === undefined) return;
  const token = other.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
  throw invalidField(`${path}/${token}`, `is not a known field: it may have ${known.join(', ')}`);
}

export function without(fields: Fields, ...names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
