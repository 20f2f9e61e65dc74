import {
  hashOfToken,
  verifyUserToken,
  type TokenFault,
  type VerifiedTokens,
  type VerifiedUserToken,
} from '@wallet-service/jwt';
import { Refused, type SignerRefusal } from '@wallet-service/signer-protocol';
import type { TrustStore } from './trust-store.js';

/**
 * The lifetime rule of a token: `core` is the 5 minutes of an operation token, `express` the application's
 * setting.
 */
export type TokenUse = 'express' | 'core';

/** Longest life of a token on the Core interface. */
export const coreTokenMaxLifetimeSeconds = 300;

const refusals: Readonly<Record<TokenFault, SignerRefusal>> = {
  malformed: 'token-malformed',
  expired: 'token-expired',
  'not-yet-valid': 'token-not-yet-valid',
  lifetime: 'token-lifetime',
  issuer: 'token-issuer',
  audience: 'token-audience',
  type: 'token-type',
  'key-unknown': 'key-not-trusted',
  algorithm: 'token-algorithm',
  signature: 'token-signature',
};

export function tokenUseOf(text: string): TokenUse {
  if (text !== 'express' && text !== 'core') throw new Refused('malformed-request', { field: 'tokenUse' });
  return text;
}

/**
 * Verifies a user's token against nothing but the root document in force and what its witnesses stated of the
 * application. Throws Refused with the rule that the token breaks, or with what is missing to decide.
 */
export async function verifyToken(
  jwt: string,
  applicationId: string,
  use: TokenUse,
  { trust, tokens }: { trust: TrustStore; tokens: VerifiedTokens },
  now: number,
): Promise<VerifiedUserToken> {
  trust.demandFresh(now);
  const { providers, expressJwtMaxLifetimeSeconds, revision, withoutKey } = trust.application(
    applicationId,
    now,
  );
  const belief = JSON.stringify([applicationId, revision, use]);
  const remembered = tokens.recall(hashOfToken(jwt), belief, now);
  if (remembered) return remembered;
  const maxLifetimeSeconds = use === 'core' ? coreTokenMaxLifetimeSeconds : expressJwtMaxLifetimeSeconds;
  const result = await verifyUserToken(jwt, providers, {
    now,
    maxLifetimeSeconds,
    forOperation: use === 'core',
  });
  if (!result.ok) {
    if (result.issuer !== undefined) throw withoutKey(result.issuer);
    throw new Refused(refusals[result.fault], { rule: result.rule, root_version: trust.root.version });
  }
  tokens.remember(result.token, belief);
  return result.token;
}
