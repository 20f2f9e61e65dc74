import fc from 'fast-check';
import { flippedBits, makeNamedKey, makePasskey, signedBy } from '../../test/document-keys.js';
import { encodeApplicationDocument, type ApplicationDocument } from './application-document.js';
import { judgeApplicationDocument, type JudgedDocument } from './judge-application-document.js';
import type { RootDocument } from './root-document.js';

const keys = {
  root1: makeNamedKey('root-1'),
  root2: makeNamedKey('root-2'),
  registrar: makeNamedKey('registrar'),
  anna: makeNamedKey('anna'),
  ben: makePasskey('ben'),
  stranger: makeNamedKey('stranger'),
};
type Name = keyof typeof keys;
const names = Object.keys(keys) as Name[];
const root: RootDocument = {
  version: 1,
  issuedAt: 0,
  expiresAt: 1,
  roots: { keys: [keys.root1.public, keys.root2.public], threshold: 2 },
  verdictKeys: [],
  registrars: [keys.registrar.public],
  witnesses: { keys: [], threshold: 1 },
  keySetMaxAgeSeconds: 86_400,
  administratorDelaySeconds: 259_200,
};

/** Administrators by their names, all of whom must sign. */
type Plan = {
  readonly version: number;
  readonly administrators: readonly Name[];
  /** A or B: where its keys are found. `pinned` after it. */
  readonly issuers: Readonly<Record<string, { readonly source: string; readonly pinned: boolean }>>;
};

function documentOf({ version, administrators, issuers }: Plan): ApplicationDocument {
  return {
    applicationId: 'app',
    version,
    expressJwtMaxLifetimeSeconds: 3600,
    providers: [],
    issuers: Object.entries(issuers).map(([issuer, { source, pinned }]) => ({
      issuer,
      keySource: source === 'A' ? 'discovery' : { jwksUri: 'https://b.example.com' },
      ...(pinned && { pinned: true as const }),
    })),
    ...(administrators.length > 0 && {
      administrators: {
        keys: administrators.map((name) => keys[name].public),
        threshold: administrators.length,
      },
    }),
  };
}

const signedPlan = (plan: Plan, by: readonly Name[]) =>
  signedBy(
    'application',
    encodeApplicationDocument(documentOf(plan)),
    by.map((name) => keys[name]),
  );
const judge = (held: JudgedDocument | undefined, plan: Plan, by: readonly Name[]) =>
  judgeApplicationDocument(root, held, 'app', signedPlan(plan, by));

/** Holds a plan, whoever would have to sign it. */
function held(plan: Plan): JudgedDocument {
  const judged = judge(undefined, plan, names);
  if (judged.outcome !== 'accepted') throw new Error(judged.outcome);
  return judged.next;
}

const subsets = <T>(of: readonly T[], min = 0) => fc.subarray([...of], { minLength: min });
const plans = (administrators: fc.Arbitrary<readonly Name[]> = subsets(['anna', 'ben', 'stranger'])) =>
  fc.record<Plan>({
    version: fc.integer({ min: 1, max: 6 }),
    administrators,
    issuers: fc.dictionary(
      fc.constantFrom('x', 'y'),
      fc.record({ source: fc.constantFrom('A', 'B'), pinned: fc.boolean() }),
      { maxKeys: 2 },
    ),
  });

/** The rule once more, as a table of powers. */
function expected(before: Plan | undefined, next: Plan, by: ReadonlySet<Name>): string {
  const all = (needed: readonly Name[]) => needed.length > 0 && needed.every((name) => by.has(name));
  const [roots, registrar] = [all(['root1', 'root2']), by.has('registrar')];
  if (next.administrators.length > 0 ? !all(next.administrators) : !roots && !registrar) return 'refused';
  if (!before) return 'accepted';
  if (JSON.stringify(documentOf(before)) === JSON.stringify(documentOf(next))) return 'unchanged';
  if (next.version <= before.version) return 'refused';
  const administered = before.administrators.length > 0;
  const consent = all(before.administrators);
  if (roots) return administered && !consent ? 'after-delay' : 'accepted';
  if (administered ? !consent : !registrar) return 'refused';
  const appointing = !administered && next.administrators.length > 0;
  const lost = Object.entries(before.issuers).some(([issuer, { source, pinned }]) => {
    if (administered && !pinned) return false;
    const now = next.issuers[issuer];
    return now?.source !== source || ((pinned || appointing) && !now.pinned);
  });
  return lost ? 'refused' : 'accepted';
}

it('decides as a table of powers does, for any documents and any signers', () => {
  fc.assert(
    fc.property(fc.option(plans(), { nil: undefined }), plans(), subsets(names), (before, next, by) => {
      const outcome = judge(before && held(before), next, by).outcome;
      const same =
        before && JSON.stringify(documentOf(before)) === JSON.stringify(documentOf(next)) ? 'unchanged' : '';
      expect(outcome).toBe(same || expected(before, next, new Set(by)));
    }),
    { numRuns: 1000, seed: 20_261_122 },
  );
});

describe('a thief', () => {
  /** What is held after the thief offered document after document, in rising versions. */
  function after(first: Plan, offered: readonly Plan[], by: readonly Name[]): ApplicationDocument {
    let now = held(first);
    for (const [index, plan] of offered.entries()) {
      const judged = judge(now, { ...plan, version: first.version + 1 + index }, by);
      if (judged.outcome === 'accepted') now = judged.next;
    }
    return now.document;
  }
  const many = fc.array(plans(subsets(['stranger'])), { minLength: 1, maxLength: 6 });

  it('of the registrar key, with administrators of their own, never moves an issuer', () => {
    fc.assert(
      fc.property(plans(fc.constant([])), many, (first, offered) => {
        const { issuers } = after(first, offered, ['registrar', 'stranger', 'root1']);
        for (const known of documentOf(first).issuers)
          expect(issuers.find(({ issuer }) => issuer === known.issuer)?.keySource).toEqual(known.keySource);
      }),
      { numRuns: 150, seed: 20_261_122 },
    );
  });

  it.each<[string, Name[]]>([
    ['of the registrar key', ['registrar', 'stranger']],
    ['of the roots', ['root1', 'root2', 'registrar', 'stranger']],
    ['of one of two administrators', ['anna', 'registrar', 'stranger', 'root1']],
  ])('%s changes nothing at once where there are administrators', (_title, by) => {
    fc.assert(
      fc.property(plans(fc.constant(['anna', 'ben'])), many, (first, offered) => {
        expect(after(first, offered, by)).toEqual(documentOf(first));
      }),
      { numRuns: 60, seed: 20_261_122 },
    );
  });
});

const plan: Plan = {
  version: 1,
  administrators: ['anna', 'ben'],
  issuers: { x: { source: 'A', pinned: false } },
};

it('refuses a document in which any bit was changed', () => {
  for (const flipped of flippedBits(signedPlan(plan, ['anna', 'ben'])))
    expect(judgeApplicationDocument(root, undefined, 'app', flipped).outcome).toBe('refused');
});

it('takes no version so high that none is left for others', () => {
  const now = held({ ...plan, version: 4 });
  expect(judge(now, { ...plan, version: 1_000_004 }, names)).toMatchObject({ outcome: 'accepted' });
  for (const version of [1_000_005, Number.MAX_SAFE_INTEGER])
    expect(judge(now, { ...plan, version }, names)).toMatchObject({ outcome: 'refused' });
  // A signer that starts holds nothing, and takes what the others took.
  expect(judge(undefined, { ...plan, version: 1_000_004 }, names)).toMatchObject({ outcome: 'accepted' });
});

it('says why, with the version that is known', () => {
  const now = held({ ...plan, version: 4 });
  expect(judge(now, { ...plan, version: 3 }, names)).toMatchObject({
    outcome: 'refused',
    problem: 'has version 3, but 4 is known',
    version: 4,
  });
  expect(judgeApplicationDocument(root, undefined, 'other', signedPlan(plan, names))).toMatchObject({
    problem: 'is of another application',
  });
});

it('takes no signature under a root document or of another kind for one under an application', () => {
  const payload = encodeApplicationDocument(documentOf({ ...plan, administrators: [] }));
  const asRoot = signedBy('root', payload, [keys.registrar, keys.root1, keys.root2]);
  expect(judgeApplicationDocument(root, undefined, 'app', asRoot)).toMatchObject({
    problem: 'is signed neither by a registrar nor by the roots',
  });
});
