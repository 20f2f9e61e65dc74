import { STATUS_CODES } from 'node:http';
import type { Scope } from '@wallet-service/grants';
import type { TSchema } from 'typebox';
import type { Route } from '../route.js';
import { takesReason } from '../http/reason.js';
import { headersOf, securityOf, securitySchemes } from './credentials.js';
import { optionalHeaders, tags, type Documentation } from './documentation.js';
import { capitalized, errorResponses, errorSchemas, type ErrorComponents } from './error-responses.js';
import { parameterMeanings } from './field-meanings.js';
import { refusalsOf } from './refusals-of.js';
import { richerSchemas } from './rule-schema.js';
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
  'Web pages may call the Express interface (`/v2/wallet…`) from the origins in the application’s setting ' +
    '`allowed_origins` (CORS, without credentials of the browser), and nothing else.',
  'Any request may also be answered with 404 (no such path), 405 (with `Allow`), 408 or 431. Version 1 of the ' +
    'wallet paths (`/v1/wallet…`, `/v1/api/wallet…`) is retired: 410, and `Link` names the path that replaces it.',
].join('\n');

/** OpenAPI 3.1 of all documented rows. */
export function openApiDocument(rows: readonly Route[]): OpenApiDocument {
  const references = createSchemaReferences(richerSchemas);
  const components: Components = { ...references, examples: {} };
  const paths: Record<string, Record<string, Json>> = {};
  for (const row of rows) {
    if (!isDocumented(row)) continue;
    const path = row.path.replaceAll(/:([a-z_]+)/g, '{$1}');
    (paths[path] ??= {})[row.method.toLowerCase()] = operation(row, components);
  }
  const webhooks = webhookOperations(references.referenced);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wallet service',
      version: '2.0.0',
      description: introduction,
      contact: { name: 'The operator of this installation' },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    webhooks,
    components: {
      securitySchemes,
      headers: { TraceId: traceId },
      schemas: { ...references.schemas, ...references.referenced(errorSchemas) },
      examples: components.examples,
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

type Components = ErrorComponents & { readonly referenced: (schema: object) => Json };

function operation(row: DocumentedRoute, components: Components): Json {
  const { documentation } = row;
  const { operationId, tag, summary, description } = documentation;
  const parameters = [...headersOf[row.authentication], ...optionalHeaderParameters(row)];
  const all = [...parameters, ...fieldParameters(row, 'path'), ...fieldParameters(row, 'query')];
  const named = (schema: TSchema, suffix: string): Json =>
    components.referenced(titled(schema, `${capitalized(operationId)}${suffix}`));
  return {
    operationId,
    tags: [tag],
    summary,
    description: row.scope ? `${description}\n\n${needsScope(row.scope)}` : description,
    security: securityOf[row.authentication],
    ...(row.scope && { 'x-scope': row.scope }),
    ...(all.length > 0 && { parameters: all }),
    ...(row.body && { requestBody: requestBody(row.body, documentation, named(row.body, 'Request')) }),
    responses: {
      [row.status]: success(row, row.answer && named(row.answer, 'Answer')),
      ...errorResponses(row.errors, operationId, refusalsOf(row), components),
    },
  };
}

function needsScope(scope: Scope): string {
  if (scope === 'keys') return 'The secret key must be one without scopes.';
  return `A secret key with scopes needs \`${scope}\`.`;
}

/** Generated clients name types by titles. A body or an answer without one is named by its operation. */
function titled(schema: TSchema, title: string): object {
  return Object.hasOwn(schema, 'title') ? schema : { ...schema, title };
}

function optionalHeaderParameters(row: DocumentedRoute): Json[] {
  const { headers = [] } = row.documentation;
  const names = takesReason(row) ? [...headers, 'X-Reason' as const] : headers;
  return names.map((name) => ({
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
    const { description: form, examples, ...rest } = field as Json & { readonly description?: string };
    const { means, example: usual } = parameterMeanings[name] ?? {};
    const [example = usual] = (examples as unknown[] | undefined) ?? [];
    const description = [means, form].filter((part) => part !== undefined).join('; ');
    return {
      name,
      in: place,
      required: required.includes(name),
      ...(description !== '' && { description }),
      schema: rest,
      ...(example !== undefined && { example }),
    };
  });
}

function requestBody(body: TSchema, { body: given }: Documentation, schema: Json): Json {
  const isOptional = mayBeLeftOut(body);
  const example = given ?? (isOptional ? {} : undefined);
  return {
    required: !isOptional,
    content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
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

function success(row: DocumentedRoute, schema: Json | undefined): Json {
  const { answer } = row.documentation;
  return {
    description: STATUS_CODES[row.status] ?? '',
    headers: {
      'x-trace-id': { $ref: '#/components/headers/TraceId' },
      ...answerHeaders(row),
    },
    ...(schema && {
      content: { 'application/json': { schema, ...(answer !== undefined && { example: answer }) } },
    }),
  };
}
