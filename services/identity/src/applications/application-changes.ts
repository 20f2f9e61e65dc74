import { AppError, type FieldError } from '@wallet-service/errors';
import { parseStrictJson, StrictJsonError } from '@wallet-service/signer-protocol';
import { isUuid } from '@wallet-service/values';
import type { Application, Features, Settings } from './application.js';
import { checkApplicationName } from './application-name.js';

/** What a caller wants to change; what is absent stays as it is. */
export type ApplicationChanges = {
  readonly name?: string;
  readonly settings: Partial<Settings>;
  readonly features: Partial<Features>;
};

const maxEmailProviders = 50;
const maxChangesLength = 65_536;

/** The check of one member: the sentence that says what is wrong, or undefined. `as` is its name in the domain. */
type Rule = { readonly as: string; readonly problem: (value: unknown) => string | undefined };

const trueOrFalse = (value: unknown) => (typeof value === 'boolean' ? undefined : 'must be true or false');

const settingRules: Readonly<Record<string, Rule>> = {
  op_jwt_mode: {
    as: 'opJwtMode',
    problem: (value) =>
      value === 'observe' || value === 'single_payload' ? undefined : 'must be observe or single_payload',
  },
  express_jwt_max_lifetime_seconds: {
    as: 'expressJwtMaxLifetimeSeconds',
    problem: (value) =>
      Number.isInteger(value) && (value as number) >= 60 && (value as number) <= 86_400
        ? undefined
        : 'must be an integer from 60 to 86400',
  },
  access_key_recovery: { as: 'accessKeyRecovery', problem: trueOrFalse },
  email_provider_ids: { as: 'emailProviderIds', problem: problemOfProviderIds },
};

const featureRules: Readonly<Record<string, Rule>> = {
  pregenerated_wallets: { as: 'pregeneratedWallets', problem: trueOrFalse },
};

/**
 * Reads `{ name?, settings?: {…}, features?: {…} }` (snake_case, as in the proto). Throws `request.malformed`
 * for text that is no strict JSON, and `request.invalid` with every wrong member by its JSON Pointer.
 */
export function readApplicationChanges(json: string): ApplicationChanges {
  const value = parse(json);
  const problems: FieldError[] = [];
  const top = membersOf('', value, ['name', 'settings', 'features'], problems);
  const settings = readMembers('/settings', top['settings'], settingRules, problems);
  const features = readMembers('/features', top['features'], featureRules, problems);
  const name = top['name'];
  if (name !== undefined) problems.push(...problemsOfName(name));
  if (problems.length > 0) {
    const first = problems[0] as FieldError;
    throw new AppError('request.invalid', `${first.path || '/'}: ${first.message}`, { fields: problems });
  }
  return { ...(name !== undefined && { name: name as string }), settings, features };
}

/** The application as the changes make it. */
export function changedApplication(
  application: Application,
  changes: ApplicationChanges,
  nowSeconds: number,
): Application {
  return {
    ...application,
    name: changes.name ?? application.name,
    settings: { ...application.settings, ...changes.settings },
    features: { ...application.features, ...changes.features },
    timeUpdated: nowSeconds,
  };
}

function parse(json: string): unknown {
  if (json.length > maxChangesLength) throw new AppError('request.too-large', 'the changes are too large');
  try {
    return parseStrictJson(json);
  } catch (error) {
    if (error instanceof StrictJsonError) throw new AppError('request.malformed', error.message);
    throw error;
  }
}

type Json = Readonly<Record<string, unknown>>;

function membersOf(path: string, value: unknown, known: readonly string[], problems: FieldError[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push({ path, message: 'must be an object' });
    return {};
  }
  for (const name of Object.keys(value)) {
    if (!known.includes(name))
      problems.push({ path: `${path}/${pointerToken(name)}`, message: 'unknown field' });
  }
  return value as Json;
}

function readMembers(
  path: string,
  value: unknown,
  rules: Readonly<Record<string, Rule>>,
  problems: FieldError[],
): Json {
  if (value === undefined) return {};
  const members = membersOf(path, value, Object.keys(rules), problems);
  const read: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(rules)) {
    if (!Object.hasOwn(members, name)) continue;
    const message = rule.problem(members[name]);
    if (message === undefined) read[rule.as] = members[name];
    else problems.push({ path: `${path}/${name}`, message });
  }
  return read;
}

function problemsOfName(name: unknown): readonly FieldError[] {
  try {
    checkApplicationName(typeof name === 'string' ? name : '');
    return [];
  } catch (error) {
    if (error instanceof AppError) return error.fields;
    throw error;
  }
}

function problemOfProviderIds(value: unknown): string | undefined {
  if (!Array.isArray(value) || value.length > maxEmailProviders) {
    return `must be an array of at most ${maxEmailProviders} provider ids`;
  }
  if (!value.every((id) => typeof id === 'string' && isUuid(id))) return 'must hold ids of providers';
  return new Set(value).size === value.length ? undefined : 'names a provider twice';
}

/** RFC 6901 section 3; cut, because the name comes from the caller and goes into an answer. */
function pointerToken(name: string): string {
  return name.slice(0, 64).replaceAll('~', '~0').replaceAll('/', '~1');
}
