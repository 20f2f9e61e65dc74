import { parseStrictJson, type StrictJson, type StrictJsonRules } from './strict-json.js';

const rules: StrictJsonRules = {
  mostLevels: 32,
  mostValues: 10_000,
  countsNames: false,
  mostMembers: 1000,
  whyRefused: whyInexact,
};
/** A decimal number with more digits than this may be rounded when it becomes a double. */
const maxSignificantDigits = 15;

/**
 * JSON of a request. In addition to `parseStrictJson` it refuses numbers that a double would round, more than 32
 * levels, more than 10,000 values, and more than 1,000 members in one object. Throws NotStrictJson.
 */
export function parseExactJson(text: string): unknown {
  return plain(parseStrictJson(text, rules));
}

/** Turns Maps into objects. No member is called `__proto__`. */
function plain(json: StrictJson): unknown {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) return json.map((item: StrictJson) => plain(item));
  const members: Record<string, unknown> = {};
  for (const [name, value] of json as ReadonlyMap<string, StrictJson>) members[name] = plain(value);
  return members;
}

function whyInexact(literal: string): string | undefined {
  const value = Number(literal);
  if (isExact(literal, value)) return undefined;
  if (value > Number.MAX_SAFE_INTEGER) return 'the number is above 2^53 - 1';
  if (value < Number.MIN_SAFE_INTEGER) return 'the number is below -(2^53 - 1)';
  return 'the number has more digits than a double can hold';
}

function isExact(literal: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false;
  if (/^-?\d+$/.test(literal) || literal === String(value)) return true;
  const digits = literal
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  return digits.length <= maxSignificantDigits && (value !== 0 || digits === '');
}
