import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

type Json = Record<string, unknown>;
type Content = { readonly content?: Record<string, { readonly example?: unknown }> };
type Operation = {
  readonly operationId: string;
  readonly requestBody?: Content;
  readonly responses: Record<string, Content>;
};
type Document = {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly webhooks: Record<string, { readonly post: { readonly requestBody: Content } }>;
};

const root = fileURLToPath(new URL('../../..', import.meta.url));
const moduleOf = (name: string): Promise<unknown> => import(path.join(root, 'packages/tooling', name));
const { schemasOf, operationsOf } = (await moduleOf('gen-sdk.mjs')) as {
  schemasOf: (document: unknown) => Promise<string>;
  operationsOf: (document: unknown) => Promise<string>;
};
const { apiDocument } = (await moduleOf('api-document.mjs')) as {
  apiDocument: () => Promise<{ readonly document: Document }>;
};

async function schemas(of: Json): Promise<string> {
  return await schemasOf({ components: { schemas: of }, webhooks: {} });
}

/** The type of one schema, on one line. */
async function typeOf(schema: Json): Promise<string> {
  const [, type] =
    /export type Subject = (.*?);\n\n\/\*\* What/s.exec(await schemas({ Subject: schema })) ?? [];
  return (type ?? '').replaceAll(/\s+/g, ' ');
}

describe('the type of a schema', () => {
  const object = { type: 'object', properties: { a: { type: 'string' }, 'b-c': {} }, required: ['a'] };

  it.each<[Json, string]>([
    [{ type: 'string' }, 'string'],
    [{ type: 'integer', minimum: 1 }, 'number'],
    [{ type: ['string', 'null'] }, 'string | null'],
    [{ type: ['string', 'null'], enum: ['a', null] }, "'a' | null"],
    [{ const: 'a' }, "'a'"],
    [{}, 'unknown'],
    [{ $ref: '#/components/schemas/Other', description: 'it' }, 'Other'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, 'readonly (string | null)[]'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [
      { allOf: [object, { oneOf: [{ const: 1 }, { const: 2 }] }] },
      `{ readonly a: string; readonly 'b-c'?: unknown } & (1 | 2)`,
    ],
    [{ ...object, additionalProperties: false }, `{ readonly a: string; readonly 'b-c'?: unknown }`],
    [{ type: 'object', properties: {}, additionalProperties: false }, 'Readonly<Record<string, never>>'],
    [{ type: ['object', 'string'] }, 'Readonly<Record<string, unknown>> | string'],
    [
      { ...object, additionalProperties: true },
      `{ readonly a: string; readonly 'b-c'?: unknown; readonly [name: string]: unknown }`,
    ],
  ])('of %j is %s', async (schema, type) => {
    expect((await typeOf(schema)).replace('; }', ' }')).toBe(type);
  });

  it.each<[Json, string]>([
    [{ type: 'string', contentEncoding: 'base64' }, 'the keyword contentEncoding'],
    [{ type: 'object', patternProperties: {} }, 'the keyword patternProperties'],
    [{ anyOf: [{ type: 'string' }], properties: {} }, 'anyOf beside properties'],
    [{ oneOf: [{ type: 'string' }], allOf: [] }, 'allOf beside oneOf'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'a schema in additionalProperties'],
    [{ type: 'date' }, 'the type date'],
    [{ $ref: 'https://example.com/a.json' }, 'the reference https://example.com/a.json'],
    [{ type: 'object', properties: { a: { not: {} } } }, 'the keyword not'],
  ])('stops at %j', async (schema, what) => {
    await expect(schemas({ Subject: schema })).rejects.toThrow(`gen-sdk.mjs does not know ${what}`);
  });

  it('stops at a required member without a schema', async () => {
    await expect(schemas({ Subject: { type: 'object', required: ['a'] } })).rejects.toThrow(
      'Subject: a is required and has no schema',
    );
  });
});

describe('the docstring of a schema', () => {
  it('tells the limits, and never ends early', async () => {
    const schema = { type: 'array', items: {}, description: 'globs such as **/a', minItems: 1, maxItems: 5 };
    const text = await schemas({ Subject: { ...schema, uniqueItems: true } });
    expect(text).toContain(
      '/** globs such as **\\/a (1 to 5 items, no two the same) */\nexport type Subject',
    );
  });

  it('has at most 120 columns, however deep the member is', async () => {
    const description = 'word '.repeat(60).trim();
    const inner = { type: 'object', properties: { b: { type: 'string', description } }, description };
    const text = await schemas({ Subject: { type: 'object', properties: { a: inner }, description } });
    const lines = text.split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(120);
    expect(
      lines
        .filter((line) => line.includes('word'))
        .join(' ')
        .match(/word/g),
    ).toHaveLength(180);
  });
});

describe('an operation', () => {
  const problem = { content: { 'application/problem+json': {} } };
  const operation = {
    operationId: 'doIt',
    summary: 'Do it',
    security: [{ SecretKey: [] }],
    responses: { 204: {}, 400: problem },
  };
  async function written(changes: Json, method = 'post'): Promise<string> {
    return await operationsOf({
      paths: { '/v1/it': { [method]: { ...operation, ...changes } } },
      components: { schemas: { DoItErrorCode: {} } },
    });
  }
  const key = { name: 'Idempotency-Key', in: 'header', schema: { type: 'string' } };

  it.each([
    ['get', [], 'always'],
    ['delete', [], 'always'],
    ['post', [], 'never'],
    ['patch', [], 'never'],
    ['post', [key], 'with-key'],
  ])('that is a %s with %j is repeatable: %s', async (method, parameters, repeatable) => {
    expect(await written({ parameters }, method)).toContain(`repeatable: '${repeatable}'`);
  });

  it('takes numbers and booleans where the URL has their text, and no header that follows from an option', async () => {
    const query = (name: string, schema: Json): Json => ({
      name,
      in: 'query',
      schema: { type: 'string', ...schema },
    });
    const parameters = [
      ...[query('limit', { pattern: '^([1-9]|[1-9][0-9]|100)$' }), query('name', { pattern: '^[a-z]+$' })],
      ...[query('on', { enum: ['true', 'false'] }), key, { ...key, name: 'If-Match', required: true }],
    ];
    const text = (await written({ parameters })).replaceAll(/\s+/g, ' ');
    expect(text).toContain(
      `query: { readonly limit?: number | string; readonly name?: string; readonly on?: boolean }`,
    );
    expect(text).toContain(
      `headers: { readonly 'If-Match': string }; body: never; answer: undefined; code: DoItErrorCode;`,
    );
  });

  it.each<[string, Json, string]>([
    ['a credential', { security: [{ Other: [] }] }, 'a security that is not known'],
    ['two good answers', { responses: { 200: {}, 201: {}, 400: problem } }, '2 good answers'],
    [
      'a form of errors',
      { responses: { 204: {}, 400: { content: { 'text/plain': {} } } } },
      'errors of forms',
    ],
    ['no codes', { operationId: 'other' }, 'no schema OtherErrorCode'],
  ])('stops at %s that it does not know', async (_what, changes, message) => {
    await expect(written(changes)).rejects.toThrow(message);
  });
});

// The examples of the document are valid by its schemas, which other tests check. So they are a second opinion on the
// types that were made from the same schemas.
describe('the generated types', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gen-sdk-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('accept every example of the document', async () => {
    const { document } = await apiDocument();
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    const examples = operations.flatMap(({ operationId, requestBody, responses }) => [
      ...exampleOf(`Operations['${operationId}']['body']`, requestBody),
      ...exampleOf(`Operations['${operationId}']['answer']`, responses[200] ?? responses[201]),
    ]);
    const events = Object.entries(document.webhooks).flatMap(([name, { post }]) =>
      exampleOf(`WebhookEvent & { readonly type: '${name}' }`, post.requestBody),
    );
    expect(examples.length).toBeGreaterThan(80);
    expect(events.length).toBe(Object.keys(document.webhooks).length);

    for (const name of ['core/operation.ts', 'generated'])
      cpSync(path.join(root, 'packages/sdk/src', name), path.join(folder, name), { recursive: true });
    mkdirSync(path.join(folder, 'core'), { recursive: true });
    const imports = [
      "import type { Operations } from './generated/operations.js';",
      "import type { WebhookEvent } from './generated/schemas.js';",
    ];
    writeFileSync(path.join(folder, 'examples.ts'), [...imports, ...examples, ...events].join('\n'));
    const flags = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--module', 'nodenext'];
    const { status, stdout } = spawnSync(
      process.execPath,
      [path.join(root, 'node_modules/typescript/bin/tsc'), ...flags, 'examples.ts'],
      { cwd: folder, encoding: 'utf8' },
    );
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  let count = 0;
  function exampleOf(type: string, body: Content | undefined): string[] {
    const example = body?.content?.['application/json']?.example;
    if (example === undefined) return [];
    count += 1;
    return [`export const example${count}: ${type} = ${JSON.stringify(example)};`];
  }
});
