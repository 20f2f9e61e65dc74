import { AppError, type ErrorCode } from '@wallet-service/errors';
import { coreCode } from '../http/core-code.js';
import { renderError, type ErrorShape } from '../http/problem.js';
import { errorMeanings } from './error-meanings.js';
import { errorHeaders } from './error-headers.js';
import type { Json } from './schema-references.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const fieldErrors = {
  type: 'array',
  items: {
    type: 'object',
    required: ['path', 'message'],
    properties: {
      path: { type: 'string', description: 'JSON Pointer into the body, or `header …`, `query …`, `path …`' },
      message: { type: 'string' },
    },
  },
};

/** The schema of errors in each of the three shapes. */
export const errorSchemas: Json = {
  Problem: {
    type: 'object',
    description: 'RFC 9457. Other members are facts about the error, such as the policy that denied.',
    required: ['type', 'title', 'status', 'detail', 'code', 'trace_id'],
    properties: {
      type: { type: 'string', format: 'uri-reference', description: 'The code’s entry in the reference' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: { type: 'string' },
      trace_id: { type: 'string' },
      errors: fieldErrors,
    },
  },
  CoreError: {
    type: 'object',
    required: ['code', 'message', 'details'],
    properties: {
      code: { type: 'string' },
      message: { type: 'string' },
      details: {
        type: 'object',
        description: 'Facts about the error, such as the policy that denied.',
        required: ['trace_id'],
        properties: { trace_id: { type: 'string' }, errors: fieldErrors },
      },
    },
  },
  PregenerationError: {
    type: 'object',
    additionalProperties: false,
    required: ['error', 'status'],
    properties: { error: { type: 'string' }, status: { const: 'error' } },
  },
};

const schemaOf: Readonly<Record<ErrorShape, string>> = {
  problem: 'Problem',
  core: 'CoreError',
  pregeneration: 'PregenerationError',
};

/** The error answers of a route, by status. Adds each example to `examples` once. */
export function errorResponses(shape: ErrorShape, codes: readonly ErrorCode[], examples: Json): Json {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = rendered(code, shape);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses: Json = {};
  for (const [status, ofStatus] of byStatus) {
    const [first = 'internal'] = ofStatus;
    const [mediaType = ''] = rendered(first, shape).contentType.split(';');
    responses[String(status)] = {
      description: ofStatus.map((code) => descriptionOf(code, shape)).join('\n\n'),
      headers: { 'x-trace-id': { $ref: '#/components/headers/TraceId' }, ...errorHeaders(status) },
      content: {
        [mediaType]: {
          schema: narrowed(shape, ofStatus),
          examples: Object.fromEntries(
            ofStatus.map((code) => [publicCode(code, shape), exampleOf(code, shape, examples)]),
          ),
        },
      },
    };
  }
  return responses;
}

/** A code as callers see it. The pre-generation shape has no code, so there it only names the example. */
export function publicCode(code: ErrorCode, shape: ErrorShape): string {
  return shape === 'core' ? coreCode(code) : code;
}

// In the pre-generation shape the text is all that callers get. For a malformed e-mail address the contract fixes it.
function descriptionOf(code: ErrorCode, shape: ErrorShape): string {
  if (shape !== 'pregeneration') return `\`${publicCode(code, shape)}\`: ${meaningOf(code)}`;
  if (code !== 'request.invalid') return meaningOf(code);
  return (
    '`MALFORMED_EMAIL`: the e-mail address is missing or malformed. ' +
    'For other fields, `error` says what is wrong.'
  );
}

export function meaningOf(code: ErrorCode): string {
  return errorMeanings[code] ?? 'The request is refused.';
}

function narrowed(shape: ErrorShape, codes: readonly ErrorCode[]): Json {
  const reference = { $ref: `#/components/schemas/${schemaOf[shape]}` };
  if (shape === 'pregeneration') return reference;
  const code = { enum: codes.map((each) => publicCode(each, shape)) };
  const error = { allOf: [reference, { type: 'object', properties: { code } }] };
  if (shape === 'problem') return error;
  return { type: 'object', additionalProperties: false, required: ['error'], properties: { error } };
}

function exampleOf(code: ErrorCode, shape: ErrorShape, examples: Json): Json {
  const name = `${shape}.${code}`;
  examples[name] = { value: rendered(code, shape).body };
  return { $ref: `#/components/examples/${name}` };
}

function rendered(code: ErrorCode, shape: ErrorShape) {
  const path = shape === 'pregeneration' ? '/email' : '/name';
  const fields = code === 'request.invalid' ? [{ path, message: 'is required' }] : [];
  return renderError(new AppError(code, meaningOf(code), { fields }), shape, traceId);
}
