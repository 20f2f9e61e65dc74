import type { JsonReader } from '../json-reader.js';
import {
  audienceClaims,
  audienceMatches,
  defaultTokenSettings,
  isSameTokenSettings,
  maxTokenTypes,
  problemOfTokenTypes,
  type TokenSettings,
} from '../token-settings.js';

export const tokenSettingsMembers = ['audience_match', 'audience_claim', 'token_types'] as const;

/** Only what differs from the default: older documents keep their bytes. */
export function writeTokenSettings(settings: TokenSettings): Readonly<Record<string, unknown>> {
  const { audienceMatch, audienceClaim, tokenTypes } = settings;
  const standard = defaultTokenSettings;
  const hasStandardTypes = isSameTokenSettings({ ...standard, tokenTypes }, standard);
  return {
    ...(audienceMatch !== standard.audienceMatch && { audience_match: audienceMatch }),
    ...(audienceClaim !== standard.audienceClaim && { audience_claim: audienceClaim }),
    ...(!hasStandardTypes && { token_types: tokenTypes }),
  };
}

export function readTokenSettings(provider: JsonReader): TokenSettings {
  const standard = defaultTokenSettings;
  return {
    audienceMatch: oneOf(provider, 'audience_match', audienceMatches) ?? standard.audienceMatch,
    audienceClaim: oneOf(provider, 'audience_claim', audienceClaims) ?? standard.audienceClaim,
    tokenTypes: readTypes(provider) ?? standard.tokenTypes,
  };
}

function oneOf<Value extends string>(
  provider: JsonReader,
  name: string,
  values: readonly Value[],
): Value | undefined {
  if (!provider.has(name)) return undefined;
  const at = provider.member(name);
  const text = at.text(64);
  const value = values.find((known) => known === text);
  if (value === undefined) at.problem(`must be one of ${values.join(', ')}`);
  return value;
}

function readTypes(provider: JsonReader): readonly string[] | undefined {
  if (!provider.has('token_types')) return undefined;
  const at = provider.member('token_types');
  const types = at.list(1, maxTokenTypes).map((item) => item.text(128));
  const problem = problemOfTokenTypes(types);
  if (problem !== undefined) at.problem(problem);
  return types;
}
