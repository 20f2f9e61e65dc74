import { randomBytes } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import { defaultSettings, type Application } from '../directory/application.js';
import { newSecretKey } from '../secret-keys/create-secret-key.js';
import type { SecretKey } from '../secret-keys/secret-key.js';
import { authenticateSecretKey } from './authenticate-secret-key.js';
import { createCheckGrant } from './check-grant.js';

const pepper = randomBytes(32);
const expires = 1_800_000_000;
const applicationId = 'a';

function setUp(timeExpires: number | undefined, change: (key: SecretKey) => SecretKey = (key) => key) {
  const clock = { nowMs: expires * 1000 - 1 };
  const limits = { scopes: ['read'], timeExpires };
  const made = newSecretKey({ pepper, now: () => 1_700_000_000_000, randomBytes }, '', limits);
  const kept = change(made.kept);
  const used: string[] = [];
  const deps = {
    pepper,
    now: () => clock.nowMs,
    findBySecretKeyId: () => Promise.resolve({ applicationId, revision: 1n }),
    snapshotOf: () =>
      Promise.resolve({
        application: { id: applicationId, settings: defaultSettings } as Application,
        providers: new Map(),
        secretKeys: new Map([[kept.id, kept]]),
      }),
    noteUse: (id: string) => used.push(id),
  };
  const grant = { audience: 'identity', applicationId, keyId: kept.id, issuedAt: 0, expiresAt: 0 } as const;
  const checkGrant = createCheckGrant({
    ...deps,
    verifyGrant: () => grant,
    checkChangeGrant: () => Promise.reject(new Error('no change')),
    checkPersonGrant: () => Promise.reject(new Error('no person asks')),
    operatorKeyId: 'o',
  });
  return {
    clock,
    used,
    outcomes: async () => [
      await outcomeOf(authenticateSecretKey(deps, made.secretKey)),
      await outcomeOf(checkGrant(Buffer.alloc(1))),
    ],
    wrongKey: () =>
      outcomeOf(authenticateSecretKey(deps, `${made.secretKey.slice(0, -43)}${'A'.repeat(43)}`)),
  };
}

async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

it('refuses a key, and grants for it, from the second on in which it expires', async () => {
  const { clock, outcomes, used } = setUp(expires);
  expect(await outcomes()).toEqual(['ok', 'ok']);
  clock.nowMs += 1;
  expect(await outcomes()).toEqual(['auth.secret-key-expired', 'auth.secret-key-expired']);
  expect(used).toHaveLength(1);
});

it('does not tell who guesses that the key has expired', async () => {
  const { clock, wrongKey } = setUp(expires);
  clock.nowMs += 1_000;
  expect(await wrongKey()).toBe('auth.secret-key-invalid');
});

it('says that a key was revoked, also after its time', async () => {
  const { clock, outcomes } = setUp(expires, (key) => ({ ...key, timeRevoked: 1 }));
  clock.nowMs += 1_000;
  expect(await outcomes()).toEqual(['auth.secret-key-invalid', 'auth.secret-key-invalid']);
});

it('lets a key without a time live', async () => {
  const { clock, outcomes } = setUp(undefined);
  clock.nowMs *= 10;
  expect(await outcomes()).toEqual(['ok', 'ok']);
});
