import fc from 'fast-check';
import { flippedBits, makeNamedKey } from '../../test/document-keys.js';
import { Refused } from '../refusals.js';
import type { RootDocument } from './root-document.js';
import { demandAgreement, signStatement, statementOf, type Statement } from './statement.js';

const witnesses = ['1', '2', '3', '4'].map((name) => makeNamedKey(`witness-${name}`));
const stranger = { ...makeNamedKey('witness-1'), kid: 'witness-1' };
const now = 1_800_000_000;
const digest = new Uint8Array(32).fill(1);
const rootOf = (threshold: number, n = 3): RootDocument => ({
  version: 5,
  issuedAt: 0,
  expiresAt: 1,
  roots: { keys: [], threshold: 1 },
  verdictKeys: [],
  registrars: [],
  witnesses: { keys: witnesses.slice(0, n).map((key) => key.public), threshold },
  keySetMaxAgeSeconds: 86_400,
  administratorDelaySeconds: 0,
});
const fresh: Statement = { digest, observedAt: now - 30, statedAt: now, rootVersion: 5 };
const stated = (by: number, changes: Partial<Statement> = {}, subject = 'application:app') =>
  signStatement(subject, { ...fresh, ...changes }, witnesses[by] as never);

function agreed(root: RootDocument, statements: Parameters<typeof demandAgreement>[3]) {
  try {
    return demandAgreement(root, 'application:app', digest, statements, now);
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal, ...error.details };
    throw error;
  }
}

it('takes what enough witnesses state, with the oldest times of those that count', () => {
  expect(agreed(rootOf(2), [stated(0), stated(2, { observedAt: now - 40, statedAt: now - 5 })])).toEqual({
    observedAt: now - 40,
    statedAt: now - 5,
    witnesses: ['witness-1', 'witness-3'],
  });
});

it('leaves out the witness that saw it longest ago, if enough others saw it', () => {
  const statements = [stated(0, { observedAt: now - 900 }), stated(1), stated(2)];
  expect(agreed(rootOf(2), statements)).toMatchObject({
    observedAt: now - 30,
    witnesses: ['witness-2', 'witness-3'],
  });
});

it.each<[string, Parameters<typeof demandAgreement>[3]]>([
  ['one of two', [stated(0)]],
  ['one of two, twice', [stated(0), stated(0, { statedAt: now - 1 })]],
  ['one that states another digest', [stated(0), stated(1, { digest: new Uint8Array(32) })]],
  ['one about another subject', [stated(0), stated(1, {}, 'application:other')]],
  ['one about a key set', [stated(0), stated(1, {}, 'keys:app')]],
  ['one of 120 s ago', [stated(0), stated(1, { statedAt: now - 120 })]],
  ['one of 11 s ahead', [stated(0), stated(1, { statedAt: now + 11 })]],
  ['one that saw it after it stated it', [stated(0), stated(1, { observedAt: now + 1 })]],
  ['one that knows a newer root document', [stated(0), stated(1, { rootVersion: 6 })]],
  ['one that the root document does not name', [stated(0), stated(3)]],
  ['a forged one', [stated(1), signStatement('application:app', fresh, stranger)]],
])('is not agreement: %s', (_title, statements) => {
  expect(agreed(rootOf(2), statements)).toMatchObject({ refusal: 'trust-refused', needed: 2, agree: 1 });
});

it.each([
  ['119 s ago', { statedAt: now - 119, observedAt: now - 200 }],
  ['10 s ahead, by its clock', { statedAt: now + 10 }],
  ['under an older root document', { rootVersion: 4 }],
])('counts a statement %s', (_title, changes) => {
  expect(agreed(rootOf(2), [stated(0), stated(1, changes)])).toHaveProperty('witnesses');
});

it('nobody agrees where the root document names no witness', () => {
  expect(agreed(rootOf(1, 0), [stated(0)])).toMatchObject({ refusal: 'trust-refused' });
});

it('counts no statement in which any bit was changed', () => {
  const statement = stated(0);
  for (const flipped of flippedBits(statement.signature))
    expect(agreed(rootOf(1), [{ ...statement, signature: flipped }])).toHaveProperty('refusal');
  for (const flipped of flippedBits(digest))
    expect(() =>
      demandAgreement(rootOf(1), 'application:app', flipped, [{ ...statement, digest: flipped }], now),
    ).toThrow(Refused);
  for (const name of ['observedAt', 'statedAt', 'rootVersion'] as const)
    for (let bit = 0; bit < 31; bit += 1)
      expect(
        agreed(rootOf(1), [{ ...statement, [name]: (statement[name] ^ (1 << bit)) >>> 0 }]),
      ).toHaveProperty('refusal');
});

it('k of n agree exactly when k different witnesses state the same now, whatever else is there', () => {
  const one = fc.record({
    by: fc.integer({ min: 0, max: 3 }),
    right: fc.boolean(),
    age: fc.constantFrom(-11, -10, 0, 119, 120),
    rootVersion: fc.constantFrom(4, 5, 6),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.array(one, { maxLength: 6 }), (k, list) => {
      const statements = list.map(({ by, right, age, rootVersion }) =>
        stated(by, {
          statedAt: now - age,
          observedAt: now - 200,
          rootVersion,
          digest: right ? digest : new Uint8Array(32),
        }),
      );
      // Of several statements of one witness about the same, the first recent one counts.
      const first = list.filter(
        (each, index) =>
          each.by < 3 &&
          each.right &&
          [-10, 0, 119].includes(each.age) &&
          !list
            .slice(0, index)
            .some((old) => old.by === each.by && old.right && [-10, 0, 119].includes(old.age)),
      );
      const good = new Set(first.filter(({ rootVersion }) => rootVersion <= 5).map(({ by }) => by)).size;
      expect('witnesses' in agreed(rootOf(k), statements)).toBe(good >= k);
    }),
    { numRuns: 500, seed: 20_261_122 },
  );
});

it('reads numbers that are out of range as 0, which nobody signed', () => {
  const wire = { ...stated(0), observedAt: -1n, statedAt: 2n ** 63n, rootVersion: '1.5' };
  expect(statementOf(wire)).toMatchObject({ observedAt: 0, statedAt: 0, rootVersion: 0 });
});
