import { AppError } from '@wallet-service/errors';
import {
  NotStrictJson,
  parseStrictJson,
  type StrictJson,
  type StrictJsonRules,
} from '@wallet-service/values';

const rules: StrictJsonRules = {
  mostLevels: 32,
  mostValues: 10_000,
  countsNames: false,
  mostMembers: 1000,
  whyRefused: whyInexact,
};
/** A decimal number with more digits than this may be rounded when it becomes a double. */
const maxSignificantDigits = 15;

const comma = 0x2c;

/**
 * Parses JSON (RFC 8259) that every parser reads in the same way. In addition to `parseStrictJson` it refuses
 * a byte-order mark, bytes that are not UTF-8, numbers that a double would round, more than 32 levels, more
 * than 10,000 values, and more than 1,000 members in one object. Throws `request.malformed` with a JSON
 * Pointer to the place, never with the content.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  try {
    return plain(parseStrictJson(text, rules));
  } catch (error) {
    if (error instanceof NotStrictJson) throw malformed(error.path, error.message);
    throw error;
  }
}

/** Counts commas, including those in strings, because strings may hold JSON. */
export function separatorsIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(comma); at !== -1; at = bytes.indexOf(comma, at + 1)) count += 1;
  return count;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(bytes: Uint8Array): string {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    throw malformed('', 'not valid UTF-8');
  }
  if (text.charCodeAt(0) === 0xfeff) throw malformed('', 'starts with a byte-order mark');
  return text;
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

function malformed(path: string, message: string): AppError {
  return new AppError('request.malformed', `${path === '' ? 'the body' : path}: ${message}`, {
    fields: [{ path, message }],
  });
}
