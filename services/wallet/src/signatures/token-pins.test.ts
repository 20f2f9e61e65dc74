import { createMemoryStore } from '@wallet-service/redis';
import { fingerprintOf, isReusedForAnotherPayload } from './token-pins.js';

const tokenOf = (
  claims: { readonly exp?: unknown; readonly jti?: string },
  signature = Buffer.alloc(64, 1),
) => ({
  jwt: `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature.toString('base64url')}`,
  exp: claims.exp,
});
type Token = ReturnType<typeof tokenOf>;

function pins() {
  let nowMs = 1_000_000_000_000;
  const store = createMemoryStore({ now: () => nowMs });
  return {
    pass: (ms: number) => (nowMs += ms),
    use: (token: Token, fingerprint: string, applicationId = 'shop') =>
      isReusedForAnotherPayload(store, { applicationId, ...token, fingerprint }, nowMs),
    nowSeconds: () => nowMs / 1000,
  };
}

describe('isReusedForAnotherPayload', () => {
  it('lets a token sign one payload any number of times, and reports any other payload', async () => {
    const { use, nowSeconds } = pins();
    const token = tokenOf({ exp: nowSeconds() + 300 });
    expect(await use(token, 'a')).toBe(false);
    expect(await use(token, 'a')).toBe(false);
    expect(await use(token, 'b')).toBe(true);
    expect(await use(token, 'a')).toBe(false);
    expect(await use(tokenOf({ exp: nowSeconds() + 300, jti: '2' }), 'b')).toBe(false);
  });

  it('recognises a token by the twin (r, n - s) of its ECDSA signature, not by another signature', async () => {
    const { use, nowSeconds } = pins();
    const claims = { exp: nowSeconds() + 300 };
    const [r, s, twin] = [Buffer.alloc(32, 1), Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    expect(await use(tokenOf(claims, Buffer.concat([r, s])), 'a')).toBe(false);
    expect(await use(tokenOf(claims, Buffer.concat([r, twin])), 'b')).toBe(true);
    expect(await use(tokenOf(claims, Buffer.concat([twin, s])), 'b')).toBe(false);
  });

  it('remembers a token as long as it is accepted: 10 s past its expiry', async () => {
    const { use, pass, nowSeconds } = pins();
    const token = tokenOf({ exp: nowSeconds() + 300 });
    await use(token, 'a');
    pass(309_000);
    expect(await use(token, 'b')).toBe(true);
    pass(2_000);
    expect(await use(token, 'b')).toBe(false);
  });

  it.each([
    ['without an expiry', tokenOf({})],
    ['with an expiry that is not a number', tokenOf({ exp: 'soon' })],
    ['with a fraction in its expiry', tokenOf({ exp: 1_000_000_060.4567 })],
    ['with an expiry in the past', tokenOf({ exp: 1 })],
    ['with an expiry too far away', tokenOf({ exp: 1e15 })],
    ['that is not a JWT', { jwt: 'nonsense', exp: undefined }],
  ])('pins a token %s, too', async (_, token) => {
    const { use } = pins();
    expect(await use(token, 'a')).toBe(false);
    expect(await use(token, 'b')).toBe(true);
  });
});

describe('the pins of one process', () => {
  it('keep a share for every application, however many tokens a few of them bring', async () => {
    const { use, nowSeconds } = pins();
    const token = (jti: string) => tokenOf({ exp: nowSeconds() + 300, jti });
    const greedy = ['one', 'two', 'three'];
    let refused = 0;
    for (let index = 0; index < 60_000; index += 1) {
      const name = greedy[index % 3] ?? '';
      await use(token(`${name}-${index}`), 'a', name).catch(() => (refused += 1));
    }
    expect(refused).toBeGreaterThan(5_000);
    for (let index = 0; index < 400; index += 1)
      expect(await use(token(`small-${index}`), 'a', 'small')).toBe(false);
    expect(await use(token('small-0'), 'b', 'small')).toBe(true);
  });
});

describe('fingerprintOf', () => {
  it('differs by wallet, operation and payloads', () => {
    const one = Buffer.alloc(32, 1);
    const prints = [
      fingerprintOf('w1', 'message', one),
      fingerprintOf('w2', 'message', one),
      fingerprintOf('w1', 'raw_hash', one),
      fingerprintOf('w1', 'message', Buffer.alloc(32, 2)),
      fingerprintOf('w1', 'message', Buffer.concat([one, one])),
    ];
    expect(new Set(prints).size).toBe(prints.length);
  });
});
