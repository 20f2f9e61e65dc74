import fc from 'fast-check';
import { VerifiedTokens, type VerifiedUserToken } from '@wallet-service/jwt';
import { RecentlyUsed } from './recently-used.js';

it('keeps the same entries as a plain list of all uses', () => {
  const step = fc.record({
    kind: fc.constantFrom('set' as const, 'get' as const, 'peek' as const, 'delete' as const),
    key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    value: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const entries = new RecentlyUsed<string, number>('test', 3);
      // The most recently used entry is last.
      let expected: (readonly [string, number])[] = [];
      for (const { kind, key, value } of steps) {
        const before = expected;
        const found = expected.find(([name]) => name === key);
        expected = expected.filter((one) => one !== found);
        if (kind === 'peek') {
          expect(entries.peek(key)).toBe(found?.[1]);
          expected = before;
        } else if (kind === 'get') {
          expect(entries.get(key)).toBe(found?.[1]);
          if (found) expected.push(found);
        } else if (kind === 'delete') entries.delete(key);
        else {
          entries.set(key, value);
          expected = [...expected, [key, value] as const].slice(-3);
        }
        expect([...entries.values()]).toEqual(expected.map(([, each]) => each));
        expect(entries.size).toBe(expected.length);
      }
      entries.clear();
      expect([entries.size, entries.get('a')]).toEqual([0, undefined]);
    }),
  );
});

it('holds no more than its weight, and drops the least recently used first', () => {
  const weights = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.nat({ max: 6 })), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(weights, (steps) => {
      const entries = new RecentlyUsed<string, number>('test', 10, (weight) => weight);
      let expected: (readonly [string, number])[] = [];
      const total = () => expected.reduce((sum, [, weight]) => sum + weight, 0);
      for (const [key, weight] of steps) {
        entries.set(key, weight);
        expected = [...expected.filter(([name]) => name !== key), [key, weight] as const];
        while (total() > 10) expected.shift();
        expect([...entries.entries()]).toEqual(expected);
        expect(entries.weight).toBe(total());
      }
      entries.clear();
      expect([entries.size, entries.weight]).toEqual([0, 0]);
    }),
  );
});

it('drops the least recently used verified token when it is full', () => {
  const token = (byte: number) =>
    ({
      tokenHash: new Uint8Array(32).fill(byte),
      issuedAt: 1000,
      notBefore: 0,
      expiresAt: 1300,
    }) as VerifiedUserToken;
  const isRecalled = (byte: number) => tokens.recall(token(byte).tokenHash, 'trust', 1100) !== undefined;
  const tokens = new VerifiedTokens(new RecentlyUsed('test', 2));
  tokens.remember(token(1), 'trust');
  tokens.remember(token(2), 'trust');
  expect(isRecalled(1)).toBe(true);
  tokens.remember(token(3), 'trust');
  expect(tokens.size).toBe(2);
  expect([1, 2, 3].map(isRecalled)).toEqual([true, false, true]);
});
