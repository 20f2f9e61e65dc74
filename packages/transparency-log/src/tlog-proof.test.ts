import { generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import { checkpointText, emptyRoot, encodeNote, encodeTlogProofs, readTlogProof, signNote } from './index.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const logKey = {
  name: 'example.com/log',
  type: 'ed25519',
  publicKey: publicKey.export({ format: 'der', type: 'spki' }).subarray(-32),
} as const;
const text = checkpointText({ origin: 'example.com/log', size: 7, root: emptyRoot() });
const note = encodeNote({
  text,
  signatures: [signNote(text, logKey, (message) => sign(null, message, privateKey))],
});
const proofOf = (index: number, hashes: readonly Uint8Array[]): string =>
  encodeTlogProofs(note, [{ index, hashes }]).join();
const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });

it('is read as it was written', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), fc.array(hash, { maxLength: 20 }), (index, hashes) => {
      const read = readTlogProof(proofOf(index, hashes));
      expect(read).toEqual({ index, hashes: hashes.map((each) => Buffer.from(each)), note });
    }),
  );
});

it('has the form of C2SP tlog-proof', () => {
  const zeros = new Uint8Array(32);
  expect(proofOf(5, [zeros, zeros.fill(255)])).toBe(
    `c2sp.org/tlog-proof@v1\nindex 5\n${'/'.repeat(42)}8=\n${'/'.repeat(42)}8=\n\n${note}`,
  );
});

it('refuses everything else', () => {
  const good = proofOf(5, [new Uint8Array(32)]);
  for (const bad of [
    '',
    good.replace('v1', 'v2'),
    good.replace('index 5', 'index 05'),
    good.replace('index 5', 'index -1'),
    good.replace('index 5\n', ''),
    good.replace('AA', 'A'),
    good.replace('index 5', 'extra AA==\nindex 5'),
    good.replace('\n\n', '\n'),
    good.slice(0, good.indexOf('\n\n') + 2),
    good.slice(0, -1),
    good.replaceAll('\n', '\r\n'),
  ])
    expect(readTlogProof(bad)).toBeUndefined();
  expect(() => proofOf(5, [new Uint8Array(31)])).toThrow(RangeError);
  expect(() => proofOf(0.5, [])).toThrow(RangeError);
  expect(() => proofOf(-1, [])).toThrow(RangeError);
  expect(() => encodeTlogProofs('no note', [{ index: 5, hashes: [] }])).toThrow(RangeError);
});
