import { X509Certificate } from 'node:crypto';
import { Encoder } from 'cbor-x';
import fc from 'fast-check';
import { decodeCbor, type CborMap, type CborValue } from '../../sdk/src/verify/cbor.js';
import { parseCertificate } from '../../sdk/src/verify/certificate.js';
import { certificateOfPem, verifiedKey } from '../../sdk/src/verify/chain.js';
import { parseNitroDocument } from '../../sdk/src/verify/nitro-document.js';
import { ProofRefused } from '../../sdk/src/verify/proof-refused.js';
import { makeNsmAuthority } from '../src/index.js';

// The SDK's own readers of CBOR and of certificates, against cbor-x and OpenSSL.

const cbor = new Encoder({ useRecords: false, mapsAsObjects: false, tagUint8Array: false });
const at = Date.UTC(2026, 5, 1);
const authority = await makeNsmAuthority(at);
const document = authority.document({ timestamp: at });
const { chain } = parseNitroDocument(document);
const root = certificateOfPem(authority.root);

function refusalOf(read: () => unknown): unknown {
  try {
    read();
    return 'read';
  } catch (error) {
    return error instanceof ProofRefused ? error.refusal : error;
  }
}

/** Each byte changed, left out and doubled, and what is cut off or goes on. */
function* mutated(bytes: Uint8Array): Generator<Uint8Array> {
  for (let index = 0; index < bytes.length; index += 1) {
    const [before, rest] = [bytes.subarray(0, index), bytes.subarray(index)];
    for (const bits of [1, 0x80, 1 << (index % 8)])
      yield Uint8Array.from([...before, (rest[0] ?? 0) ^ bits, ...rest.subarray(1)]);
    yield Uint8Array.from([...before, ...rest.subarray(1)]);
    yield Uint8Array.from([...before, rest[0] ?? 0, ...rest]);
    yield Uint8Array.from(before);
  }
  yield Uint8Array.from([...bytes, 0]);
}

describe('CBOR', () => {
  const key = fc.oneof(fc.nat(70_000), fc.string({ unit: 'grapheme', maxLength: 30 }));
  const { value } = fc.letrec<{ value: CborValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', maxDepth: 2 },
      fc.integer({ min: -(2 ** 31), max: 2 ** 32 - 1 }),
      fc.string({ unit: 'grapheme', maxLength: 300 }),
      fc.uint8Array({ maxLength: 300 }),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 30 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 30 }).map((entries) => new Map(entries)),
    ),
  }));
  /** cbor-x in the SDK's types. */
  const plain = (found: unknown): unknown => {
    if (found instanceof Uint8Array) return new Uint8Array(found);
    if (Array.isArray(found)) return found.map(plain);
    if (found instanceof Map)
      return new Map([...(found as Map<unknown, unknown>)].map(([name, each]) => [plain(name), plain(each)]));
    return typeof found === 'bigint' ? Number(found) : found;
  };

  it('is read as it was written', () => {
    fc.assert(
      fc.property(value, (written) => {
        const bytes = new Uint8Array(cbor.encode(withBuffers(written)));
        expect(decodeCbor(bytes)).toEqual(written);
      }),
    );
    expect(decodeCbor(cbor.encode(BigInt(at)))).toBe(at);
  });

  it('is what cbor-x reads, or is refused', () => {
    const bytes = cbor.encode(
      new Map<unknown, unknown>([
        [0, 'text'],
        ['list', [Buffer.from('bytes'), null, -500, BigInt(at)]],
      ]),
    );
    let read = 0;
    for (const other of mutated(bytes)) {
      if (refusalOf(() => decodeCbor(other)) !== 'read') continue;
      read += 1;
      expect(decodeCbor(other)).toEqual(plain(cbor.decode(Buffer.from(other))));
    }
    expect(read).toBeGreaterThan(20);
  });

  it.each([
    ['a byte string without its end', '5f4101ff'],
    ['text without its end', '7f6161ff'],
    ['a list without its end', '9f01ff'],
    ['a map without its end', 'bf0101ff'],
    ['1 in 2 bytes', '1801'],
    ['1 in 3 bytes', '190001'],
    ['1 in 5 bytes', '1a00000001'],
    ['1 in 9 bytes', '1b0000000000000001'],
    ['a length in 2 bytes that fits in 1', '580161'],
    ['2^53', '1b0020000000000000'],
    ['a reserved length', '1c'],
    ['a key twice', 'a201000100'],
    ['a text key twice', 'a2616100616100'],
    ['a list as a key', 'a18000'],
    ['bytes as a key', 'a1416100'],
    ['true', 'f5'],
    ['undefined', 'f7'],
    ['a number with a fraction', 'f93c00'],
    ['a tag', 'c101'],
    ['text that is not UTF-8', '61ff'],
    ['a byte after the end', '0100'],
    ['nothing', ''],
    ['a list of 2^64 - 1 items', '9bffffffffffffffff'],
    ['a byte string of 4 GB', '5affffffff'],
    ['lists within lists', '818181818101'],
  ])('refuses %s', (_title, hex) => {
    expect(refusalOf(() => decodeCbor(Buffer.from(hex, 'hex')))).toBe('malformed');
  });
});

describe('certificates', () => {
  it('are read as OpenSSL reads them', () => {
    for (const der of chain) {
      const [own, other] = [parseCertificate(der), new X509Certificate(der)];
      const key = other.publicKey.export({ format: 'der', type: 'spki' }).subarray(-97);
      expect(Buffer.from(own.publicKey)).toEqual(Buffer.from(key));
      expect([own.isAuthority, own.notBefore, own.notAfter]).toEqual([
        other.ca,
        Date.parse(other.validFrom),
        Date.parse(other.validTo),
      ]);
    }
  });

  it('that OpenSSL reads otherwise are refused', () => {
    const [leaf = root] = chain;
    let read = 0;
    for (const other of mutated(leaf)) {
      if (refusalOf(() => parseCertificate(other)) !== 'read') continue;
      const own = parseCertificate(other);
      const known = opened(other);
      // What is in a name is only compared.
      if (!known) continue;
      read += 1;
      expect([own.isAuthority, own.notBefore, own.notAfter]).toEqual([
        known.ca,
        Date.parse(known.validFrom),
        Date.parse(known.validTo),
      ]);
    }
    // Changed names, keys, serial numbers and signatures have their form.
    expect(read).toBeGreaterThan(100);
  });

  it('form no chain when any of their bytes differs', async () => {
    for (const [place, der] of chain.entries())
      for (const [index, other] of [...mutated(der)].entries()) {
        if (index % 97 !== 0 || Buffer.compare(other, der) === 0) continue;
        const altered = chain.map((each, position) => (position === place ? other : each));
        await expect(verifiedKey(altered, at, root)).rejects.toThrow(ProofRefused);
      }
    expect(await verifiedKey(chain, at, root)).toHaveLength(97);
  });
});

function opened(der: Uint8Array): X509Certificate | undefined {
  try {
    return new X509Certificate(der);
  } catch {
    return undefined;
  }
}

function withBuffers(value: CborValue): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (value instanceof Map)
    return new Map([...(value as CborMap)].map(([name, each]) => [name, withBuffers(each)]));
  return Array.isArray(value) ? value.map(withBuffers) : value;
}
