import { AppError, type FieldError } from '@wallet-service/errors';

export type PolicySettings = {
  readonly policy_evaluation_enabled: boolean;
  /** How long a user's multi-factor authentication is remembered, 1 to 43200 minutes. */
  readonly recency_window_minutes: number;
  /** What happens when no rule matches, while evaluation is enabled. */
  readonly default_action: 'allow' | 'deny';
  /** What happens to a hash of which nothing else is known, while an active policy covers the chain. */
  readonly raw_hash_signing: 'refuse' | 'allow';
  /** EIP-7702 authorizations with chain_id 0, which hold on every chain. Decided even while evaluation is not enabled. */
  readonly eip7702_any_chain: 'refuse' | 'allow';
  /** Identity providers of the embedded-wallet integration: STEP_UP policies reach their users alone. */
  readonly embedded_wallet_provider_ids: readonly string[];
};

export const defaultSettings: PolicySettings = {
  policy_evaluation_enabled: false,
  recency_window_minutes: 15,
  default_action: 'allow',
  raw_hash_signing: 'refuse',
  eip7702_any_chain: 'refuse',
  embedded_wallet_provider_ids: [],
};

export const longestRecencyWindowMinutes = 43_200;
const mostEmbeddedProviders = 100;

/** What is wrong with a value, as `[path below the setting, message]`; empty when it is right. */
type Check = (value: unknown) => readonly (readonly [string, string])[];

const wrong = (message: string) => [['', message]] as const;

const boolean: Check = (value) => (typeof value === 'boolean' ? [] : wrong('must be true or false'));

const minutes: Check = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= longestRecencyWindowMinutes
    ? []
    : wrong(`must be an integer from 1 to ${longestRecencyWindowMinutes}`);

function oneOf(...choices: readonly string[]): Check {
  return (value) =>
    typeof value === 'string' && choices.includes(value) ? [] : wrong(`must be one of ${choices.join(', ')}`);
}

const providerIds: Check = (value) => {
  if (!Array.isArray(value)) return wrong('must be an array of identity provider ids');
  if (value.length > mostEmbeddedProviders)
    return wrong(`must have at most ${mostEmbeddedProviders} entries`);
  return value.flatMap((id: unknown, index): [string, string][] => {
    if (typeof id !== 'string' || id === '' || id.length > 64)
      return [[`/${index}`, 'must be the id of an identity provider']];
    return value.indexOf(id) === index ? [] : [[`/${index}`, 'is given twice']];
  });
};

const checks: Readonly<Record<keyof PolicySettings, Check>> = {
  policy_evaluation_enabled: boolean,
  recency_window_minutes: minutes,
  default_action: oneOf('allow', 'deny'),
  raw_hash_signing: oneOf('refuse', 'allow'),
  eip7702_any_chain: oneOf('refuse', 'allow'),
  embedded_wallet_provider_ids: providerIds,
};

/**
 * The settings after a change that names only what changes. Throws `request.invalid` that lists every mistake, with paths such as
 * `/recency_window_minutes`.
 */
export function changeSettings(current: PolicySettings, changes: unknown): PolicySettings {
  if (typeof changes !== 'object' || changes === null || Array.isArray(changes))
    throw new AppError('request.invalid', 'the settings must be an object', {
      fields: [{ path: '', message: 'must be an object' }],
    });
  const fields = Object.entries(changes).flatMap(([name, value]): FieldError[] => {
    if (!Object.hasOwn(checks, name)) return [{ path: `/${name}`, message: 'is not a policy setting' }];
    return checks[name as keyof PolicySettings](value).map(([path, message]) => ({
      path: `/${name}${path}`,
      message,
    }));
  });
  if (fields.length > 0) throw new AppError('request.invalid', 'the settings are not valid', { fields });
  return { ...current, ...changes };
}
