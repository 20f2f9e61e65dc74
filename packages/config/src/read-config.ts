import { IsOptional, type Static, type TObject, type TSchema } from 'typebox';
import * as Value from 'typebox/value';
import { ConfigError } from './config-error.js';
import { readSecretFile } from './read-secret-file.js';
import { oldNames } from './renamed-variables.js';
import { isSecretText } from './secret-text.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the schema's variables (one property each) from an environment. An empty variable counts as unset.
 * Numbers must be plain decimal digits, booleans true, false, 1 or 0. A property made by `secretText` may
 * instead be given by a file that NAME_FILE names. Throws one ConfigError that lists every mistake.
 */
export function readConfig<Schema extends TObject>(
  schema: Schema,
  env: Environment,
): Readonly<Static<Schema>> {
  const unusable = oldNames(Object.keys(schema.properties), env);
  const given = Object.fromEntries(
    Object.entries(schema.properties)
      .map(([name, property]) => [name, textOf(name, property, env, unusable)] as const)
      .filter(([, text]) => text !== undefined && text !== ''),
  );
  if (unusable.length > 0) throw new ConfigError(unusable);
  const values = Value.Default(schema, given) as Record<string, unknown>;
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = values[name];
    if (typeof value === 'string') values[name] = convert(property, value);
  }
  const mistakes = Object.entries(schema.properties).flatMap(([name, property]) =>
    mistakesOf(name, property, values[name], !IsOptional(property)),
  );
  if (mistakes.length > 0) throw new ConfigError(mistakes);
  return Object.freeze(Value.Clean(schema, values)) as Readonly<Static<Schema>>;
}

function textOf(name: string, schema: TSchema, env: Environment, mistakes: string[]): string | undefined {
  const text = env[name];
  const file = isSecretText(schema) ? env[`${name}_FILE`] : undefined;
  if (file === undefined || file === '') return text;
  if (text !== undefined && text !== '') {
    mistakes.push(`${name} and ${name}_FILE must not both be set`);
    return undefined;
  }
  try {
    const secret = readSecretFile(file, { allowShared: env['ENVIRONMENT'] === 'development' });
    return secret.toString('utf8').trimEnd();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    mistakes.push(...error.mistakes.map((mistake) => `${name}_FILE: ${mistake}`));
    return undefined;
  }
}

// Not typebox's Convert, because it reads 1.5 as the integer 1 and rounds above 2^53.
function convert(schema: TSchema, text: string): unknown {
  const { type } = schema as { type?: string };
  if (type === 'integer' || type === 'number') {
    const plain = type === 'integer' ? /^-?\d{1,15}$/ : /^-?\d{1,15}(\.\d{1,15})?$/;
    return plain.test(text) ? Number(text) : text;
  }
  if (type === 'boolean') {
    if (text === 'true' || text === '1') return true;
    if (text === 'false' || text === '0') return false;
  }
  return text;
}

function mistakesOf(name: string, schema: TSchema, value: unknown, required: boolean): string[] {
  if (value === undefined) return required ? [`${name} must be set`] : [];
  if (Value.Check(schema, value)) return [];
  const choices = choicesOf(schema);
  if (choices) return [`${name} must be one of ${choices.join(', ')}`];
  return [...new Set([...Value.Errors(schema, value)].map((error) => `${name} ${error.message}`))];
}

function choicesOf(schema: TSchema): string[] | undefined {
  const { anyOf } = schema as { anyOf?: readonly { const?: unknown }[] };
  if (!anyOf?.every((choice) => choice.const !== undefined)) return undefined;
  return anyOf.map((choice) => String(choice.const));
}
