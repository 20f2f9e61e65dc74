import { invalidField } from '@wallet-service/errors';

/** The members of a JSON object. A Map, so that no name reaches a prototype. */
export type JsonFields = ReadonlyMap<string, unknown>;

export function jsonFields(value: unknown, path: string): JsonFields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidField(path, 'expected an object');
  }
  return new Map(Object.entries(value));
}

export function jsonArray(value: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(value)) throw invalidField(path, 'expected an array');
  return value;
}

/** Refuses every member whose name is not in the list. */
export function allowOnly(fields: JsonFields, names: readonly string[], path: string): void {
  const unknown = [...fields.keys()].find((name) => !names.includes(name));
  if (unknown !== undefined) throw invalidField(`${path}/${pointerToken(unknown)}`, 'unknown field');
}

/** A name as a part of a JSON Pointer (RFC 6901), at most 100 characters of it. */
export function pointerToken(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}
