// JSON with the places of its parts. It reads what is not finished, too, because a person still writes it.

export type JsonNode =
  | ({ readonly kind: 'object'; readonly members: readonly JsonMember[] } & Extent)
  | ({ readonly kind: 'array'; readonly items: readonly JsonNode[] } & Extent)
  | ({ readonly kind: 'scalar'; readonly value: Scalar } & Extent);
/** `isOpen`: its end is missing, so it goes on to the end of the line or of the text. */
type Extent = { readonly from: number; readonly to: number; readonly isOpen: boolean };
/** Undefined: not a value of JSON. */
type Scalar = string | number | boolean | null | undefined;
export type JsonMember = {
  readonly key: string;
  readonly at: Extent;
  readonly node: JsonNode | undefined;
};
export type Mark = { readonly from: number; readonly to: number; readonly message: string };
export type JsonTree = {
  readonly root: JsonNode | undefined;
  /** The first mistake. Without one, it is JSON. */
  readonly mistake: Mark | undefined;
};

type Token = Extent & { readonly text: string };

const blank = /[ \t\n\r]*/y;
const token = /[{}[\]:,]|"(?:[^"\\\n]|\\.)*"?|[^ \t\n\r{}[\]:,"]+/y;
const whole = /^"(?:[^"\\\n]|\\.)*"$/;
const deepest = 200;

export function jsonTree(text: string): JsonTree {
  const reader = new Reader(text);
  const root = reader.value(0);
  reader.end();
  return { root, mistake: reader.mistake };
}

class Reader {
  readonly #text: string;
  #at = 0;
  mistake: Mark | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonNode | undefined {
    const next = this.#peek();
    if (next?.text === '{' || next?.text === '[') {
      if (depth < deepest) return next.text === '{' ? this.#object(depth) : this.#array(depth);
      this.#wrong(next, 'This is nested too deeply.');
      this.#at = this.#text.length;
      return undefined;
    }
    if (!next || isPunctuation(next)) {
      this.#wrong(next ?? this.#last(), 'A value is missing here.');
      return undefined;
    }
    this.#take(next);
    const { from, to, isOpen } = next;
    return { kind: 'scalar', from, to, isOpen, value: this.#scalar(next) };
  }

  end(): void {
    const next = this.#peek();
    if (next) this.#wrong(next, 'Nothing can follow the end.');
  }

  #object(depth: number): JsonNode {
    const open = this.#take(this.#peek());
    const members: JsonMember[] = [];
    let comma: Token | undefined;
    for (let next = this.#peek(); next && next.text !== ']'; next = this.#peek()) {
      if (next.text === '}') return { ...this.#closed(open, comma), kind: 'object', members };
      if (isPunctuation(next)) {
        this.#wrong(next, 'A key in double quotes is missing here.');
        if (next.text === '{' || next.text === '[') this.value(depth + 1);
        else this.#take(next);
        continue;
      }
      if (members.length > 0 && !comma) this.#wrong(this.#last(), 'A comma is missing after this.');
      members.push(this.#member(next, depth));
      comma = this.#comma();
    }
    this.#wrong(open, 'The end of this is missing: }');
    return { kind: 'object', from: open.from, to: this.#text.length, isOpen: true, members };
  }

  #member(key: Token, depth: number): JsonMember {
    this.#take(key);
    const name = key.text.startsWith('"') ? this.#scalar(key) : undefined;
    if (!key.text.startsWith('"')) this.#wrong(key, 'A key needs double quotes.');
    const colon = this.#peek();
    if (colon?.text === ':') this.#take(colon);
    else this.#wrong(key, 'A colon and a value are missing after this key.');
    const isThere = colon?.text === ':';
    return { key: String(name ?? key.text), at: key, node: isThere ? this.value(depth + 1) : undefined };
  }

  #array(depth: number): JsonNode {
    const open = this.#take(this.#peek());
    const items: JsonNode[] = [];
    let comma: Token | undefined;
    for (let next = this.#peek(); next && next.text !== '}'; next = this.#peek()) {
      if (next.text === ']') return { ...this.#closed(open, comma), kind: 'array', items };
      if (next.text === ',' || next.text === ':') {
        this.#wrong(next, 'A value is missing before this.');
        this.#take(next);
        continue;
      }
      if (items.length > 0 && !comma) this.#wrong(this.#last(), 'A comma is missing after this.');
      const item = this.value(depth + 1);
      if (item) items.push(item);
      comma = this.#comma();
    }
    this.#wrong(open, 'The end of this is missing: ]');
    return { kind: 'array', from: open.from, to: this.#text.length, isOpen: true, items };
  }

  #comma(): Token | undefined {
    const next = this.#peek();
    return next?.text === ',' ? this.#take(next) : undefined;
  }

  #closed(open: Token, comma: Token | undefined): Extent {
    if (comma) this.#wrong(comma, 'This comma is one too many.');
    const { to } = this.#take(this.#peek());
    return { from: open.from, to, isOpen: false };
  }

  #scalar(of: Token): Scalar {
    try {
      return JSON.parse(of.text) as Scalar;
    } catch {
      this.#wrong(of, of.isOpen ? 'The closing quote is missing.' : whyNoValue(of.text));
      return undefined;
    }
  }

  #peek(): Token | undefined {
    blank.lastIndex = this.#at;
    blank.test(this.#text);
    const from = blank.lastIndex;
    token.lastIndex = from;
    const [text] = token.exec(this.#text) ?? [];
    if (text === undefined) return undefined;
    const isOpen = text.startsWith('"') && !whole.test(text);
    return { text, from, to: from + text.length, isOpen };
  }

  #take(taken: Token | undefined): Token {
    if (!taken) throw new Error('there is nothing to take');
    this.#at = taken.to;
    return taken;
  }

  /** The character before the place that is read. */
  #last(): { readonly from: number; readonly to: number } {
    return { from: Math.max(0, this.#at - 1), to: this.#at };
  }

  #wrong({ from, to }: { readonly from: number; readonly to: number }, message: string): void {
    this.mistake ??= { from, to, message };
  }
}

function isPunctuation({ text }: Token): boolean {
  return /^[{}[\]:,]$/.test(text);
}

function whyNoValue(text: string): string {
  if (text.startsWith('"')) return 'This text has a character or an escape that JSON does not have.';
  return /^[-+.\d]/.test(text) ? 'This is no number of JSON.' : 'Text needs double quotes.';
}

/** What is there, as far as it can be read. */
export function readable(node: JsonNode | undefined): unknown {
  switch (node?.kind) {
    case undefined:
      return undefined;
    case 'scalar':
      return node.value;
    case 'array':
      return node.items.map(readable);
    case 'object':
      return Object.fromEntries(node.members.map(({ key, node: value }) => [key, readable(value)]));
  }
}

/** Where a JSON pointer leads. If it is not there: what lacks it. */
export function placeOf({ root }: JsonTree, pointer: string): { readonly from: number; readonly to: number } {
  let [node, place] = [root, root ? { from: root.from, to: root.from + 1 } : { from: 0, to: 0 }];
  for (const part of pointer.split('/').slice(1)) {
    const step = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (node?.kind === 'object') {
      const found: JsonMember | undefined = node.members.findLast(({ key }) => key === step);
      if (!found) return place;
      node = found.node;
      place = node?.kind === 'scalar' ? node : found.at;
    } else if (node?.kind === 'array') {
      const item: JsonNode | undefined = node.items[Number(step)];
      if (!item) return place;
      node = item;
      place = item.kind === 'scalar' ? item : { from: item.from, to: item.from + 1 };
    } else return place;
  }
  return { from: place.from, to: place.to };
}
