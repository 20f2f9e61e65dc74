import { verifyDecision } from '@wallet-service/sdk/verify';
import fc from 'fast-check';
import { anyApproval, anyDecision } from '../../any-decision.js';
import { outcomeOf } from './outcome-of.js';
import { answersOf, newVerdictKey, type ProvenAnswer } from './proven-decisions.js';

const { privateKey, publicKey } = newVerdictKey();
const other = newVerdictKey();
const verdictKeys = [publicKey];

const anyRecord = fc
  .tuple(anyDecision, anyApproval)
  .map(([decision, approval]) => (approval ? { ...decision, approval } : decision));
/** Records of one batch, each with an id of its own. */
const anyBatch = fc
  .array(anyRecord, { minLength: 1, maxLength: 9 })
  .map((records) => records.map((record, index) => ({ ...record, id: `decision-${index}` })));

const bare = {
  ...{ outcome: 'deny', reason: 'default_action', rules: [], mfa: null, payload_hashes: ['00'] },
  ...{ time: 'now', application_id: 'a', wallet_id: 'w', chain: 'ETH', operation: 'message' },
  ...{ method: 'ä€😀', policy_revision: '1' },
};
const batch = Array.from({ length: 5 }, (_, index) => ({ ...bare, id: `d${index}` }));

const refusalOf = (answer: unknown, id: string, keys = verdictKeys) =>
  outcomeOf(verifyDecision(answer, { id, verdictKeys: keys }));

it('verifies each decision of a batch, and answers with the record that was signed', async () => {
  await fc.assert(
    fc.asyncProperty(anyBatch, async (records) => {
      const answers = await answersOf(records, privateKey);
      for (const [index, answer] of answers.entries()) {
        const verified = await verifyDecision(answer, {
          ...{ id: answer.id, verdictKeys: [other.publicKey, publicKey] },
          applicationId: records[index]?.application_id ?? '',
        });
        expect(verified).toEqual(JSON.parse(JSON.stringify(records[index])));
      }
    }),
    { numRuns: 30 },
  );
});

type Json = null | string | number | boolean | readonly Json[] | { readonly [name: string]: Json };

/** Each value in a value of JSON replaced by another one, each member removed, and one added to each object. */
function* changedIn(value: Json): Generator<Json> {
  if (typeof value !== 'object' || value === null) {
    yield value === 'changed' ? 'again' : 'changed';
    if (value !== null) yield null;
    return;
  }
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    for (const [at, item] of items.entries()) {
      for (const changed of changedIn(item)) yield items.with(at, changed);
      yield items.toSpliced(at, 1);
    }
    yield [...items, null];
    return;
  }
  const object = value as { readonly [name: string]: Json };
  for (const [name, item] of Object.entries(object)) {
    for (const changed of changedIn(item)) yield { ...object, [name]: changed };
    yield Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
  }
  yield { ...object, added: null };
}

const isShownOnly = (name: string) => name === 'claims' || name === 'proof';

/** The answer without what nothing proves. */
function provenIn({ claims: _claims, proof: _proof, ...shown }: ProvenAnswer): Record<string, Json> {
  const text = JSON.stringify(shown, (name, value: unknown) => (name === 'name' ? undefined : value));
  return JSON.parse(text) as Record<string, Json>;
}

it('refuses a decision with any field that is not as it was signed', async () => {
  await fc.assert(
    fc.asyncProperty(anyRecord, async (record) => {
      const [answer] = await answersOf([{ ...record, id: 'd' }], privateKey);
      if (!answer) throw new Error('no answer');
      for (const [name, value] of Object.entries(provenIn(answer)))
        for (const changed of changedIn(value))
          expect([name, await refusalOf({ ...answer, [name]: changed }, 'd')]).toEqual([
            name,
            'decision-changed',
          ]);
      for (const name of Object.keys(answer).filter((each) => !isShownOnly(each))) {
        const less = Object.fromEntries(Object.entries(answer).filter(([each]) => each !== name));
        expect([name, await refusalOf(less, 'd')]).toEqual([name, 'decision-changed']);
      }
    }),
    { numRuns: 15 },
  );
});

it.each(['rules_fired', 'rules_considered', 'unmet', 'not_allowed', 'caused_by', 'approval'])(
  'refuses a decision to which %s was added',
  async (name) => {
    const [answer] = await answersOf([{ ...bare, id: 'd' }], privateKey);
    expect(await refusalOf({ ...answer, [name]: [] }, 'd')).toBe('decision-changed');
  },
);

it('refuses every changed, missing or added character of the record and of the proof', async () => {
  const [, , answer] = await answersOf(batch, privateKey);
  if (!answer) throw new Error('no answer');
  expect(await refusalOf(answer, 'd2')).toBe('verified');
  for (const part of ['record', 'tlog_proof'] as const) {
    const genuine = answer.proof[part];
    const refusals = ['decision-malformed', 'decision-not-included', 'decision-signature'];
    for (let at = 0; at <= genuine.length; at += 1) {
      const [before, char, after] = [genuine.slice(0, at), genuine[at] ?? '', genuine.slice(at + 1)];
      const others = [...new Set(['A', 'B', '1', '=', '\n', ' ', '\ufffd', next(char)])];
      for (const changed of ['', ...others, `${char}A`, `${char}\n`].filter((each) => each !== char)) {
        const altered = { ...answer, proof: { ...answer.proof, [part]: before + changed + after } };
        const refusal = await refusalOf(altered, 'd2');
        expect([part, at, changed, refusals.includes(String(refusal))]).toEqual([part, at, changed, true]);
      }
    }
  }
});
/** Before padding, the next digit of base64 differs only in bits that no byte has. */
const next = (char: string) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 1);

describe('of a batch of five', () => {
  const genuine = answersOf(batch, privateKey);
  const proofOf = async (at: number) => (await genuine)[at]?.proof ?? { record: '', tlog_proof: '' };

  it.each<[string, (answer: ProvenAnswer) => unknown, string]>([
    [
      'another record with its own proof, as a writer to the database would swap rows',
      async () => (await genuine)[3],
      'decision-mismatch',
    ],
    [
      'the proof of another record',
      async (answer) => ({ ...answer, proof: await proofOf(3) }),
      'decision-mismatch',
    ],
    [
      'the record of another one under its own proof',
      async ({ proof, ...answer }) => ({ ...answer, proof: { ...proof, record: (await proofOf(3)).record } }),
      'decision-not-included',
    ],
    [
      'the place of another one',
      async ({ proof, ...answer }) => ({
        ...answer,
        proof: { ...proof, tlog_proof: (await proofOf(3)).tlog_proof },
      }),
      'decision-not-included',
    ],
    [
      'the tree of another batch',
      async ({ proof, ...answer }) => {
        const [elsewhere] = await answersOf([...batch].reverse(), privateKey);
        const [path = ''] = proof.tlog_proof.split(/(?<=\n)\n/);
        const note = elsewhere?.proof.tlog_proof.split(/(?<=\n)\n/).slice(1) ?? [];
        return { ...answer, proof: { ...proof, tlog_proof: [path, ...note].join('\n') } };
      },
      'decision-not-included',
    ],
    [
      'the signature of another key',
      async () => (await answersOf(batch, other.privateKey))[2],
      'decision-signature',
    ],
    ['no proof', (answer) => ({ ...answer, proof: undefined }), 'proof-missing'],
    ['null for a proof', (answer) => ({ ...answer, proof: null }), 'decision-malformed'],
    [
      'no record',
      ({ proof, ...answer }) => ({ ...answer, proof: { ...proof, record: 1 } }),
      'decision-malformed',
    ],
    [
      'half of a character',
      ({ proof, ...answer }) => ({
        ...answer,
        proof: { ...proof, record: proof.record.replace('😀', '\ud83d') },
      }),
      'decision-malformed',
    ],
    ['no answer', () => null, 'decision-malformed'],
    ['text', () => 'text', 'decision-malformed'],
  ])('refuses %s', async (_title, change, refusal) => {
    const [, , answer] = await genuine;
    if (!answer) throw new Error('no answer');
    expect(await refusalOf(await change(answer), 'd2')).toBe(refusal);
  });

  it('refuses a decision of another application, and one under no key', async () => {
    const [answer] = await genuine;
    const expected = { id: 'd0', verdictKeys };
    const ofOther = verifyDecision(answer, { ...expected, applicationId: 'b' });
    expect(await outcomeOf(ofOther)).toBe('decision-mismatch');
    expect(await refusalOf(answer, 'd0', [])).toBe('decision-signature');
    expect(await refusalOf(answer, 'd0', [new Uint8Array(31)])).toBe('decision-signature');
  });

  it('a verdict key proves nothing by what else it signs', async () => {
    const [answer] = await genuine;
    if (!answer) throw new Error('no answer');
    const { tlog_proof: text } = answer.proof;
    for (const origin of ['wallet-service/journal/a/1', 'wallet-service/decisions/x', ''])
      expect(
        await refusalOf(
          {
            ...answer,
            proof: {
              ...answer.proof,
              tlog_proof: text.replaceAll(/wallet-service\/decisions\/[0-9a-f]{32}/g, origin),
            },
          },
          'd0',
        ),
      ).toBe('decision-malformed');
  });
});
