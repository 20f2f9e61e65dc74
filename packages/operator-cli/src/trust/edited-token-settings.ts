import {
  audienceClaims,
  audienceMatches,
  defaultTokenSettings,
  problemOfTokenTypes,
  unlessDefault,
  type ProviderInDocument,
  type TokenSettings,
} from '@wallet-service/signer-protocol';
import { UsageError, type Flags } from '../command-line/flags.js';

export const tokenSettingsFlags = ['audience-match', 'audience-claim', 'token-types'] as const;

/** The providers with the settings that the flags give, each as 'ID VALUE'. */
export function withTokenSettings(
  providers: readonly ProviderInDocument[],
  flags: Flags,
): readonly ProviderInDocument[] {
  const given = tokenSettingsFlags.map((name) => valuesById(providers, flags, name));
  const [matches, claims, types] = given;
  return providers.map(({ tokenSettings, ...provider }) => {
    const { id } = provider;
    const settings = tokenSettings ?? defaultTokenSettings;
    const next: TokenSettings = {
      audienceMatch: oneOf('audience-match', matches?.get(id), audienceMatches) ?? settings.audienceMatch,
      audienceClaim: oneOf('audience-claim', claims?.get(id), audienceClaims) ?? settings.audienceClaim,
      tokenTypes: typesOf(types?.get(id)) ?? settings.tokenTypes,
    };
    return { ...provider, ...unlessDefault(next) };
  });
}

function valuesById(
  providers: readonly ProviderInDocument[],
  flags: Flags,
  name: string,
): ReadonlyMap<string, string> {
  const pairs = flags.many(name).map((text): [string, string] => {
    const [id = '', value = '', more] = text.split(' ');
    if (value === '' || more !== undefined)
      throw new UsageError(`--${name} must be 'ID VALUE', in one pair of quotes`);
    if (!providers.some((provider) => provider.id === id))
      throw new UsageError(`the document has no provider ${id}`);
    return [id, value];
  });
  const values = new Map(pairs);
  if (values.size !== pairs.length) throw new UsageError(`--${name} may be given once for each provider`);
  return values;
}

function oneOf<Value extends string>(
  name: string,
  text: string | undefined,
  values: readonly Value[],
): Value | undefined {
  if (text === undefined) return undefined;
  const value = values.find((known) => known === text);
  if (!value) throw new UsageError(`the value of --${name} must be one of ${values.join(', ')}`);
  return value;
}

function typesOf(text: string | undefined): readonly string[] | undefined {
  const types = text?.split(',');
  const problem = types && problemOfTokenTypes(types);
  if (problem !== undefined) throw new UsageError(`--token-types ${problem}`);
  return types;
}
