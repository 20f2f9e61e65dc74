import { createHmac, timingSafeEqual } from 'node:crypto';
import { timeRefusal, VerifiedTokens, type VerifiedUserToken } from '@wallet-service/jwt';
import type { SharedStore } from '@wallet-service/redis';
import type { TokenMemory } from './authenticate-user.js';

const maxTokens = 50_000;
const maxSharedMs = 3_600_000;

/** The memory of this process alone. */
export function createLocalTokenMemory(): TokenMemory {
  const tokens = new VerifiedTokens(maxTokens);
  return {
    recall: (tokenHash, trust, now) => Promise.resolve(tokens.recall(tokenHash, trust, now)),
    remember: (token, trust) => {
      tokens.remember(token, trust);
    },
  };
}

export type SharedTokenMemoryDeps = {
  readonly local: TokenMemory;
  readonly store: Pick<SharedStore, 'get' | 'set'>;
  /** 32 bytes that only the gateways know. Entries are authenticated with it, so that whoever can write to the store cannot forge a belief. */
  readonly key: Buffer;
  /** Milliseconds. */
  readonly now: () => number;
};

/** A second level that all gateways share. A failing store is an empty one. */
export function createSharedTokenMemory({ local, store, key, now }: SharedTokenMemoryDeps): TokenMemory {
  return {
    async recall(tokenHash, trust, nowSeconds) {
      const near = await local.recall(tokenHash, trust, nowSeconds);
      if (near) return near;
      const entry = await store.get(storeKey(tokenHash)).catch(() => null);
      const token = entry === null ? undefined : opened(entry, tokenHash, trust, key);
      if (!token || timeRefusal(token, nowSeconds)) return undefined;
      local.remember(token, trust);
      return token;
    },
    remember(token, trust) {
      local.remember(token, trust);
      const ttlMs = Math.min(maxSharedMs, Math.floor(token.expiresAt * 1000 - now()));
      if (ttlMs <= 0) return;
      // Not waited for: the answer does not depend on it.
      store.set(storeKey(token.tokenHash), sealed(token, trust, key), ttlMs).catch(() => undefined);
    },
  };
}

function storeKey(tokenHash: Uint8Array): string {
  return `token:${Buffer.from(tokenHash).toString('base64url')}`;
}

function sealed({ tokenHash: _known, ...token }: VerifiedUserToken, trust: string, key: Buffer): string {
  const content = JSON.stringify(token);
  return `${tagOf(content, _known, trust, key).toString('base64url')}.${content}`;
}

function opened(
  entry: string,
  tokenHash: Uint8Array,
  trust: string,
  key: Buffer,
): VerifiedUserToken | undefined {
  const dot = entry.indexOf('.');
  const content = entry.slice(dot + 1);
  const given = Buffer.from(entry.slice(0, Math.max(dot, 0)), 'base64url');
  const expected = tagOf(content, tokenHash, trust, key);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return {
    acr: undefined,
    authTime: undefined,
    email: undefined,
    ...(JSON.parse(content) as object),
    tokenHash,
  } as VerifiedUserToken;
}

// The fields have fixed or stated lengths, so that no two entries have one input.
function tagOf(content: string, tokenHash: Uint8Array, trust: string, key: Buffer): Buffer {
  return createHmac('sha256', key)
    .update(`verified token 1\n${Buffer.byteLength(trust)}\n${trust}`)
    .update(tokenHash)
    .update(content)
    .digest();
}
