import { AppError, type FieldError } from '@wallet-service/errors';
import type { IdentityDefinition, ReceivedRequestOf } from '@wallet-service/grpc';
import { isUuid, problemOfAllowedOrigins } from '@wallet-service/values';
import type { Application, Features, Settings } from '../directory/application.js';
import { checkApplicationName } from './application-name.js';

/** The changes that a caller requests. Absent members stay unchanged. */
export type ApplicationChanges = {
  readonly name?: string;
  readonly settings: Partial<Settings>;
  readonly features: Partial<Features>;
};

type Wire = Pick<
  ReceivedRequestOf<IdentityDefinition['UpdateApplication']>,
  'name' | 'settings' | 'features'
>;
type SettingsWire = NonNullable<Wire['settings']>;

const maxEmailProviders = 50;
const claimChoices: readonly string[] = ['refuse', 'skip'] satisfies Settings['claimPossible'][];
const jwtModes: readonly string[] = ['observe', 'single_payload'] satisfies Settings['opJwtMode'][];

/** Throws `request.invalid` with every wrong member by its JSON Pointer. */
export function readApplicationChanges({ name, settings, features }: Wire): ApplicationChanges {
  const problems = [
    ...(name === undefined ? [] : problemsOfName(name)),
    ...(settings ? problemsOfSettings(settings) : []),
  ];
  const [first] = problems;
  if (first) throw new AppError('request.invalid', `${first.path}: ${first.message}`, { fields: problems });
  return {
    ...(name !== undefined && { name }),
    settings: settings ? settingsOf(settings) : {},
    features:
      features?.pregeneratedWallets === undefined
        ? {}
        : { pregeneratedWallets: features.pregeneratedWallets },
  };
}

/** The application after the changes. */
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

function settingsOf(wire: SettingsWire): Partial<Settings> {
  const { opJwtMode, expressJwtMaxLifetimeSeconds, accessKeyRecovery, emailProviderIds } = wire;
  const { allowedOrigins, claimPossible } = wire;
  return {
    ...(opJwtMode !== undefined && { opJwtMode: opJwtMode as Settings['opJwtMode'] }),
    ...(expressJwtMaxLifetimeSeconds !== undefined && { expressJwtMaxLifetimeSeconds }),
    ...(accessKeyRecovery !== undefined && { accessKeyRecovery }),
    ...(emailProviderIds && { emailProviderIds: emailProviderIds.values }),
    ...(allowedOrigins && { allowedOrigins: allowedOrigins.values }),
    ...(claimPossible !== undefined && { claimPossible: claimPossible as Settings['claimPossible'] }),
  };
}

function problemsOfSettings(wire: SettingsWire): readonly FieldError[] {
  const { opJwtMode, expressJwtMaxLifetimeSeconds: seconds, emailProviderIds } = wire;
  const { allowedOrigins, claimPossible } = wire;
  const found: readonly (readonly [string, string | false | undefined])[] = [
    [
      'op_jwt_mode',
      opJwtMode !== undefined && !jwtModes.includes(opJwtMode) && 'must be observe or single_payload',
    ],
    [
      'express_jwt_max_lifetime_seconds',
      seconds !== undefined && (seconds < 60 || seconds > 86_400) && 'must be an integer from 60 to 86400',
    ],
    ['email_provider_ids', emailProviderIds ? problemOfProviderIds(emailProviderIds.values) : undefined],
    ['allowed_origins', allowedOrigins ? problemOfAllowedOrigins(allowedOrigins.values)?.message : undefined],
    [
      'claim_possible',
      claimPossible !== undefined && !claimChoices.includes(claimPossible) && 'must be refuse or skip',
    ],
  ];
  return found.flatMap(([name, message]) =>
    typeof message === 'string' ? [{ path: `/settings/${name}`, message }] : [],
  );
}

function problemsOfName(name: string): readonly FieldError[] {
  try {
    checkApplicationName(name);
    return [];
  } catch (error) {
    if (error instanceof AppError) return error.fields;
    throw error;
  }
}

function problemOfProviderIds(ids: readonly string[]): string | undefined {
  if (ids.length > maxEmailProviders) return `must be an array of at most ${maxEmailProviders} provider ids`;
  if (!ids.every(isUuid)) return 'must hold ids of providers';
  return new Set(ids).size === ids.length ? undefined : 'names a provider twice';
}
