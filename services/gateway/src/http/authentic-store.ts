import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SharedStore } from '@wallet-service/redis';

/** What gateways share through the store. A store that fails counts as empty. */
export type AuthenticStore = {
  /** The content that a gateway set under this name in this context. Undefined otherwise. */
  readonly get: (name: string, context: string) => Promise<string | undefined>;
  /** Nobody waits for it, because no answer depends on it. */
  readonly set: (name: string, context: string, content: string, ttlMs: number) => void;
};

/**
 * `key` is 32 bytes that only the gateways know. It authenticates entries together with their name and
 * context. So nobody who can write to the store can forge an entry or put one in the place of another.
 */
export function createAuthenticStore(store: Pick<SharedStore, 'get' | 'set'>, key: Buffer): AuthenticStore {
  const tagOf = (...parts: readonly string[]): Buffer => {
    const mac = createHmac('sha256', key);
    // With their lengths, so that no two entries have the same input.
    for (const part of parts) mac.update(`${Buffer.byteLength(part)}\n${part}`);
    return mac.digest();
  };
  return {
    async get(name, context) {
      const entry = await store.get(name).catch(() => null);
      if (entry === null) return undefined;
      const dot = entry.indexOf('.');
      const content = entry.slice(dot + 1);
      const given = Buffer.from(entry.slice(0, Math.max(dot, 0)), 'base64url');
      const expected = tagOf(name, context, content);
      return given.length === expected.length && timingSafeEqual(given, expected) ? content : undefined;
    },
    set(name, context, content, ttlMs) {
      const entry = `${tagOf(name, context, content).toString('base64url')}.${content}`;
      store.set(name, entry, ttlMs).catch(() => undefined);
    },
  };
}
