import { fileURLToPath } from 'node:url';
import { loadSync, type MessageTypeDefinition, type MethodDefinition } from '@grpc/proto-loader';
import fc from 'fast-check';
import { decodeMessage, encodeMessage, type MessageTable } from '../src/codec.js';
import { signerMethods, type SignerMethod } from '../src/messages.js';

const protoDir = fileURLToPath(new URL('../../../proto', import.meta.url));
const loaded = loadSync('signer/v1/signer.proto', { includeDirs: [protoDir], longs: String, defaults: true });
const service = loaded['signer.v1.Signer'] as unknown as Record<string, MethodDefinition<object, object>>;
const names = Object.keys(signerMethods) as SignerMethod[];

/** A message with random content, as our own table defines it. */
function arbitraryOf(table: MessageTable): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(table).map(([name, field]) => {
    const single = arbitrarySingle(field.type);
    if (field.repeated) return [name, fc.array(single, { maxLength: 4 })] as const;
    return [name, typeof field.type === 'string' ? single : fc.option(single, { nil: undefined })] as const;
  });
  return fc.record(Object.fromEntries(fields));
}

function arbitrarySingle(type: MessageTable[string]['type']): fc.Arbitrary<unknown> {
  if (typeof type !== 'string') return arbitraryOf(type);
  const scalars: Record<string, fc.Arbitrary<unknown>> = {
    string: fc.string({ unit: 'grapheme' }),
    bytes: fc.uint8Array({ maxLength: 300 }),
    bool: fc.boolean(),
    uint32: fc.nat({ max: 0xffffffff }),
    uint64: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    int64: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  };
  return scalars[type] ?? fc.constant(undefined);
}

/** The same message as protobufjs shows it: 64-bit numbers as text, absent messages as null. */
function asLoaderShows(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (value === undefined) return null;
  if (value instanceof Uint8Array) return Buffer.from(value);
  if (Array.isArray(value)) return value.map(asLoaderShows);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asLoaderShows(inner)]));
}

describe('the hand-written codec and signer.proto', () => {
  it('know the same methods', () => {
    expect(names.toSorted()).toEqual(
      Object.keys(service)
        .filter((name) => name !== 'Calls')
        .toSorted(),
    );
  });

  describe.each(names)('%s', (name) => {
    const method = service[name];
    const halves = [
      [
        'request',
        signerMethods[name].request,
        method?.requestSerialize,
        method?.requestDeserialize,
        method?.requestType,
      ],
      [
        'response',
        signerMethods[name].response,
        method?.responseSerialize,
        method?.responseDeserialize,
        method?.responseType,
      ],
    ] as const;

    it.each(halves)(
      '%s: has exactly the fields of the proto, under the same numbers',
      (_h, table, _s, _d, type) => {
        const { field } = (type as MessageTypeDefinition<object, object>).type as {
          field: { name: string; number: number; label: string; type: string }[];
        };
        const snake = (text: string): string =>
          text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
        const ours = Object.entries(table as MessageTable).map(([key, { no, type: kind, repeated }]) => ({
          name: snake(key),
          number: no,
          repeated: repeated === true,
          type: typeof kind === 'string' ? `TYPE_${kind.toUpperCase()}` : 'TYPE_MESSAGE',
        }));
        const theirs = field.map((entry) => ({
          name: snake(entry.name),
          number: entry.number,
          repeated: entry.label === 'LABEL_REPEATED',
          type: entry.type,
        }));
        expect(ours).toEqual(theirs);
      },
    );

    it.each(halves)('%s: what one writes, the other reads', (_half, table, serialize, deserialize) => {
      fc.assert(
        fc.property(arbitraryOf(table as MessageTable), (message) => {
          const shown = asLoaderShows(message) as object;
          const ours = encodeMessage(table as MessageTable, message as never);
          expect(deserialize?.(Buffer.from(ours))).toEqual(shown);
          const theirs = serialize?.(shown) ?? Buffer.alloc(0);
          expect(decodeMessage(table as MessageTable, theirs)).toEqual(message);
        }),
        { numRuns: 60 },
      );
    });

    it.each(halves)('%s: random bytes are read or refused, and never crash', (_half, table) => {
      fc.assert(
        fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
          try {
            decodeMessage(table as MessageTable, bytes);
          } catch (error) {
            expect(error).toHaveProperty('name', 'MalformedMessage');
          }
        }),
        { numRuns: 300 },
      );
    });
  });
});
