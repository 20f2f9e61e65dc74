import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import fc from 'fast-check';
import {
  checkpointText,
  cosignedAt,
  cosignNote,
  emptyRoot,
  encodeNote,
  encodeNoteKey,
  isSignedBy,
  keyIdOf,
  readCheckpointText,
  readNote,
  readNoteKey,
  signNote,
} from './index.js';

const pair = generateKeyPairSync('ed25519');
const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const signWith = (message: Uint8Array) => sign(null, message, pair.privateKey);
const logKey = { name: 'example.com/log', type: 'ed25519', publicKey } as const;
const witnessKey = { name: 'example.com/witness', type: 'cosignature/v1', publicKey } as const;
const text = checkpointText({ origin: 'example.com/log', size: 7, root: emptyRoot() });
const note = encodeNote({
  text,
  signatures: [signNote(text, logKey, signWith), cosignNote(text, witnessKey, 1_700_000_000, signWith)],
});
const readOrThrow = (from: string) => {
  const read = readNote(from);
  if (!read) throw new Error('not a note');
  return read;
};

describe('notes of others', () => {
  // The example in the documentation of golang.org/x/mod/sumdb/note.
  const neumann = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
  const example =
    'If you think cryptography is the answer to your problem,\n' +
    "then you don't know what your problem is.\n\n" +
    '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n';

  it('are verified', () => {
    const key = readNoteKey(neumann);
    if (key?.type !== 'ed25519') throw new Error('not a key');
    expect(key.name).toBe('PeterNeumann');
    expect(isSignedBy(readOrThrow(example), key)).toBe(true);
    expect(isSignedBy(readOrThrow(example.replace('answer', 'Answer')), key)).toBe(false);
    expect(encodeNote(readOrThrow(example))).toBe(example);
  });

  it('have keys with the same ids', () => {
    // The key of Go's checksum database.
    const sumdb = 'sum.golang.org+033de0ae+Ac4zctda0e5eza+HJyk9SxEdh+s3Ux18htTTAD8OuAn8';
    const key = readNoteKey(sumdb);
    if (!key) throw new Error('not a key');
    expect(Buffer.from(keyIdOf(key)).toString('hex')).toBe('033de0ae');
    expect(encodeNoteKey(key)).toBe(sumdb);
    for (const wrong of [sumdb.replace('033', '034'), `${sumdb}A`, sumdb.slice(0, -1), sumdb.slice(1), ''])
      expect(readNoteKey(wrong)).toBeUndefined();
  });
});

describe('a note', () => {
  it('says who signed it, and when it was cosigned', () => {
    const read = readOrThrow(note);
    expect(read.text).toBe(text);
    expect(isSignedBy(read, logKey)).toBe(true);
    expect(cosignedAt(read, witnessKey)).toBe(1_700_000_000);
  });

  it('carries a cosignature over the bytes that the specification names', () => {
    const cosignature = readOrThrow(note).signatures[1]?.signature ?? Buffer.alloc(0);
    const message = Buffer.from(`cosignature/v1\ntime 1700000000\n${text}`);
    expect(Buffer.from(cosignature.subarray(0, 8)).readBigUInt64BE()).toBe(1_700_000_000n);
    expect(Buffer.from(cosignature.subarray(8))).toEqual(signWith(message));
    const id = createHash('sha256').update('example.com/witness\n\u0004').update(publicKey).digest();
    expect(Buffer.from(keyIdOf(witnessKey))).toEqual(id.subarray(0, 4));
  });

  it('is not signed by another key, name or kind of signature', () => {
    const read = readOrThrow(note);
    const other = generateKeyPairSync('ed25519')
      .publicKey.export({ format: 'der', type: 'spki' })
      .subarray(-32);
    expect(isSignedBy(read, { ...logKey, publicKey: other })).toBe(false);
    expect(isSignedBy(read, { ...logKey, name: witnessKey.name })).toBe(false);
    expect(isSignedBy(read, { ...logKey, publicKey: publicKey.subarray(1) })).toBe(false);
    expect(cosignedAt(read, { ...witnessKey, name: logKey.name })).toBeUndefined();
    // The id says which key. The signature says whether it was used.
    const claimed = { name: 'x', keyId: keyIdOf({ ...logKey, name: 'x', publicKey: other }) };
    const signature = read.signatures[0]?.signature ?? Buffer.alloc(0);
    const forged = { text, signatures: [{ ...claimed, signature }] };
    expect(isSignedBy(forged, { ...logKey, name: 'x', publicKey: other })).toBe(false);
  });

  it('is no longer signed after any change of its text, its time or its signatures', () => {
    const isGood = (changed: string): boolean => {
      const read = readNote(changed);
      return !!read && isSignedBy(read, logKey) && cosignedAt(read, witnessKey) === 1_700_000_000;
    };
    expect(isGood(note)).toBe(true);
    fc.assert(
      fc.property(fc.nat({ max: note.length - 1 }), fc.integer({ min: 32, max: 126 }), (at, code) => {
        const changed = note.slice(0, at) + String.fromCharCode(code) + note.slice(at + 1);
        expect(isGood(changed)).toBe(changed === note);
        expect(isGood(note.slice(0, at))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it.each<[string, string]>([
    ['no signature', `${text}\n`],
    ['no empty line', text],
    ['no line break at the end', note.slice(0, -1)],
    ['a line break too many', `${note}\n`],
    ['carriage returns', note.replaceAll('\n', '\r\n')],
    ['a control character', note.replace('example', 'exam\u0000ple')],
    ['half a surrogate pair', note.replace('example', '\ud800')],
    ['a hyphen for the dash', note.replace('— ', '- ')],
    ['a plus in a name', note.replace('— example', '— exam+ple')],
    [
      'one signature twice',
      note + note.slice(note.indexOf('— '), note.indexOf('\n', note.indexOf('— ')) + 1),
    ],
    ['base64 without padding', note.replaceAll('=\n', '\n')],
    ['a signature of no bytes', `${text}\n— name AAAAAA==\n`],
    ['too many characters', `${'x'.repeat(65_536)}${note}`],
  ])('is not one with %s', (_, wrong) => {
    expect(wrong).not.toBe(note);
    expect(readNote(wrong)).toBeUndefined();
  });

  it('is not written in a form that cannot be read', () => {
    const [signature] = readOrThrow(note).signatures;
    if (!signature) throw new Error('no signature');
    expect(() => encodeNote({ text: 'no line break', signatures: [signature] })).toThrow(RangeError);
    expect(() => encodeNote({ text, signatures: [] })).toThrow(RangeError);
    expect(() => encodeNote({ text, signatures: [signature, signature] })).toThrow(RangeError);
    expect(() => encodeNote({ text, signatures: [{ ...signature, name: 'a b' }] })).toThrow(RangeError);
  });
});

describe('the text of a checkpoint', () => {
  it('has the three lines of the specification', () => {
    expect(text).toBe('example.com/log\n7\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n');
    expect(readCheckpointText(text)).toMatchObject({ origin: 'example.com/log', size: 7 });
    expect(readCheckpointText(text)?.root).toEqual(emptyRoot());
    const largest = { origin: 'o', size: Number.MAX_SAFE_INTEGER, root: emptyRoot() };
    expect(readCheckpointText(checkpointText(largest))).toEqual(largest);
  });

  it.each<[string, string]>([
    ['a leading zero', text.replace('\n7\n', '\n07\n')],
    ['a sign', text.replace('\n7\n', '\n+7\n')],
    ['a size above 2^53', text.replace('\n7\n', '\n9007199254740992\n')],
    ['no size', text.replace('\n7\n', '\n\n')],
    ['no origin', text.slice(text.indexOf('\n'))],
    ['a control character in the origin', text.replace('example', '\t')],
    ['an extension line', `${text}extension\n`],
    ['no line break at the end', text.slice(0, -1)],
    ['a root of 31 bytes', text.replace(/\n[^\n]+\n$/, `\n${Buffer.alloc(31).toString('base64')}\n`)],
    ['base64url', text.replace('+', '-')],
  ])('is not one with %s', (_, wrong) => {
    expect(wrong).not.toBe(text);
    expect(readCheckpointText(wrong)).toBeUndefined();
  });

  it('is not written for what is not a checkpoint', () => {
    const good = { origin: 'o', size: 1, root: emptyRoot() };
    for (const wrong of [
      { origin: '' },
      { origin: 'a\nb' },
      { size: -1 },
      { size: 1.5 },
      { root: Buffer.alloc(31) },
    ])
      expect(() => checkpointText({ ...good, ...wrong })).toThrow(RangeError);
  });
});
