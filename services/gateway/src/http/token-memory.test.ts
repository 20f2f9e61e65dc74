import { hashOfToken, type VerifiedUserToken } from '@wallet-service/jwt';
import { createMemoryStore } from '@wallet-service/redis';
import { createAuthenticStore } from './authentic-store.js';
import { createLocalTokenMemory, createSharedTokenMemory } from './token-memory.js';

const nowMs = 1_800_000_000_000;
const now = nowMs / 1000;
const token: VerifiedUserToken = {
  issuer: 'https://login.example',
  subject: 'user-1',
  audience: 'app',
  kid: 'k1',
  issuedAt: now - 10,
  expiresAt: now + 100,
  notBefore: 0,
  amr: ['pwd'],
  acr: undefined,
  authTime: undefined,
  email: undefined,
  emailVerified: false,
  assertsEmail: false,
  tokenHash: hashOfToken('token'),
};

function setUp(key = Buffer.alloc(32, 1), store = createMemoryStore({ now: () => nowMs })) {
  const memory = createSharedTokenMemory({
    local: createLocalTokenMemory(),
    store: createAuthenticStore(store, key),
    now: () => nowMs,
  });
  return { memory, store };
}

const storeKey = `token:${Buffer.from(token.tokenHash).toString('base64url')}`;

describe('the shared memory of verified tokens', () => {
  it('is shared with another gateway that has the same key', async () => {
    const { memory, store } = setUp();
    memory.remember(token, 'trust');
    expect(await setUp(undefined, store).memory.recall(token.tokenHash, 'trust', now)).toEqual(token);
  });

  it.each<[string, (entry: string) => string]>([
    ['another subject', (entry) => entry.replace('user-1', 'user-2')],
    ['a later expiry', (entry) => entry.replace(String(now + 100), String(now + 999))],
    ['no MAC tag', (entry) => entry.slice(entry.indexOf('.'))],
    ['a short MAC tag', (entry) => entry.slice(10)],
    ['garbage', () => 'x'],
    ['nothing', () => ''],
  ])('ignores an entry with %s', async (_title, tamper) => {
    const { memory, store } = setUp();
    memory.remember(token, 'trust');
    await store.set(storeKey, tamper((await store.get(storeKey)) ?? ''), 1000);
    expect(await setUp(undefined, store).memory.recall(token.tokenHash, 'trust', now)).toBeUndefined();
  });

  it('ignores an entry under another key, for another token, for other trusted data, or after its expiry', async () => {
    const { memory, store } = setUp();
    memory.remember(token, 'trust');
    const other = hashOfToken('other');
    await store.set(
      `token:${Buffer.from(other).toString('base64url')}`,
      (await store.get(storeKey)) ?? '',
      1000,
    );
    const recalls = [
      setUp(Buffer.alloc(32, 2), store).memory.recall(token.tokenHash, 'trust', now),
      setUp(undefined, store).memory.recall(other, 'trust', now),
      setUp(undefined, store).memory.recall(token.tokenHash, 'revoked', now),
      setUp(undefined, store).memory.recall(token.tokenHash, 'trust', now + 200),
    ];
    expect(await Promise.all(recalls)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('treats a failing store as an empty one', async () => {
    const gone = () => Promise.reject(new Error('gone'));
    const memory = createSharedTokenMemory({
      local: createLocalTokenMemory(),
      store: createAuthenticStore({ get: gone, set: gone }, Buffer.alloc(32)),
      now: () => nowMs,
    });
    expect(await memory.recall(token.tokenHash, 'trust', now)).toBeUndefined();
    memory.remember(token, 'trust');
    expect(await memory.recall(token.tokenHash, 'trust', now)).toEqual(token);
  });
});
