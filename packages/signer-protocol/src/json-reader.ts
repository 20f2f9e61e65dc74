import { bytesOfBase64url } from './base64url.js';
import { parseKeySet, type PublicJwk } from './key-set.js';
import { parseStrictJson } from './strict-json.js';

/** Parses strict JSON in UTF-8 and reads it. All problems are named by their paths. */
export function readJson<Document>(
  bytes: Uint8Array,
  maxBytes: number,
  read: (reader: JsonReader) => Document,
): { readonly ok: true; readonly document: Document } | { readonly ok: false; readonly problems: string[] } {
  if (bytes.length > maxBytes) return { ok: false, problems: [`/: bigger than ${maxBytes} bytes`] };
  let json: unknown;
  try {
    json = parseStrictJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (error) {
    return { ok: false, problems: [`/: ${error instanceof Error ? error.message : 'not JSON'}`] };
  }
  const problems: string[] = [];
  const document = read(new JsonReader(undefined, '', json, problems));
  return problems.length === 0 ? { ok: true, document } : { ok: false, problems };
}

/** Notes a problem at `at` if two of the values are the same. */
export function unique(values: readonly string[], at: JsonReader, what: string): void {
  if (new Set(values).size !== values.length) at.problem(`two entries have the same ${what}`);
}

/**
 * A place in a JSON document. Reads a value of the expected kind, or notes a problem there and returns a
 * placeholder.
 */
export class JsonReader {
  readonly #outer: JsonReader | undefined;
  readonly #name: string | number;
  readonly #value: unknown;
  readonly #problems: string[];

  constructor(outer: JsonReader | undefined, name: string | number, value: unknown, problems: string[]) {
    this.#outer = outer;
    this.#name = name;
    this.#value = value;
    this.#problems = problems;
  }

  /** Computed only if there is a problem. */
  get #path(): string {
    if (!this.#outer) return '';
    return `${this.#outer.#path}/${String(this.#name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
  }

  problem(text: string): void {
    this.#problems.push(`${this.#path || '/'}: ${text}`);
  }

  onlyMembers(...names: readonly string[]): void {
    const value = this.#value;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      this.problem('must be an object');
    else
      for (const name of Object.keys(value))
        if (!names.includes(name)) this.member(name).problem('unknown member');
  }

  member(name: string): JsonReader {
    const inner = this.has(name) ? (this.#value as Record<string, unknown>)[name] : undefined;
    return new JsonReader(this, name, inner, this.#problems);
  }

  list(min: number, max: number): JsonReader[] {
    const value = this.#value;
    if (Array.isArray(value) && value.length >= min && value.length <= max)
      return value.map((item, index) => new JsonReader(this, index, item, this.#problems));
    this.problem(`must be an array of ${min} to ${max} entries`);
    return [];
  }

  integer(min: number, max: number): number {
    const value = this.#value;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max)
      return value;
    this.problem(`must be an integer from ${min} to ${max}`);
    return min;
  }

  text(maxLength: number): string {
    const value = this.#value;
    // No control characters: these texts are compared with claims and written to logs. Other characters that
    // can't be seen (hiddenCharacters) pass: a document from before identity refused them may have some, and
    // without its document no signer starts. Whoever prints a document escapes them.
    if (typeof value === 'string' && value.length <= maxLength && /^[^\p{Cc}\p{Cs}]+$/u.test(value))
      return value;
    this.problem(`must be 1 to ${maxLength} characters of text`);
    return '';
  }

  has(name: string): boolean {
    const value = this.#value;
    return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
  }

  boolean(): boolean {
    if (typeof this.#value !== 'boolean') this.problem('must be true or false');
    return this.#value === true;
  }

  base64url(length: number): Uint8Array {
    const bytes = typeof this.#value === 'string' ? bytesOfBase64url(this.#value) : undefined;
    if (bytes?.length === length) return bytes;
    this.problem(`must be base64url of ${length} bytes`);
    return new Uint8Array(length);
  }

  bytes(min: number, max: number): Uint8Array {
    const bytes = typeof this.#value === 'string' ? bytesOfBase64url(this.#value) : undefined;
    if (bytes && bytes.length >= min && bytes.length <= max) return bytes;
    this.problem(`must be base64url of ${min} to ${max} bytes`);
    return new Uint8Array(0);
  }

  keySet(): { keys: PublicJwk[] } {
    const { keys, problems } = parseKeySet(this.#value, 'strict');
    for (const text of problems) this.#problems.push(`${this.#path}${text}`);
    return { keys };
  }
}
