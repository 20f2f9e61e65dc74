import fc from 'fast-check';
import { getAddress, type Hex, type SignableMessage, type TransactionSerializable } from 'viem';
import type { AuthorizationRequest } from 'viem';
import { toHex } from '../src/core/encoding.js';

// Inputs of all kinds that a wallet of Ethereum signs, in the form of viem.

const bytes = (maxLength: number, minLength = 0): fc.Arbitrary<Hex> =>
  fc.uint8Array({ minLength, maxLength }).map(toHex);
const word = bytes(32, 32);
export const address: fc.Arbitrary<Hex> = fc
  .tuple(bytes(20, 20), fc.boolean())
  .map(([lower, isMixed]) => (isMixed ? getAddress(lower) : lower));
const upTo = (bits: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(
    fc.constantFrom(0n, 1n, 127n, 128n, 2n ** bits - 1n),
    fc.bigInt({ min: 0n, max: 2n ** bits - 1n }),
  );

export const hash = word;
export const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  bytes(40).map(String),
);
export const message: fc.Arbitrary<SignableMessage> = fc.oneof(
  text,
  fc.record({ raw: fc.oneof(bytes(200), fc.uint8Array({ maxLength: 200 })) }),
);

// viem doubles a chain id as a number (EIP-155).
const chainId = fc.oneof(fc.constantFrom(1, 10, 137, 31337), fc.integer({ min: 1, max: 2 ** 50 }));
const nonce = fc.oneof(fc.constantFrom(0, 1, 127, 128), fc.maxSafeNat());
const accessList = fc.array(fc.record({ address, storageKeys: fc.array(word, { maxLength: 3 }) }), {
  maxLength: 3,
});
const fees = fc
  .tuple(upTo(128n), upTo(128n))
  .map(([tip, rest]) => ({ maxPriorityFeePerGas: tip, maxFeePerGas: tip + rest }));
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
const scalar = fc
  .bigInt({ min: 1n, max: halfOrder })
  .map((value): Hex => `0x${value.toString(16).padStart(64, '0')}`);

export const authorization = fc.record({
  address,
  chainId: fc.oneof(fc.constant(0), chainId),
  nonce,
}) satisfies fc.Arbitrary<AuthorizationRequest>;
const signedAuthorization = fc
  .tuple(authorization, fc.record({ r: scalar, s: scalar, yParity: fc.constantFrom(0, 1) }))
  .map(([request, signature]) => ({ ...request, ...signature }));
// Nobody reads what a sidecar holds before a node does.
const sidecar = fc.record({ blob: bytes(64, 64), commitment: bytes(48, 48), proof: bytes(48, 48) });

const call = { nonce, gas: upTo(64n), value: upTo(256n), data: bytes(100) };
const anyTarget = { to: fc.oneof(address, fc.constant(null)) };
const price = { gasPrice: upTo(256n) };

const byType = {
  legacy: fc.record({
    type: fc.constant('legacy'),
    chainId: fc.option(chainId, { nil: undefined }),
    ...call,
    ...anyTarget,
    ...price,
  }),
  eip2930: fc.record({
    type: fc.constant('eip2930'),
    chainId,
    accessList,
    ...call,
    ...anyTarget,
    ...price,
  }),
  eip1559: fc
    .tuple(fc.record({ type: fc.constant('eip1559'), chainId, accessList, ...call, ...anyTarget }), fees)
    .map(([fields, fee]) => ({ ...fields, ...fee })),
  eip4844: fc
    .tuple(
      fc.record({ type: fc.constant('eip4844'), chainId, accessList, ...call, to: address }),
      fees,
      fc.record({
        maxFeePerBlobGas: upTo(128n),
        blobVersionedHashes: fc.array(
          bytes(31, 31).map((rest): Hex => `0x01${rest.slice(2)}`),
          { minLength: 1, maxLength: 3 },
        ),
        sidecars: fc.option(fc.array(sidecar, { minLength: 1, maxLength: 2 }), { nil: undefined }),
      }),
    )
    .map(([fields, fee, blobs]) => ({ ...fields, ...fee, ...blobs })),
  eip7702: fc
    .tuple(
      fc.record({ type: fc.constant('eip7702'), chainId, accessList, ...call, to: address }),
      fees,
      fc.array(signedAuthorization, { minLength: 1, maxLength: 3 }),
    )
    .map(([fields, fee, authorizationList]) => ({ ...fields, ...fee, authorizationList })),
};
export const transactionsByType = Object.entries(byType) as [string, fc.Arbitrary<TransactionSerializable>][];
export const transaction: fc.Arbitrary<TransactionSerializable> = fc.oneof(
  ...transactionsByType.map(([, each]) => each),
);

export type GeneratedTypedData = {
  readonly types: Record<string, { name: string; type: string }[]>;
  readonly primaryType: string;
  readonly domain: Record<string, unknown>;
  readonly message: Record<string, unknown>;
};

const integer = (type: 'int' | 'uint', bits: bigint) =>
  (type === 'uint'
    ? upTo(bits)
    : fc.bigInt({ min: -(2n ** (bits - 1n)), max: 2n ** (bits - 1n) - 1n })
  ).chain((value) => fc.constantFrom<unknown>(value, value.toString()));
const atoms: Record<string, fc.Arbitrary<unknown>> = {
  bool: fc.boolean(),
  string: text,
  bytes: bytes(70),
  bytes1: bytes(1, 1),
  bytes20: bytes(20, 20),
  bytes32: word,
  address,
  uint8: fc.integer({ min: 0, max: 255 }),
  uint256: integer('uint', 256n),
  int24: integer('int', 24n),
  int256: integer('int', 256n),
};

type Field = { readonly of: string | Struct; readonly lengths: readonly (number | null)[] };
type Struct = readonly Field[];

/** At the depth 0 there are only built-in types. */
function struct(depth: number): fc.Arbitrary<Struct> {
  const atom = fc.constantFrom(...Object.keys(atoms));
  const of =
    depth === 0
      ? atom
      : fc.oneof({ weight: 2, arbitrary: atom }, { weight: 1, arbitrary: struct(depth - 1) });
  const lengths = fc.array(fc.option(fc.integer({ min: 1, max: 2 })), { maxLength: 2 });
  return fc.array(fc.record({ of, lengths }), { minLength: 1, maxLength: 4 });
}

/** Structs of the same fields are one type. Adds what it names. */
function typeNameOf(fields: Struct, types: GeneratedTypedData['types'], known: Map<string, string>): string {
  const key = JSON.stringify(fields);
  const name = known.get(key) ?? `Struct${known.size}`;
  known.set(key, name);
  types[name] ??= fields.map(({ of, lengths }, index) => ({
    name: `field${index}`,
    type:
      (typeof of === 'string' ? of : typeNameOf(of, types, known)) +
      lengths.map((length) => `[${length ?? ''}]`).join(''),
  }));
  return name;
}

function valueOf(fields: Struct): fc.Arbitrary<Record<string, unknown>> {
  const entries = fields.map(({ of, lengths }, index) => {
    const item = typeof of === 'string' ? (atoms[of] ?? fc.constant(null)) : valueOf(of);
    const value = lengths.reduce<fc.Arbitrary<unknown>>(
      (each, length) => fc.array(each, { minLength: length ?? 0, maxLength: length ?? 2 }),
      item,
    );
    return [`field${index}`, value] as const;
  });
  // A member that no type declares is not signed.
  const extra = { undeclared: fc.constantFrom<unknown>(undefined, 7n, null, 'text', { nested: [1n] }) };
  return fc.record({ ...Object.fromEntries(entries), ...extra });
}

/** The service takes at most 500 values that are hashed one by one. */
function valuesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, each) => sum + valuesIn(each), 1);
}

const domainTypes = {
  name: 'string',
  version: 'string',
  chainId: 'uint256',
  verifyingContract: 'address',
  salt: 'bytes32',
};
const domain = fc.record(
  {
    name: text,
    // viem leaves an empty version out of the domain's type, others do not.
    version: fc.string({ minLength: 1 }),
    chainId: fc.oneof(fc.maxSafeNat(), upTo(256n)),
    verifyingContract: address,
    salt: word,
  },
  { requiredKeys: [] },
);

/** Deep structs, arrays of both kinds, with and without the type of the domain, with undeclared members. */
export const typedData: fc.Arbitrary<GeneratedTypedData> = fc
  .tuple(struct(2), domain, fc.boolean())
  .chain(([fields, itsDomain, declares]) => {
    const types: GeneratedTypedData['types'] = {};
    const primaryType = typeNameOf(fields, types, new Map());
    const declared = Object.entries(domainTypes).filter(([name]) => name in itsDomain);
    if (declares) types['EIP712Domain'] = declared.map(([name, type]) => ({ name, type }));
    return valueOf(fields)
      .filter((value) => valuesIn(value) < 300)
      .map((value) => ({ types, primaryType, domain: itsDomain, message: value }));
  });
