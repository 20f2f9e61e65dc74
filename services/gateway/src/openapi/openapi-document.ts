import { STATUS_CODES } from 'node:http';
import type { TSchema } from 'typebox';
import type { Route } from '../route.js';
import { headersOf, securityOf, securitySchemes } from './credentials.js';
import { optionalHeaders, tags, type Documentation } from './documentation.js';
import { errorResponses, errorSchemas } from './error-responses.js';
import { refusalsOf } from './refusals-of.js';
import { createSchemaReferences, type Json } from './schema-references.js';
import { webhookOperations } from './webhook-events.js';

export type DocumentedRoute = Route & { readonly documentation: Documentation };

/** The parts of the document that our code reads. */
export type OpenApiDocument = Json & {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly webhooks: Json;
};

const introduction = [
  'Creates wallets whose keys never leave the signer, and signs with them what their owners and the ' +
    'policies of the application allow.',
  'Bodies are JSON (RFC 8259) in UTF-8, at most 128 KiB. Unknown fields are refused, and no value is ' +
    'coerced. Every answer has an `x-trace-id`. Times are Unix seconds, UTC, unless the field says otherwise.',
  'Requests are limited by address and by application. `RateLimit` and `RateLimit-Policy` say how much is ' +
    'left. A 429 has `Retry-After`.',
  'Any request may also be answered with 404 (no such path), 405 (with `Allow`), 408 or 431.',
].join('\n');

/** OpenAPI 3.1 of all documented rows. */
export function openApiDocument(rows: readonly Route[]): OpenApiDocument {
  const references = createSchemaReferences();
  const examples: Json = {};
  const paths: Record<string, Record<string, Json>> = {};
  for (const row of rows) {
    if (!isDocumented(row)) continue;
    const path = row.path.replaceAll(/:([a-z_]+)/g, '{$1}');
    (paths[path] ??= {})[row.method.toLowerCase()] = operation(row, references.referenced, examples);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wallet service',
      version: '2.0.0',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: webhookOperations(references.referenced),
    components: {
      securitySchemes,
      headers: { TraceId: traceId },
      schemas: { ...references.schemas, ...errorSchemas },
      examples,
    },
  };
}

const traceId = {
  description: 'The id under which every process logs this request.',
  required: true,
  schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
};

function isDocumented(row: Route): row is DocumentedRoute {
  return row.documentation !== undefined;
}

type Reference = (schema: object) => Json;

function operation(row: DocumentedRoute, referenced: Reference, examples: Json): Json {
  const { documentation } = row;
  const { operationId, tag, summary, description, deprecated } = documentation;
  const parameters = [...headersOf[row.authentication], ...optionalHeaderParameters(documentation)];
  const all = [...parameters, ...fieldParameters(row, 'path'), ...fieldParameters(row, 'query')];
  return {
    operationId,
    tags: [tag],
    summary,
    ...(description !== undefined && { description }),
    ...(deprecated === true && { deprecated }),
    security: securityOf[row.authentication],
    ...(all.length > 0 && { parameters: all }),
    ...(row.body && { requestBody: requestBody(row.body, documentation, referenced) }),
    responses: {
      ...(deprecated !== true && { [row.status]: success(row, referenced) }),
      ...errorResponses(row.errors, refusalsOf(row), examples),
    },
  };
}

function optionalHeaderParameters({ headers = [] }: Documentation): Json[] {
  return headers.map((name) => ({
    name,
    in: 'header',
    required: false,
    schema: { type: 'string' },
    ...optionalHeaders[name],
  }));
}

function fieldParameters(row: Route, place: 'path' | 'query'): Json[] {
  const schema = place === 'path' ? row.params : row.query;
  const required: readonly string[] = (schema?.['required'] as string[] | undefined) ?? [];
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => {
    const { description, examples, ...rest } = field as Json;
    const [example] = (examples as unknown[] | undefined) ?? ['0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e'];
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description !== undefined && { description }),
      schema: rest,
      ...(examples !== undefined || place === 'path' ? { example } : {}),
    };
  });
}

function requestBody(body: TSchema, { body: example }: Documentation, referenced: Reference): Json {
  return {
    required: !mayBeLeftOut(body),
    content: {
      'application/json': { schema: referenced(body), ...(example !== undefined && { example }) },
    },
  };
}

/** A body that may be left out is null to its schema. */
function mayBeLeftOut(body: TSchema): boolean {
  const type: unknown = (body as Json)['type'];
  return Array.isArray(type) ? type.includes('null') : type === 'null';
}

function answerHeaders({ headers, documentation }: DocumentedRoute): Json {
  const schema = { type: 'string' };
  if (documentation.headers?.includes('Prefer'))
    return { 'preference-applied': { description: '`receipt`, if the answer has one.', schema } };
  return headers ? { etag: { description: 'The revision, for If-Match.', required: true, schema } } : {};
}

function success(row: DocumentedRoute, referenced: Reference): Json {
  const { answer } = row.documentation;
  return {
    description: STATUS_CODES[row.status] ?? '',
    headers: {
      'x-trace-id': { $ref: '#/components/headers/TraceId' },
      ...answerHeaders(row),
    },
    ...(row.answer && {
      content: {
        'application/json': {
          schema: referenced(row.answer),
          ...(answer !== undefined && { example: answer }),
        },
      },
    }),
  };
}
