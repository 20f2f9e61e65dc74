import { invalidField } from '@wallet-service/errors';
import { pointerToken } from './json-fields.js';

/**
 * JSON (RFC 8259) that decides what is signed. Objects are Maps, so that no name reaches a prototype; numbers
 * are whole.
 */
export type StrictJson = null | boolean | number | string | readonly StrictJson[] | StrictObject;
export type StrictObject = ReadonlyMap<string, StrictJson>;

const MAX_DEPTH = 64;
/** A bound on the work that a request can cause; names count as values. */
const MAX_VALUES = 10_000;
const whitespace = /[ \t\n\r]*/y;
const number = /-?(?:0|[1-9][0-9]*)(?![0-9.eE])/y;
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const literals = new Map<string, StrictJson>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

const words = [...literals.keys()];

type Cursor = { readonly text: string; at: number; values: number };

/**
 * Parses text in which nothing is ambiguous. Refused, beside what JSON refuses: a name that stands twice in
 * an object, the name `__proto__`, a number with a fraction, an exponent or more than 2^53 - 1, half of a
 * surrogate pair, nesting deeper than 64, more than 10,000 names and values. `path` is where the text stands.
 */
export function parseStrictJson(text: string, path: string): StrictJson {
  const cursor = { text, at: 0, values: 0 };
  const value = readValue(cursor, path, 0);
  skip(cursor);
  if (cursor.at !== text.length) throw invalidField(path, 'text follows the end of the JSON');
  return value;
}

function readValue(cursor: Cursor, path: string, depth: number): StrictJson {
  if (depth > MAX_DEPTH) throw invalidField(path, `nests deeper than ${MAX_DEPTH}`);
  count(cursor, path);
  skip(cursor);
  const first = cursor.text[cursor.at];
  if (first === '{') return readObject(cursor, path, depth);
  if (first === '[') return readArray(cursor, path, depth);
  if (first === '"') return readString(cursor, path);
  const word = words.find((each) => cursor.text.startsWith(each, cursor.at));
  if (word === undefined) return readNumber(cursor, path);
  cursor.at += word.length;
  return literals.get(word) ?? null;
}

function readObject(cursor: Cursor, path: string, depth: number): StrictObject {
  const members = new Map<string, StrictJson>();
  cursor.at += 1;
  if (takes(cursor, '}')) return members;
  do {
    skip(cursor);
    const name = readString(cursor, path);
    count(cursor, path);
    const at = `${path}/${pointerToken(name)}`;
    // A name like any other here, but not to those who read the same text as objects.
    if (name === '__proto__') throw invalidField(at, 'this key is not allowed');
    if (members.has(name)) throw invalidField(at, 'stands twice');
    expectCharacter(cursor, ':', path);
    members.set(name, readValue(cursor, at, depth + 1));
  } while (takes(cursor, ','));
  expectCharacter(cursor, '}', path);
  return members;
}

function readArray(cursor: Cursor, path: string, depth: number): readonly StrictJson[] {
  const items: StrictJson[] = [];
  cursor.at += 1;
  if (takes(cursor, ']')) return items;
  do items.push(readValue(cursor, `${path}/${items.length}`, depth + 1));
  while (takes(cursor, ','));
  expectCharacter(cursor, ']', path);
  return items;
}

function count(cursor: Cursor, path: string): void {
  cursor.values += 1;
  if (cursor.values > MAX_VALUES)
    throw invalidField(path, `more than ${MAX_VALUES} names and values: sign it in parts`);
}

function readString(cursor: Cursor, path: string): string {
  const token = match(cursor, string);
  if (token === undefined) throw invalidField(path, 'not JSON: expected a string');
  // The token has the form of a JSON string, so this only undoes the escapes.
  const value = JSON.parse(token) as string;
  if (/\p{Surrogate}/u.test(value)) throw invalidField(path, 'half of a surrogate pair');
  return value;
}

function readNumber(cursor: Cursor, path: string): number {
  const token = match(cursor, number);
  if (token === undefined) throw invalidField(path, 'not JSON, or not a whole number');
  const value = Number(token);
  if (!Number.isSafeInteger(value)) throw invalidField(path, 'beyond 2^53 - 1; write it as a string');
  return value;
}

function match(cursor: Cursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const token = pattern.exec(cursor.text)?.[0];
  cursor.at += token?.length ?? 0;
  return token;
}

function skip(cursor: Cursor): void {
  match(cursor, whitespace);
}

function takes(cursor: Cursor, character: string): boolean {
  skip(cursor);
  if (cursor.text[cursor.at] !== character) return false;
  cursor.at += 1;
  return true;
}

function expectCharacter(cursor: Cursor, character: string, path: string): void {
  if (!takes(cursor, character)) throw invalidField(path, `not JSON: expected ${character}`);
}
