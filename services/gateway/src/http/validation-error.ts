import type { FastifySchemaValidationError } from 'fastify';
import { AppError, type FieldError } from '@wallet-service/errors';

type Rule = FastifySchemaValidationError & {
  readonly parentSchema?: { readonly description?: string; readonly anyOf?: readonly object[] };
};

/**
 * More than any answer shows, and few enough that a body full of mistakes is refused as fast as any other.
 */
const mostLookedAt = 100;

/** The fields that break their schema, by JSON Pointer (body) or by the name of the query parameter. */
export function validationError(
  rules: readonly FastifySchemaValidationError[],
  context: string | undefined,
): AppError {
  const lookedAt = firstWorthTelling(rules);
  const enumerated = new Set(lookedAt.filter(isChoice).map(({ instancePath }) => instancePath));
  const fields = lookedAt
    .filter((rule) => isChoice(rule) || rule.keyword !== 'type' || !enumerated.has(rule.instancePath))
    .map((rule) => fieldError(rule, context));
  const unique = fields.filter(
    (field, index) =>
      fields.findIndex(({ path, message }) => path === field.path && message === field.message) === index,
  );
  const detail = unique.map(({ path, message }) =>
    path === '' ? `the body ${message}` : `${path} ${message}`,
  );
  return new AppError('request.invalid', detail.slice(0, 3).join('; '), { fields: unique });
}

function firstWorthTelling(rules: readonly Rule[]): readonly Rule[] {
  const first: Rule[] = [];
  for (const rule of rules) {
    if (first.length === mostLookedAt) break;
    if (isWorthTelling(rule)) first.push(rule);
  }
  return first;
}

// A union reports the failure of each branch and then its own. Only its own helps.
function isWorthTelling({ keyword, schemaPath }: FastifySchemaValidationError): boolean {
  return !schemaPath.includes('/anyOf/') || keyword === 'anyOf';
}

// Lists the allowed values, which also shows their type.
function isChoice({ keyword, schemaPath }: FastifySchemaValidationError): boolean {
  return keyword === 'enum' && !schemaPath.includes('/anyOf/');
}

function fieldError(rule: Rule, context: string | undefined): FieldError {
  const { instancePath, keyword, params } = rule;
  const unknown = params['additionalProperty'];
  if (keyword === 'additionalProperties' && typeof unknown === 'string') {
    return { path: place(`${instancePath}/${escape(unknown)}`, context), message: 'is not a known field' };
  }
  const missing = params['missingProperty'];
  if (keyword === 'required' && typeof missing === 'string') {
    return { path: place(`${instancePath}/${escape(missing)}`, context), message: 'is required' };
  }
  return { path: place(instancePath, context), message: expectation(rule) };
}

function expectation({ keyword, params, message, parentSchema }: Rule): string {
  const allowed = params['allowedValues'];
  if (keyword === 'enum' && Array.isArray(allowed)) return `must be one of ${allowed.join(', ')}`;
  const literals = keyword === 'anyOf' ? literalsOf(parentSchema?.anyOf) : undefined;
  if (literals) return `must be one of ${literals.join(', ')}`;
  if (['pattern', 'anyOf', 'format'].includes(keyword) && parentSchema?.description !== undefined) {
    return `must be ${parentSchema.description}`;
  }
  const types = params['type'];
  if (keyword === 'type' && Array.isArray(types)) {
    return `must be ${types.slice(0, -1).join(', ')} or ${String(types.at(-1))}`;
  }
  return message ?? 'is not valid';
}

/** The values of a union of literals. Undefined for any other union. */
function literalsOf(branches: readonly object[] = []): readonly unknown[] | undefined {
  const values = branches.flatMap((branch) => ('const' in branch ? [branch.const] : []));
  return branches.length > 0 && values.length === branches.length ? values : undefined;
}

function place(pointer: string, context: string | undefined): string {
  if (context === 'body' || context === undefined) return pointer;
  return `${context === 'querystring' ? 'query' : 'path'} ${pointer.slice(1)}`;
}

function escape(key: string): string {
  return key.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}
