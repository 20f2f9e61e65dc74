import type { Scope } from '@wallet-service/grants';

/** Longest life of a token on the Express interface that an application may allow, in its row too. */
export const longestTokenSeconds = 86_400;

/** A tenant. Times are Unix seconds. */
export type Application = {
  readonly id: string;
  readonly name: string;
  /** Public: identifies the application in its users' clients. */
  readonly apiKey: string;
  readonly settings: Settings;
  readonly features: Features;
  readonly timeCreated: number;
  readonly timeUpdated: number;
};

export type Settings = {
  /** Whether one token may sign several payloads (`observe` records it, `single_payload` refuses it). */
  readonly opJwtMode: 'observe' | 'single_payload';
  /** Maximum of `exp - iat` for user tokens on the Express interface, 60 to 86400. */
  readonly expressJwtMaxLifetimeSeconds: number;
  /** Whether a token of the owner alone can replace a lost access key of wallets created from now on. */
  readonly accessKeyRecovery: boolean;
  /** Providers of this application that are trusted to verify e-mail addresses. */
  readonly emailProviderIds: readonly string[];
  /** Origins of the web pages that may call the Express interface, as `problemOfAllowedOrigin` accepts them. */
  readonly allowedOrigins: readonly string[];
  /**
   * What happens if a pre-generated wallet waits for the user's proven address, and their provider is not
   * trusted to verify addresses: `refuse` tells the user, `skip` makes another wallet.
   */
  readonly claimPossible: 'refuse' | 'skip';
  readonly approvals: ApprovalRule;
};

/** Changes that need one of these scopes need the approval of so many owners. 0: none do. */
export type ApprovalRule = { readonly needed: number; readonly scopes: readonly Scope[] };

export type Features = { readonly pregeneratedWallets: boolean };

export const defaultSettings: Settings = {
  opJwtMode: 'observe',
  expressJwtMaxLifetimeSeconds: 86_400,
  accessKeyRecovery: true,
  emailProviderIds: [],
  allowedOrigins: [],
  claimPossible: 'refuse',
  approvals: { needed: 0, scopes: [] },
};

export const defaultFeatures: Features = { pregeneratedWallets: false };

/**
 * `pk_` and 16 random bytes in base64url. It is an identifier and not a secret. It is random so that it can't
 * be guessed from another one.
 */
export function apiKeyOf(random: Uint8Array): string {
  return `pk_${Buffer.from(random.subarray(0, 16)).toString('base64url')}`;
}

export function looksLikeApiKey(text: string): boolean {
  return /^pk_[A-Za-z0-9_-]{22}$/.test(text);
}
