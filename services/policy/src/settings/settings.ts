import { AppError, invalidField, type FieldError } from '@wallet-service/errors';
import { timeOfUuidV7 } from '@wallet-service/values';

export type PolicySettings = {
  readonly policy_evaluation_enabled: boolean;
  /** How long a user's multi-factor authentication counts, 1 to 43200 minutes. */
  readonly recency_window_minutes: number;
  /** What happens if no rule matches while evaluation is enabled. */
  readonly default_action: 'allow' | 'deny';
  /** What happens to a bare hash while an active policy covers the chain. */
  readonly raw_hash_signing: 'refuse' | 'allow';
  /**
   * EIP-7702 authorizations with chain_id 0, which are valid on every chain. Applies even if evaluation is
   * disabled.
   */
  readonly eip7702_any_chain: 'refuse' | 'allow';
  /**
   * Whether a wallet whose network has a known chain id signs for that chain alone. Applies even if evaluation is
   * disabled.
   */
  readonly chain_id_check: 'enforce' | 'off';
  /** Identity providers of the embedded-wallet integration. STEP_UP policies apply only to their users. */
  readonly embedded_wallet_provider_ids: readonly string[];
  /**
   * The issuers of these providers when the list was set, and all issuers that such a provider got since.
   * Users are matched by issuer, so another provider row with the same issuer does not bypass this. Null if
   * it was set before issuers were stored: then it is unknown whose users these are.
   */
  readonly embedded_wallet_issuers: readonly string[] | null;
  /** Values of `acr` that prove several factors. Empty: `mfa` in `amr` proves them (RFC 8176). */
  readonly mfa_acr_values: readonly string[];
  /** EVM chains, in addition to the known ones, on which no call moves more native coin than its value. */
  readonly plain_chain_ids: readonly number[];
  /**
   * What a denial shows on the Express interface. With the secret key, all of it can be read by its
   * `decision_id`.
   */
  readonly denial_detail: 'brief' | 'full';
};

/** Of an application from before evaluation was on by default. MACs cover what differs from these. */
export const formerDefaultSettings: PolicySettings = {
  policy_evaluation_enabled: false,
  recency_window_minutes: 15,
  default_action: 'allow',
  raw_hash_signing: 'refuse',
  eip7702_any_chain: 'refuse',
  chain_id_check: 'enforce',
  embedded_wallet_provider_ids: [],
  embedded_wallet_issuers: [],
  mfa_acr_values: [],
  plain_chain_ids: [],
  denial_detail: 'brief',
};

/** Of an application that never changed any. `evaluatedSinceMs`: those made from then on are evaluated. */
export function defaultSettingsOf(applicationId: string, evaluatedSinceMs: number): PolicySettings {
  // Identity gives every application an id that tells when it was made.
  const made = timeOfUuidV7(applicationId) ?? Infinity;
  return { ...formerDefaultSettings, policy_evaluation_enabled: made >= evaluatedSinceMs };
}

export const longestRecencyWindowMinutes = 43_200;
const mostEmbeddedProviders = 100;
const longestIssuer = 512;
const mostAcrValues = 10;
const mostPlainChains = 100;

/** What is wrong with a value, as `[path below the setting, message]`. Empty if nothing is. */
type Check<Value> = (value: Value) => readonly (readonly [string, string])[];

const wrong = (message: string) => [['', message]] as const;

const minutes: Check<number> = (value) =>
  value >= 1 && value <= longestRecencyWindowMinutes
    ? []
    : wrong(`must be an integer from 1 to ${longestRecencyWindowMinutes}`);

function oneOf(...choices: readonly string[]): Check<string> {
  return (value) => (choices.includes(value) ? [] : wrong(`must be one of ${choices.join(', ')}`));
}

function listOf<Entry>(
  most: number,
  isEntry: (entry: Entry) => boolean,
  what: string,
): Check<readonly Entry[]> {
  return (value) => {
    if (value.length > most) return wrong(`must have at most ${most} entries`);
    return value.flatMap((entry, index): [string, string][] => {
      if (!isEntry(entry)) return [[`/${index}`, `must be ${what}`]];
      return value.indexOf(entry) === index ? [] : [[`/${index}`, 'is given twice']];
    });
  };
}

/** They are separated by spaces and enclosed in quotation marks (RFC 9470, section 3). */
const acrValue = /^[\x21\x23-\x5b\x5d-\x7e]{1,128}$/;

/** The members of a change. Choices and numbers are still as the caller sent them. */
export type SettingsChanges = {
  readonly [Name in keyof PolicySettings]?: Widened<NonNullable<PolicySettings[Name]>>;
};
type Widened<Value> = Value extends string ? string : Value;

const checks: { readonly [Name in keyof PolicySettings]: Check<NonNullable<SettingsChanges[Name]>> } = {
  policy_evaluation_enabled: () => [],
  recency_window_minutes: minutes,
  default_action: oneOf('allow', 'deny'),
  raw_hash_signing: oneOf('refuse', 'allow'),
  eip7702_any_chain: oneOf('refuse', 'allow'),
  chain_id_check: oneOf('enforce', 'off'),
  embedded_wallet_provider_ids: listOf<string>(
    mostEmbeddedProviders,
    (id) => id !== '' && id.length <= 64,
    'the id of an identity provider',
  ),
  embedded_wallet_issuers: listOf<string>(
    mostEmbeddedProviders,
    (issuer) => issuer !== '' && issuer.length <= longestIssuer,
    'an issuer',
  ),
  mfa_acr_values: listOf<string>(
    mostAcrValues,
    // OpenID Connect Core, 2: "0" means that no level was reached.
    (acr) => acr !== '0' && acrValue.test(acr),
    'an acr value: 1 to 128 visible ASCII characters without quotation marks and backslashes, and not 0',
  ),
  plain_chain_ids: listOf<number>(
    mostPlainChains,
    (id) => Number.isSafeInteger(id) && id > 0,
    `the id of an EVM chain: an integer from 1 to ${Number.MAX_SAFE_INTEGER}`,
  ),
  denial_detail: oneOf('brief', 'full'),
};

/**
 * The settings after a change. Throws `request.invalid` with every mistake, with paths such as
 * `/recency_window_minutes`.
 */
export function changeSettings(current: PolicySettings, changes: SettingsChanges): PolicySettings {
  const fields = Object.entries(changes).flatMap(([name, value]): FieldError[] =>
    (checks[name as keyof PolicySettings] as Check<unknown>)(value).map(([path, message]) => ({
      path: `/${name}${path}`,
      message,
    })),
  );
  if (
    fields.length === 0 &&
    'embedded_wallet_provider_ids' in changes &&
    !('embedded_wallet_issuers' in changes)
  )
    fields.push({ path: '/embedded_wallet_issuers', message: 'must be given with the providers' });
  if (fields.length > 0) throw new AppError('request.invalid', 'the settings are not valid', { fields });
  return withIssuers(current, { ...current, ...(changes as Partial<PolicySettings>) }, changes);
}

/**
 * Issuers without providers are added, because a provider got another issuer. They are removed when the list
 * is set again. Throws `request.invalid` if there would be too many.
 */
function withIssuers(current: PolicySettings, changed: PolicySettings, changes: object): PolicySettings {
  const { embedded_wallet_issuers: before } = current;
  const { embedded_wallet_issuers: given } = changed;
  if ('embedded_wallet_provider_ids' in changes || !('embedded_wallet_issuers' in changes)) return changed;
  if (before === null || given === null) return { ...changed, embedded_wallet_issuers: before };
  const issuers = [...new Set([...before, ...given])];
  if (issuers.length > Math.max(mostEmbeddedProviders, before.length))
    throw invalidField(
      '/embedded_wallet_issuers',
      `STEP_UP policies would apply to users of ${issuers.length} issuers, where ${mostEmbeddedProviders} may be: ` +
        'set embedded_wallet_provider_ids again, which removes the issuers that its providers no longer have',
    );
  return { ...changed, embedded_wallet_issuers: issuers };
}
