import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import {
  audienceClaims,
  audienceMatches,
  defaultTokenSettings,
  type TokenSettings,
} from '@wallet-service/jwt';

type Wire = ReceivedResponseOf<IdentityDefinition['GetProvider']>['tokenSettings'];

/** What identity says of a provider's tokens. Throws for a value that this gateway does not know. */
export function tokenSettingsOf(wire: Wire | undefined): TokenSettings {
  if (!wire) return defaultTokenSettings;
  const audienceMatch = audienceMatches.find((known) => known === wire.audienceMatch);
  const audienceClaim = audienceClaims.find((known) => known === wire.audienceClaim);
  if (!audienceMatch || !audienceClaim)
    throw new Error('identity has settings for tokens that are not known here');
  return { audienceMatch, audienceClaim, tokenTypes: wire.tokenTypes };
}
