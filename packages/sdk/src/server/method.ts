import type { Call, Sent } from '../core/call.js';
import { clientError } from '../core/error.js';
import type { Operation } from '../core/operation.js';
import type { Operations } from '../generated/operations.js';
import type { CallOptions } from '../wallets.js';

// A method is made of an operation: its path parameters as text, then its body or its query, then options.

type Known = Operation & { readonly id: keyof Operations };
type Query<Id extends keyof Operations> = Operations[Id]['query'];

/** Of each form that a body may have. */
type KeysOf<Body> = Body extends unknown ? keyof Body : never;

/** What the operation takes beside its path. A body that can only be empty is not sent. */
type InputOf<Id extends keyof Operations> = [Query<Id>] extends [never]
  ? [KeysOf<NonNullable<Operations[Id]['body']>>] extends [never]
    ? 'nothing'
    : string extends KeysOf<NonNullable<Operations[Id]['body']>>
      ? 'nothing'
      : 'body'
  : 'query';
type Given<Id extends keyof Operations> = {
  readonly nothing: never;
  readonly query: Query<Id>;
  readonly body: Operations[Id]['body'];
}[InputOf<Id>];
type InputArguments<Value> = [Value] extends [never]
  ? []
  : null extends Value
    ? [input?: NonNullable<Value>]
    : Partial<Value> extends Value
      ? [input?: Value]
      : [input: Value];
type PathArguments<Path extends string> = Path extends `${string}{${string}}${infer Rest}`
  ? [parameter: string, ...PathArguments<Rest>]
  : [];

/** `revision`: changes exactly this revision, and is refused if there is a newer one (`If-Match`). */
type MethodOptions<Id extends keyof Operations> = CallOptions &
  ([Operations[Id]['headers']] extends [never]
    ? unknown
    : 'If-Match' extends keyof Operations[Id]['headers']
      ? { readonly revision?: number }
      : unknown);

type Arguments<O extends Known> = [
  ...path: PathArguments<O['path']>,
  ...input: InputArguments<Given<O['id']>>,
  options?: MethodOptions<O['id']>,
];
type Answer<O extends Known> = Operations[O['id']]['answer'];
type Item<Page> = Page extends readonly (infer Each)[]
  ? Each
  : Page extends { readonly data: readonly (infer Each)[] }
    ? Each
    : never;

/** All entries: `for await (const entry of list)`. The next page is asked for when its first entry is wanted. */
export type List<Entry, Page> = AsyncIterable<Entry> & {
  /** The answers themselves. `next` of an answer begins the page after it. */
  readonly pages: () => AsyncIterable<Page>;
};

/** One row of a client's table. */
export type Row = {
  readonly operation: Known;
  readonly input: 'nothing' | 'query' | 'body';
  /** Whether it is a list, and of more than one page: the member of the query that takes `next`. */
  readonly list?: 'one page' | 'after' | 'before';
};
export type Table = { readonly [name: string]: Row | Table };

export type Methods<T> = {
  readonly [Name in keyof T]: T[Name] extends { readonly operation: infer O extends Known }
    ? T[Name] extends { readonly list: string }
      ? (...given: Arguments<O>) => List<Item<Answer<O>>, Answer<O>>
      : (...given: Arguments<O>) => Promise<Answer<O>>
    : Methods<T[Name]>;
};

export function answer<O extends Known>(operation: O, input: InputOf<O['id']>) {
  return { operation, input } as const;
}

export function list<O extends Known>(
  operation: O,
  input: InputOf<O['id']>,
  cursor: 'one page' | (keyof Query<O['id']> & ('after' | 'before')) = 'one page',
) {
  return { operation, input, list: cursor } as const;
}

/** `headers`: the credential for operations that want one. */
export function methodsOf<T extends Table>(call: Call, headers: Sent['headers'], table: T): Methods<T> {
  const made = Object.entries(table).map(([name, row]) => [
    name,
    isRow(row) ? methodOf(call, headers, row) : methodsOf(call, headers, row),
  ]);
  return Object.freeze(Object.fromEntries(made)) as Methods<T>;
}

function isRow(row: Row | Table): row is Row {
  return 'input' in row;
}

type Options = CallOptions & { readonly revision?: number };

function methodOf(call: Call, credential: Sent['headers'], { operation, input, list: cursor }: Row) {
  const parameters = operation.path.split('{').length - 1;
  return (...given: readonly unknown[]) => {
    const [value, options = {}] = (
      input === 'nothing' ? [undefined, given[parameters]] : given.slice(parameters)
    ) as [unknown, Options?];
    const headers = {
      ...(operation.credential !== 'none' && credential),
      ...(options.revision !== undefined && { 'if-match': `"${options.revision}"` }),
    };
    const path = () => given.slice(0, parameters).map((text) => parameter(operation, text));
    const ask = (sent: Sent): Promise<unknown> =>
      call(operation, (renewal) => (renewal ? undefined : { path: path(), headers, ...sent }), options);
    if (cursor === undefined) return ask(value === undefined ? {} : { [input]: value });
    return listOf((query) => ask({ query }), (value ?? {}) as Values, cursor);
  };
}

/** Never empty and never a step of a path: the request would reach another operation. */
function parameter({ id, path }: Operation, value: unknown): string {
  if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return value;
  const message = `${path} needs ids of one or more characters, and not ${JSON.stringify(value)}`;
  throw clientError('client.request-invalid', message, { operation: id });
}

type Values = NonNullable<Sent['query']>;
type Page = readonly unknown[] | { readonly data: readonly unknown[]; readonly next?: string | null };

function listOf(
  ask: (query: Values) => Promise<unknown>,
  query: Values,
  cursor: string,
): List<unknown, unknown> {
  async function* pages(): AsyncGenerator<Page> {
    for (let next: string | null | undefined; next !== null;) {
      const page = (await ask({ ...query, ...(next && { [cursor]: next }) })) as Page;
      next = ('next' in page ? page.next : null) ?? null;
      yield page;
    }
  }
  async function* entries(): AsyncGenerator {
    for await (const page of pages()) yield* 'data' in page ? page.data : page;
  }
  return Object.freeze({ pages, [Symbol.asyncIterator]: entries });
}
