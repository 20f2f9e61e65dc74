import fc from 'fast-check';
import { flippedBits, makeNamedKey } from '../../test/document-keys.js';
import { Refused } from '../refusals.js';
import type { RootDocument } from './root-document.js';
import { demandAgreement, testimonyOf } from './agreement.js';
import {
  isSignedBy,
  signStatement,
  statementOf,
  type SignedStatement,
  type StatedItem,
} from './statement.js';

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
const subject = 'application:app';
const item: StatedItem = { subject, digest, observedAt: now - 30 };
const other: StatedItem = { subject: 'keys:discovery:a', digest: digest.map(() => 2), observedAt: now - 5 };
type Changes = {
  readonly subject?: string;
  readonly digest?: Uint8Array;
  readonly observedAt?: number;
  readonly statedAt?: number;
  readonly rootVersion?: number;
};

/** One witness's statement about `items`. */
function stating(
  items: readonly StatedItem[],
  by: number | (typeof witnesses)[number] = 0,
  header: { readonly statedAt?: number; readonly rootVersion?: number } = {},
): SignedStatement {
  const witness = typeof by === 'number' ? witnesses[by] : by;
  return signStatement({ statedAt: now, rootVersion: 5, ...header, items }, witness as never);
}

/** One about the subject and a key set. */
function stated(by: number, { statedAt = now, rootVersion = 5, ...changes }: Changes = {}): SignedStatement {
  return stating([other, { ...item, ...changes }], by, { statedAt, rootVersion });
}

function agreed(root: RootDocument, statements: readonly SignedStatement[], about = item) {
  try {
    return demandAgreement(testimonyOf(root, statements, now), about.subject, about.digest);
  } catch (error) {
    if (error instanceof Refused) return { refusal: error.refusal, ...error.details };
    throw error;
  }
}

const manySubjects = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...other, subject: `keys:discovery:${index}` }));
const publicKeyOf = (by: number) => witnesses[by]?.public.publicKey ?? new Uint8Array(0);

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

it.each<[string, readonly SignedStatement[]]>([
  ['one of two', [stated(0)]],
  ['one of two, twice', [stated(0), stated(0, { statedAt: now - 1 })]],
  ['one that states another digest', [stated(0), stated(1, { digest: new Uint8Array(32) })]],
  ['one about another subject', [stated(0), stated(1, { subject: 'application:other' })]],
  ['one about a key set', [stated(0), stated(1, { subject: 'keys:app' })]],
  ['one of 120 s ago', [stated(0), stated(1, { statedAt: now - 120 })]],
  ['one of 11 s ahead', [stated(0), stated(1, { statedAt: now + 11 })]],
  ['one that saw it after it stated it', [stated(0), stated(1, { observedAt: now + 1 })]],
  ['one that knows a newer root document', [stated(0), stated(1, { rootVersion: 6 })]],
  ['one that the root document does not name', [stated(0), stated(3)]],
  ['a forged one', [stated(1), stating([item], stranger)]],
  [
    'one that says two things of the subject',
    [stated(1), stating([item, { ...item, digest: other.digest }])],
  ],
  ['one that says the same of it twice', [stated(1), stating([item, item])]],
  ['one that says two things of another subject', [stated(1), stating([item, other, { ...other, digest }])]],
  ['one about 66 subjects', [stated(1), stating([item, ...manySubjects(65)])]],
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

it('counts one about 65 subjects, for each of them', () => {
  const items = [...manySubjects(64), item];
  for (const about of items)
    expect(agreed(rootOf(2), [stating(items, 0), stating(items, 1)], about)).toHaveProperty('witnesses');
});

it('counts no statement in which any bit was changed', () => {
  const statement = stating([item]);
  for (const flipped of flippedBits(statement.signature))
    expect(agreed(rootOf(1), [{ ...statement, signature: flipped }])).toHaveProperty('refusal');
  for (const flipped of flippedBits(digest)) {
    const changed = { ...item, digest: flipped };
    expect(agreed(rootOf(1), [{ ...statement, items: [changed] }], changed)).toHaveProperty('refusal');
  }
  for (let bit = 0; bit < 31; bit += 1) {
    const flip = (value: number) => (value ^ (1 << bit)) >>> 0;
    for (const name of ['statedAt', 'rootVersion'] as const)
      expect(agreed(rootOf(1), [{ ...statement, [name]: flip(statement[name]) }])).toHaveProperty('refusal');
    const items = [{ ...item, observedAt: flip(item.observedAt) }];
    expect(agreed(rootOf(1), [{ ...statement, items }])).toHaveProperty('refusal');
  }
});

describe('an item counts only in the whole statement that was signed', () => {
  const third = { subject: 'keys:discovery:b', digest, observedAt: now - 1 };
  const whole = stating([item, other, third]);
  const elsewhere = stating([
    { ...item, subject: 'application:b' },
    { ...third, digest: other.digest },
  ]);
  it.each<[string, readonly StatedItem[]]>([
    ['in another order', [other, item, third]],
    ['turned around', [third, other, item]],
    ['with an item removed', [item, other]],
    ['with the first item removed', [other, third]],
    ['with an item added', [item, other, third, { ...third, subject: 'keys:discovery:c' }]],
    ['with an item twice', [item, other, third, third]],
    ['with an item of another statement', [item, other, ...elsewhere.items.slice(1)]],
    ['with an item under another subject', [item, other, { ...third, subject: 'keys:discovery:c' }]],
    ['with subjects exchanged', [{ ...item, subject: other.subject }, { ...other, subject }, third]],
    ['with observations exchanged', [{ ...item, observedAt: other.observedAt }, other, third]],
    ['without items', []],
  ])('%s it does not', (_title, items) => {
    for (const about of [item, other, third, ...items])
      expect(agreed(rootOf(1), [{ ...whole, items }], about)).toMatchObject({ agree: 0 });
  });

  it('under the header of another statement it does not', () => {
    const later = stating([item], 0, { statedAt: now + 1 });
    expect(agreed(rootOf(1), [{ ...whole, statedAt: later.statedAt }])).toMatchObject({ agree: 0 });
    expect(agreed(rootOf(1), [{ ...whole, signature: later.signature }])).toMatchObject({ agree: 0 });
    expect(agreed(rootOf(1), [{ ...whole, kid: 'witness-2' }])).toMatchObject({ agree: 0 });
  });

  it('any fresh statement of the witness will do, about whatever else', () => {
    expect(agreed(rootOf(2), [elsewhere, whole, stating([third], 1)], third)).toHaveProperty('witnesses');
  });
});

it('no bytes are those of two statements', () => {
  const text = fc.string({ maxLength: 4 });
  const some = fc.array(
    fc.record({
      subject: text,
      digest: fc.uint8Array({ maxLength: 4 }),
      observedAt: fc.nat(3),
    }),
    { maxLength: 4 },
  );
  const seed = 20_261_123;
  fc.assert(
    fc.property(some, some, (items, others) => {
      const statement = stating(items);
      const moved = { ...statement, items: others };
      const same = JSON.stringify(items) === JSON.stringify(others);
      expect(isSignedBy(publicKeyOf(0), moved)).toBe(same);
    }),
    { numRuns: 1_000, seed },
  );
});

it('a forged statement does not take the place of a right one of the same witness', () => {
  const forged = { ...stated(0), items: [{ ...item, observedAt: now }] };
  const statements = [forged, stated(0), stated(1)];
  expect(agreed(rootOf(2), statements)).toMatchObject({ observedAt: now - 30 });
  expect(agreed(rootOf(2), statements.toReversed())).toMatchObject({ observedAt: now - 30 });
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
      const good = list.filter(
        ({ by, right, age, rootVersion: known }) =>
          by < 3 && right && [-10, 0, 119].includes(age) && known <= 5,
      );
      expect('witnesses' in agreed(rootOf(k), statements)).toBe(new Set(good.map(({ by }) => by)).size >= k);
    }),
    { numRuns: 500, seed: 20_261_122 },
  );
});

it('the witnesses that count, and the times, are those of the best observations, whatever the order', () => {
  const one = fc.record({
    by: fc.integer({ min: 0, max: 3 }),
    seen: fc.nat(100),
    age: fc.nat(50),
    forged: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3 }), fc.array(one, { maxLength: 8 }), (k, list) => {
      const statements = list.map(({ by, seen, age, forged }) => {
        const honest = stated(by, { statedAt: now - age, observedAt: now - 50 - seen });
        return forged ? { ...honest, signature: new Uint8Array(64) } : honest;
      });
      // The plain rule: every signature is checked, each witness has its best observation, and the k best count.
      const best = [0, 1, 2].flatMap((by) => {
        const own = list.filter((each) => each.by === by && !each.forged);
        own.sort((a, b) => a.seen - b.seen || a.age - b.age);
        return own.slice(0, 1);
      });
      best.sort((a, b) => a.seen - b.seen);
      const counted = best.slice(0, k);
      const expected =
        counted.length < k
          ? { agree: counted.length }
          : {
              witnesses: counted.map(({ by }) => `witness-${by + 1}`),
              observedAt: now - 50 - Math.max(...counted.map(({ seen }) => seen)),
              statedAt: now - Math.max(...counted.map(({ age }) => age)),
            };
      expect(agreed(rootOf(k), statements)).toMatchObject(expected);
      expect(agreed(rootOf(k), statements.toReversed())).toMatchObject(expected);
    }),
    { numRuns: 500, seed: 20_261_124 },
  );
});

it('reads numbers that are out of range as 0, which nobody signed', () => {
  const { items, ...rest } = stated(0);
  const wire = { ...rest, statedAt: 2n ** 63n, rootVersion: '1.5' };
  expect(statementOf({ ...wire, items: items.map((each) => ({ ...each, observedAt: -1n })) })).toMatchObject({
    statedAt: 0,
    rootVersion: 0,
    items: [{ observedAt: 0 }, { observedAt: 0 }],
  });
});
