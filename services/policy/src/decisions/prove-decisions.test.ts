import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { isProven } from '../../test/proven.js';
import { decisionProver } from './prove-decisions.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const proveDecisions = decisionProver(privateKey);

it('proves each record of a batch, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.string(), { minLength: 1, maxLength: 40 }), async (records) => {
      const proofs = await proveDecisions(records);
      expect(proofs).toHaveLength(records.length);
      records.forEach((record, index) => {
        const proof = proofs[index] ?? '';
        expect(isProven(record, proof, publicKey)).toBe(true);
        expect(isProven(`${record} `, proof, publicKey)).toBe(false);
        const others = records.filter((_, at) => at !== index);
        for (const other of others) expect(isProven(other, proof, publicKey)).toBe(false);
      });
    }),
    { numRuns: 30 },
  );
});

it('proves nothing under another key, in another place, or in another tree', async () => {
  const [first = '', second = ''] = await proveDecisions(['one', 'two', 'three']);
  const stranger = generateKeyPairSync('ed25519').publicKey;
  expect(isProven('one', first, publicKey)).toBe(true);
  expect(isProven('one', first, stranger)).toBe(false);
  expect(isProven('one', second, publicKey)).toBe(false);
  expect(isProven('one', first.replace('index 0', 'index 1'), publicKey)).toBe(false);
  const [elsewhere = ''] = await proveDecisions(['four', 'two', 'three']);
  const note = elsewhere.slice(elsewhere.indexOf('\n\n'));
  expect(isProven('one', first.slice(0, first.indexOf('\n\n')) + note, publicKey)).toBe(false);
  for (let at = 0; at < first.length; at += 7) {
    const other = first[at] === 'A' ? 'B' : 'A';
    expect(isProven('one', first.slice(0, at) + other + first.slice(at + 1), publicKey)).toBe(false);
  }
});
