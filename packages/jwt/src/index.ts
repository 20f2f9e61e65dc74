export {
  audienceClaims,
  audienceMatches,
  defaultTokenSettings,
  maxTokenTypes,
  refuseDuplicateKeys,
} from '@wallet-service/signer-protocol';
export type { TokenSettings } from '@wallet-service/signer-protocol';
export { maxTokenBytes } from './parse-token.js';
export type { UnverifiedToken } from './parse-token.js';
export { prepareKeySet } from './prepare-key-set.js';
export type { PreparedKey, PreparedKeySet } from './prepare-key-set.js';
export type { NamedProvider } from './provider-of-token.js';
export type { TokenFault, TokenRefused } from './token-refusal.js';
export { VerifiedTokens } from './verified-tokens.js';
export {
  clockSkewSeconds,
  findProviders,
  hashOfToken,
  timeRefusal,
  verifyUserToken,
} from './verify-user-token.js';
export type { TokenProvider, TokenResult, TokenRules, VerifiedUserToken } from './verify-user-token.js';
