import { AppError, errorCodes, type ErrorCode } from '@wallet-service/errors';
import { coreCode } from '../http/core-code.js';
import { renderError, type ErrorAnswer, type ErrorShape } from '../http/problem.js';
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

const codeOf = (schema: string): Json => ({ $ref: `#/components/schemas/${schema}` });

/** The schema of errors in each of the three shapes, and all codes. */
export const errorSchemas: Json = {
  ErrorCode: {
    type: 'string',
    description: 'What went wrong, for programs. New versions may add codes.',
    enum: allCodes('problem'),
  },
  CoreErrorCode: {
    type: 'string',
    description: 'What went wrong, for programs, on the Core interface. New versions may add codes.',
    enum: allCodes('core'),
  },
  Problem: {
    type: 'object',
    description: 'RFC 9457. Other members are facts about the error, such as the policy that denied.',
    required: ['type', 'title', 'status', 'detail', 'code', 'trace_id'],
    properties: {
      type: { type: 'string', format: 'uri-reference', description: 'The code’s entry in the reference' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      code: codeOf('ErrorCode'),
      trace_id: { type: 'string' },
      errors: fieldErrors,
    },
  },
  CoreError: {
    type: 'object',
    required: ['code', 'message', 'details'],
    properties: {
      code: codeOf('CoreErrorCode'),
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

/** Where the parts are collected that several answers share. */
export type ErrorComponents = { readonly schemas: Json; readonly examples: Json };

/** The error answers of an operation, by status. Adds its codes as a schema, and each example once. */
export function errorResponses(
  shape: ErrorShape,
  operationId: string,
  codes: readonly ErrorCode[],
  { schemas, examples }: ErrorComponents,
): Json {
  const name = capitalized(operationId);
  Object.assign(schemas, operationErrors(shape, name, codes));
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = errorAnswers[shape][code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const responses: Json = {};
  for (const [status, ofStatus] of byStatus) {
    const [first = 'internal'] = ofStatus;
    const [mediaType = ''] = errorAnswers[shape][first].contentType.split(';');
    responses[String(status)] = {
      description: ofStatus.map((code) => descriptionOf(code, shape)).join('\n\n'),
      headers: { 'x-trace-id': { $ref: '#/components/headers/TraceId' }, ...errorHeaders(status, ofStatus) },
      content: {
        [mediaType]: {
          schema: narrowed(shape, name, ofStatus),
          examples: Object.fromEntries(
            ofStatus.map((code) => [publicCode(code, shape), exampleOf(code, shape, examples)]),
          ),
        },
      },
    };
  }
  return responses;
}

export function capitalized(operationId: string): string {
  return `${operationId.slice(0, 1).toUpperCase()}${operationId.slice(1)}`;
}

/** The codes that an operation answers with, and its error. Pre-generation has no codes. */
function operationErrors(shape: ErrorShape, name: string, codes: readonly ErrorCode[]): Json {
  if (shape === 'pregeneration') return {};
  return {
    [`${name}ErrorCode`]: {
      type: 'string',
      description: `The codes that \`${name.slice(0, 1).toLowerCase()}${name.slice(1)}\` may answer with.`,
      enum: publicCodes(codes, shape),
    },
    [`${name}Error`]: {
      allOf: [
        { $ref: `#/components/schemas/${schemaOf[shape]}` },
        { type: 'object', required: ['code'], properties: { code: codeOf(`${name}ErrorCode`) } },
      ],
    },
  };
}

/** The error of an operation with the codes of one status. The Core interface has its error in a member. */
function narrowed(shape: ErrorShape, name: string, codes: readonly ErrorCode[]): Json {
  if (shape === 'pregeneration') return { $ref: '#/components/schemas/PregenerationError' };
  const code = { type: 'string', enum: publicCodes(codes, shape) };
  const error = {
    allOf: [
      { $ref: `#/components/schemas/${name}Error` },
      { type: 'object', required: ['code'], properties: { code } },
    ],
  };
  if (shape === 'problem') return error;
  return { type: 'object', additionalProperties: false, required: ['error'], properties: { error } };
}

// Two of our codes may be one on the Core interface.
function publicCodes(codes: readonly ErrorCode[], shape: ErrorShape): readonly string[] {
  return [...new Set(codes.map((code) => publicCode(code, shape)))];
}

function allCodes(shape: ErrorShape): readonly string[] {
  return publicCodes(Object.keys(errorCodes) as ErrorCode[], shape).toSorted();
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

function exampleOf(code: ErrorCode, shape: ErrorShape, examples: Json): Json {
  const name = `${shape}.${code}`;
  examples[name] = { value: errorAnswers[shape][code].body };
  return { $ref: `#/components/examples/${name}` };
}

/** Each error as each interface answers it, with an example. Made once, because many operations share them. */
export const errorAnswers: Readonly<Record<ErrorShape, Readonly<Record<ErrorCode, ErrorAnswer>>>> = {
  problem: answersOf('problem'),
  core: answersOf('core'),
  pregeneration: answersOf('pregeneration'),
};

function answersOf(shape: ErrorShape): Readonly<Record<ErrorCode, ErrorAnswer>> {
  const path = shape === 'pregeneration' ? '/email' : '/name';
  const answerOf = (code: ErrorCode): ErrorAnswer => {
    const fields = code === 'request.invalid' ? [{ path, message: 'is required' }] : [];
    return renderError(new AppError(code, meaningOf(code), { fields }), shape, traceId);
  };
  const codes = Object.keys(errorCodes) as ErrorCode[];
  return Object.fromEntries(codes.map((code) => [code, answerOf(code)])) as Record<ErrorCode, ErrorAnswer>;
}
