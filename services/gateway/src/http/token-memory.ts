import { timeRefusal, VerifiedTokens, type VerifiedUserToken } from '@wallet-service/jwt';
import { RecentlyUsed } from '@wallet-service/values';
import type { AuthenticStore } from './authentic-store.js';
import type { TokenMemory } from './verify-user.js';

const maxTokens = 50_000;
const maxSharedMs = 3_600_000;

/** The cache of this process. */
export function createLocalTokenMemory(): TokenMemory {
  const tokens = new VerifiedTokens(new RecentlyUsed('gateway.tokens', maxTokens));
  return {
    recall: (tokenHash, trust, now) => Promise.resolve(tokens.recall(tokenHash, trust, now)),
    remember: (token, trust) => {
      tokens.remember(token, trust);
    },
  };
}

export type SharedTokenMemoryDeps = {
  readonly local: TokenMemory;
  readonly store: AuthenticStore;
  /** Milliseconds. */
  readonly now: () => number;
};

/** A second level that all gateways share. */
export function createSharedTokenMemory({ local, store, now }: SharedTokenMemoryDeps): TokenMemory {
  return {
    async recall(tokenHash, trust, nowSeconds) {
      const near = await local.recall(tokenHash, trust, nowSeconds);
      if (near) return near;
      const content = await store.get(nameOf(tokenHash), trust);
      const token = content === undefined ? undefined : tokenOf(content, tokenHash);
      if (!token || timeRefusal(token, nowSeconds)) return undefined;
      local.remember(token, trust);
      return token;
    },
    remember(token, trust) {
      local.remember(token, trust);
      const ttlMs = Math.min(maxSharedMs, Math.floor(token.expiresAt * 1000 - now()));
      if (ttlMs > 0) store.set(nameOf(token.tokenHash), trust, contentOf(token), ttlMs);
    },
  };
}

function nameOf(tokenHash: Uint8Array): string {
  return `token:${Buffer.from(tokenHash).toString('base64url')}`;
}

function contentOf(token: VerifiedUserToken): string {
  return JSON.stringify({ ...token, tokenHash: undefined });
}

function tokenOf(content: string, tokenHash: Uint8Array): VerifiedUserToken {
  return {
    acr: undefined,
    authTime: undefined,
    email: undefined,
    ...(JSON.parse(content) as object),
    tokenHash,
  } as VerifiedUserToken;
}
