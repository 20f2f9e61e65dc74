import { AppError, type FieldError } from '@wallet-service/errors';
import type { IdentityDefinition, ReceivedRequestOf } from '@wallet-service/grpc';
import {
  audienceClaims,
  audienceMatches,
  defaultTokenSettings,
  problemOfTokenTypes,
  unlessDefault,
  type TokenSettings,
} from '@wallet-service/signer-protocol';

/** What a caller says of the settings. Absent members stay as they are. */
export type TokenSettingsChanges = Partial<TokenSettings>;

type Wire = ReceivedRequestOf<IdentityDefinition['UpdateProvider']>['tokenSettings'];

/** Throws `request.invalid` with every wrong member by its JSON Pointer. */
export function readTokenSettingsChanges(wire: Wire | undefined): TokenSettingsChanges {
  if (!wire) return {};
  const { audienceMatch: match, audienceClaim: claim, tokenTypes } = wire;
  const audienceMatch = audienceMatches.find((known) => known === match);
  const audienceClaim = audienceClaims.find((known) => known === claim);
  const types = tokenTypes?.values;
  const problems = [
    ...(match !== undefined && !audienceMatch ? [unknownValue('/audience_match', audienceMatches)] : []),
    ...(claim !== undefined && !audienceClaim ? [unknownValue('/audience_claim', audienceClaims)] : []),
    ...(types ? problemsOfTypes(types) : []),
  ];
  const [first] = problems;
  if (first) throw new AppError('request.invalid', `${first.path}: ${first.message}`, { fields: problems });
  return {
    ...(audienceMatch && { audienceMatch }),
    ...(audienceClaim && { audienceClaim }),
    ...(types && { tokenTypes: types }),
  };
}

/** The settings after the changes. Absent if they are the default ones. */
export function changedTokenSettings(
  settings: TokenSettings | undefined,
  changes: TokenSettingsChanges,
): { readonly tokenSettings?: TokenSettings } {
  return unlessDefault({ ...(settings ?? defaultTokenSettings), ...changes });
}

function unknownValue(path: string, values: readonly string[]): FieldError {
  return { path, message: `must be one of ${values.join(', ')}` };
}

function problemsOfTypes(types: readonly string[]): FieldError[] {
  const problem = problemOfTokenTypes(types);
  return problem === undefined ? [] : [{ path: '/token_types', message: problem }];
}
