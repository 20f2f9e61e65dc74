import { AppError } from '@wallet-service/errors';
import { grantableScopes, scopes } from '@wallet-service/grants';
import { assertNotWider, readSecretKeyLimits } from './secret-key-limits.js';
import type { SecretKey } from './secret-key.js';

const nowMs = 1_800_000_000_500;
const now = 1_800_000_000;

function refusalOf(work: () => unknown): string {
  try {
    work();
    return 'taken';
  } catch (error) {
    return error instanceof AppError ? `${error.code} ${error.fields[0]?.path ?? ''}`.trim() : String(error);
  }
}

describe('limits', () => {
  it('are none, or scopes in one order, and a time', () => {
    const none = { scopes: undefined, timeExpires: undefined };
    expect(readSecretKeyLimits({ scopes: [], timeExpires: 0 }, nowMs)).toEqual(none);
    expect(readSecretKeyLimits({ scopes: ['wallets', 'sign', 'sign'], timeExpires: now + 1 }, nowMs)).toEqual(
      {
        scopes: ['sign', 'wallets'],
        timeExpires: now + 1,
      },
    );
  });

  it.each<[readonly string[], number, string]>([
    [['root'], 0, 'request.invalid /scopes/0'],
    [['read', ''], 0, 'request.invalid /scopes/1'],
    [['read', 'keys'], 0, 'request.invalid /scopes/1'],
    [[], now, 'request.invalid /time_expires'],
    [[], -1, 'request.invalid /time_expires'],
    [[], 253_402_300_800, 'request.invalid /time_expires'],
    [[], Number.NaN, 'request.invalid /time_expires'],
  ])('are not %j until %d', (given, timeExpires, expected) => {
    expect(refusalOf(() => readSecretKeyLimits({ scopes: given, timeExpires }, nowMs))).toBe(expected);
  });

  it('can be all scopes but those that make keys and change people', () => {
    expect([...grantableScopes, 'keys', 'members', 'approvals']).toEqual(scopes);
    expect(readSecretKeyLimits({ scopes: grantableScopes, timeExpires: 0 }, nowMs).scopes).toEqual(
      grantableScopes,
    );
  });
});

describe('a new key', () => {
  const key = (changes: Partial<SecretKey>): SecretKey => ({
    id: 'own',
    hash: Buffer.alloc(32),
    label: '',
    scopes: undefined,
    timeExpires: undefined,
    timeCreated: 1,
    timeLastUsed: undefined,
    timeRevoked: undefined,
    ...changes,
  });
  const outcome = (own: Partial<SecretKey>, timeExpires?: number, maker = 'own') =>
    refusalOf(() => {
      const by = { applicationId: 'a', keyId: maker };
      assertNotWider({ scopes: undefined, timeExpires }, by, [key(own)], nowMs);
    });

  it.each<[string, Partial<SecretKey>, number | undefined, string]>([
    ['a key that never expires makes any', {}, undefined, 'taken'],
    ['a key that expires makes one that expires with it', { timeExpires: now + 9 }, now + 9, 'taken'],
    ['and one that expires sooner', { timeExpires: now + 9 }, now + 8, 'taken'],
    ['but none that expires later', { timeExpires: now + 9 }, now + 10, 'request.invalid /time_expires'],
    ['and none that never expires', { timeExpires: now + 9 }, undefined, 'request.invalid /time_expires'],
    ['a key that has expired makes none', { timeExpires: now }, now, 'auth.secret-key-invalid'],
    ['nor does a revoked one', { timeRevoked: 1 }, undefined, 'auth.secret-key-invalid'],
    ['nor one with scopes', { scopes: ['read'] }, undefined, 'auth.secret-key-invalid'],
  ])('%s', (_what, own, timeExpires, expected) => {
    expect(outcome(own, timeExpires)).toBe(expected);
  });

  it('is made by nobody whose key is not of the application, and by the operator', () => {
    expect(outcome({}, undefined, 'other')).toBe('auth.secret-key-invalid');
    const operator = { applicationId: undefined, keyId: 'operator' };
    expect(
      refusalOf(() => {
        assertNotWider({ scopes: undefined, timeExpires: undefined }, operator, [], nowMs);
      }),
    ).toBe('taken');
  });
});
