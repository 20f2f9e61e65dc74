import { AppError } from '@wallet-service/errors';

const maxDepth = 32;
const maxValues = 10_000;
const maxMembers = 1000;
/** A decimal number with more digits than this may be rounded when it becomes a double. */
const maxSignificantDigits = 15;

const quote = 0x22;
const backslash = 0x5c;
const letterU = 0x75;
const comma = 0x2c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const openBracket = 0x5b;
const closeBracket = 0x5d;

const loneSurrogate = /\p{Surrogate}/u;
const loneSurrogates = /\p{Surrogate}/gu;

type Container = { readonly keys: Set<string> | undefined; at: string | number };

/**
 * JSON (RFC 8259) of which every reader gets the same value. Refused beside what JSON.parse refuses: a
 * byte-order mark, bytes that are no UTF-8, lone surrogates, a key given twice, the key `__proto__`, numbers
 * that a double would round, more than 32 levels, more than 10,000 values, or 1,000 members of one object.
 * Throws `request.malformed` with the place as a JSON Pointer, never with the content.
 */
export function parseJsonBody(bytes: Uint8Array): unknown {
  const text = decode(bytes);
  const value = parse(text);
  new StrictScan(text).run();
  return value;
}

/** Commas, also those in strings, which may hold JSON themselves. */
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
    throw malformed('', 'the body is not valid UTF-8');
  }
  if (text.charCodeAt(0) === 0xfeff) throw malformed('', 'the body starts with a byte-order mark');
  return text;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('', 'the body is not valid JSON');
  }
}

/** Walks over text that JSON.parse has accepted, which is why it needs no checks of syntax. */
class StrictScan {
  readonly #text: string;
  readonly #open: Container[] = [];
  #position = 0;
  #expectsKey = false;
  #values = 0;

  constructor(text: string) {
    this.#text = text;
  }

  run(): void {
    const text = this.#text;
    while (this.#position < text.length) {
      const char = text.charCodeAt(this.#position);
      if (char === quote) this.#string();
      else if (char === openBrace || char === openBracket) this.#enter(char === openBrace);
      else if (char === closeBrace || char === closeBracket) this.#leave();
      else if (char === comma) this.#next();
      else if (char === 0x2d || (char >= 0x30 && char <= 0x39)) this.#number();
      else this.#position += 1;
    }
  }

  #enter(isObject: boolean): void {
    this.#open.push({ keys: isObject ? new Set() : undefined, at: isObject ? '' : 0 });
    if (this.#open.length > maxDepth) throw malformed(this.#pointer(), 'the body is nested too deep');
    this.#expectsKey = isObject;
    this.#count();
    this.#position += 1;
  }

  #leave(): void {
    this.#open.pop();
    this.#expectsKey = false;
    this.#position += 1;
  }

  #next(): void {
    const container = this.#open.at(-1);
    if (container && typeof container.at === 'number') container.at += 1;
    this.#expectsKey = container?.keys !== undefined;
    this.#count();
    this.#position += 1;
  }

  #string(): void {
    const start = this.#position;
    let end = start + 1;
    let escaped = false;
    let escapesUnicode = false;
    for (let char = this.#text.charCodeAt(end); char !== quote; char = this.#text.charCodeAt(end)) {
      if (char === backslash) {
        escaped = true;
        escapesUnicode ||= this.#text.charCodeAt(end + 1) === letterU;
      }
      end += char === backslash ? 2 : 1;
    }
    this.#position = end + 1;
    // Text in UTF-8 holds no half of a pair unless it was escaped.
    if (!escapesUnicode && !this.#expectsKey) return;
    const value = escaped
      ? (JSON.parse(this.#text.slice(start, end + 1)) as string)
      : this.#text.slice(start + 1, end);
    if (this.#expectsKey) this.#key(value);
    if (loneSurrogate.test(value)) throw malformed(this.#pointer(), 'a string holds half a surrogate pair');
  }

  #key(key: string): void {
    const container = this.#open.at(-1);
    if (!container?.keys) return;
    this.#expectsKey = false;
    container.at = key.replaceAll(loneSurrogates, '\ufffd');
    if (container.keys.has(key)) throw malformed(this.#pointer(), 'a key is given twice');
    if (key === '__proto__') throw malformed(this.#pointer(), 'this key is not allowed');
    container.keys.add(key);
    if (container.keys.size > maxMembers)
      throw malformed(this.#pointer(), `an object has more than ${maxMembers} members`);
  }

  #number(): void {
    const [literal] = /^[0-9.eE+-]+/.exec(this.#text.slice(this.#position, this.#position + 400)) ?? [''];
    this.#position += Math.max(literal.length, 1);
    if (!isExact(literal)) throw malformed(this.#pointer(), whyInexact(Number(literal)));
  }

  #count(): void {
    this.#values += 1;
    if (this.#values > maxValues) throw malformed('', `the body has more than ${maxValues} values`);
  }

  #pointer(): string {
    return this.#open.map(({ at }) => `/${String(at).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
  }
}

function isExact(literal: string): boolean {
  const value = Number(literal);
  if (!Number.isFinite(value)) return false;
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return false;
  if (/^-?\d+$/.test(literal) || literal === String(value)) return true;
  const digits = literal
    .replace(/[eE].*$/, '')
    .replace(/[-.]/g, '')
    .replace(/^0+/, '');
  return digits.length <= maxSignificantDigits && (value !== 0 || digits === '');
}

function whyInexact(value: number): string {
  if (value > Number.MAX_SAFE_INTEGER) return 'the number is above 2^53 - 1';
  if (value < Number.MIN_SAFE_INTEGER) return 'the number is below -(2^53 - 1)';
  return 'the number has more digits than can be kept';
}

function malformed(path: string, message: string): AppError {
  return new AppError('request.malformed', path === '' ? message : `${path}: ${message}`, {
    fields: [{ path, message }],
  });
}
