/** Parsed JSON (RFC 8259). Objects are Maps, so that no name reaches a prototype. */
export type StrictJson = null | boolean | number | string | readonly StrictJson[] | StrictObject;
export type StrictObject = ReadonlyMap<string, StrictJson>;

export type StrictJsonRules = {
  /** How deeply arrays and objects may be nested. */
  readonly mostLevels: number;
  /** A bound on the work that a text can cause. */
  readonly mostValues: number;
  /** Whether names count as values. */
  readonly countsNames: boolean;
  readonly mostMembers: number;
  /** Returns why a number is refused. `literal` has the form of a JSON number. */
  readonly whyRefused: (literal: string) => string | undefined;
  /** The value of a number that is not refused; `Number` if absent. */
  readonly numberOf?: (literal: string) => number;
};

/** `path`: JSON Pointer (RFC 6901) of the place. The message says which rule was broken, never the content. */
export class NotStrictJson extends Error {
  override readonly name = 'NotStrictJson';
  readonly path: string;

  constructor(path: string, problem: string) {
    super(problem);
    this.path = path;
  }
}

/**
 * Parses text that every parser reads in the same way. In addition to what JSON forbids and the rules'
 * bounds, it refuses an object with a duplicate key, the key `__proto__`, and half of a surrogate pair.
 * Throws NotStrictJson.
 */
export function parseStrictJson(text: string, rules: StrictJsonRules): StrictJson {
  return new Reader(text, rules).read();
}

const whitespace = /[ \t\n\r]*/y;
const stringToken = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y;
const numberToken = /-?[0-9][0-9.eE+-]*/y;
const number = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;
const words: readonly (readonly [string, StrictJson])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];
const halfPair = /\p{Surrogate}/u;
const halfPairs = /\p{Surrogate}/gu;

class Reader {
  readonly #text: string;
  readonly #rules: StrictJsonRules;
  /** Names and positions on the path to the value that is being read. */
  readonly #trail: (string | number)[] = [];
  #at = 0;
  #values = 0;

  constructor(text: string, rules: StrictJsonRules) {
    this.#text = text;
    this.#rules = rules;
  }

  read(): StrictJson {
    const value = this.#value();
    this.#skip();
    if (this.#at !== this.#text.length) throw this.#wrong('not valid JSON: text follows its end');
    return value;
  }

  #value(): StrictJson {
    this.#count();
    this.#skip();
    const first = this.#text[this.#at];
    if (first === '{') return this.#object();
    if (first === '[') return this.#array();
    if (first === '"') return this.#string();
    const word = words.find(([each]) => this.#text.startsWith(each, this.#at));
    if (word === undefined) return this.#number();
    this.#at += word[0].length;
    return word[1];
  }

  #object(): StrictObject {
    const members = new Map<string, StrictJson>();
    this.#enter();
    if (this.#takes('}')) return members;
    const depth = this.#trail.length;
    do {
      this.#skip();
      this.#trail.length = depth;
      const name = this.#unescaped();
      this.#trail.push(name);
      this.#assertWhole(name);
      if (this.#rules.countsNames) this.#count();
      // A normal name here, but not for readers that use objects.
      if (name === '__proto__') throw this.#wrong('this key is not allowed');
      if (members.has(name)) throw this.#wrong('a key is given twice');
      if (members.size >= this.#rules.mostMembers)
        throw this.#wrong(`an object has more than ${this.#rules.mostMembers} members`);
      this.#expect(':', depth);
      members.set(name, this.#value());
    } while (this.#takes(','));
    this.#expect('}', depth);
    this.#trail.length = depth;
    return members;
  }

  #array(): readonly StrictJson[] {
    const items: StrictJson[] = [];
    this.#enter();
    if (this.#takes(']')) return items;
    const depth = this.#trail.length;
    do {
      this.#trail[depth] = items.length;
      items.push(this.#value());
    } while (this.#takes(','));
    this.#expect(']', depth);
    this.#trail.length = depth;
    return items;
  }

  #enter(): void {
    if (this.#trail.length >= this.#rules.mostLevels)
      throw this.#wrong(`nested too deep: more than ${this.#rules.mostLevels} levels`);
    this.#at += 1;
  }

  #count(): void {
    this.#values += 1;
    const { mostValues, countsNames } = this.#rules;
    if (this.#values > mostValues)
      throw this.#wrong(`more than ${mostValues} ${countsNames ? 'names and values' : 'values'}`);
  }

  #string(): string {
    const value = this.#unescaped();
    this.#assertWhole(value);
    return value;
  }

  #unescaped(): string {
    const token = this.#match(stringToken);
    if (token === undefined) throw this.#wrong('not valid JSON: expected a string');
    // The token is a JSON string, so this only resolves the escapes.
    return token.includes('\\') ? (JSON.parse(token) as string) : token.slice(1, -1);
  }

  #assertWhole(value: string): void {
    if (halfPair.test(value)) throw this.#wrong('a string holds half a surrogate pair');
  }

  #number(): number {
    const literal = this.#match(numberToken);
    if (literal === undefined || !number.test(literal)) throw this.#wrong('not valid JSON: expected a value');
    const problem = this.#rules.whyRefused(literal);
    if (problem !== undefined) throw this.#wrong(problem);
    return (this.#rules.numberOf ?? Number)(literal);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const token = pattern.exec(this.#text)?.[0];
    this.#at += token?.length ?? 0;
    return token;
  }

  #skip(): void {
    if (this.#text.charCodeAt(this.#at) <= 0x20) this.#match(whitespace);
  }

  #takes(character: string): boolean {
    this.#skip();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #expect(character: string, depth: number): void {
    if (this.#takes(character)) return;
    this.#trail.length = depth;
    throw this.#wrong(`not valid JSON: expected ${character}`);
  }

  #wrong(problem: string): NotStrictJson {
    const tokens = this.#trail.map((each) => String(each).slice(0, 100).replaceAll(halfPairs, '\ufffd'));
    const path = tokens.map((each) => `/${each.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    return new NotStrictJson(path, problem);
  }
}
