import fc from 'fast-check';
import { type FunctionFragment, type Interface, type ParamType } from 'ethers';
import type { World } from './effects-world.js';

/** Something that the wallet signs. It consists of plain values, so that a failed case can be read. */
export type Case =
  | {
      readonly kind: 'transaction';
      readonly type: 0 | 1 | 2 | 3 | 4;
      /** Undefined to create a contract. */
      readonly to: string | undefined;
      readonly value: bigint;
      readonly data: string;
    }
  | TypedCase
  | { readonly kind: 'delegation'; readonly contract: string; readonly to: string }
  | ({ readonly kind: 'order'; readonly isMessage: boolean; readonly operation: 0 | 1 } & Called);
type Called = { readonly to: string; readonly value: bigint; readonly data: string };

/** A permission that the thief uses afterwards. */
export type TypedCase =
  | ({ readonly kind: 'permit' | 'permitAll' | 'transfer' | 'receive' | 'permit2' | 'once' } & Permission)
  | { readonly kind: 'nft'; readonly id: number; readonly spender: string }
  | ({ readonly kind: 'request' } & Called);
type Permission = {
  readonly coin: 'coin' | 'weth' | 'proxied';
  readonly spender: string;
  readonly amount: bigint;
};

const amounts = [0n, 1n, 2n, 5n, 60n, 100n];
const words = [...amounts, 10n ** 15n, 2n ** 160n - 1n, 2n ** 256n - 1n];
const ether = 10n ** 18n;
const codes = ['0x', '0x00', '0x60016000f3', '0x6000'];

export function casesIn(world: World): fc.Arbitrary<Case> {
  const { at, everybody, thief } = world;
  const anyone = fc.constantFrom(...everybody);
  const amount = fc.constantFrom(...amounts);
  const value = fc.oneof(
    { weight: 9, arbitrary: fc.constant(0n) },
    fc.constantFrom(1n, 7n, ether / 2n, 2n * ether),
  );
  const coin = fc.constantFrom('coin', 'weth', 'proxied');
  const called = fc.oneof(
    fc.record({ to: anyone, value, data: fc.constant('0x') }),
    ...['coin', 'weth', 'proxied', 'sloppy', 'nft', 'multi', 'permit2', 'taker', 'open'].map((name) =>
      fc.record({
        to: fc.constant(at(name).address),
        value,
        data: bent(callsOf(world, at(name === 'sloppy' ? 'coin' : name).abi, 1)),
      }),
    ),
  );
  const creation = fc.record({ to: fc.constant(undefined), value, data: fc.constantFrom(...codes) });
  const spender = fc.oneof({ weight: 2, arbitrary: fc.constant(thief.address) }, anyone);
  return fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .record({
          type: fc.constantFrom(0, 1, 2, 3, 4),
          content: fc.oneof({ weight: 12, arbitrary: called }, creation),
        })
        .filter(({ type, content }) => content.to !== undefined || type < 3)
        .map(({ type, content }): Case => ({ kind: 'transaction', type, ...content })),
    },
    {
      weight: 4,
      arbitrary: fc
        .record({
          kind: fc.constantFrom('permit', 'permitAll', 'transfer', 'receive', 'permit2', 'once'),
          ...{ coin, spender, amount },
        })
        .map((each): Case => each),
    },
    fc.record({ kind: fc.constant('nft'), id: fc.nat(2), spender }),
    called.map((each): Case => ({ kind: 'request', ...each })),
    fc.record({ kind: fc.constant('delegation'), contract: fc.constantFrom('open', 'taker'), to: anyone }),
    fc
      .record({ isMessage: fc.boolean(), operation: fc.constantFrom(0, 1), call: called })
      .map(({ call, ...rest }): Case => ({ kind: 'order', ...rest, ...call })),
  );
}

/** Calls of all functions, except those that the test itself uses for preparation. */
function callsOf(world: World, abi: Interface, depth: number): fc.Arbitrary<string> {
  const known = abi.fragments.filter((each): each is FunctionFragment => each.type === 'function');
  const usable = known.filter(
    ({ name, inputs, constant }) =>
      name !== 'start' && !constant && inputs.every(({ baseType }) => baseType !== 'tuple'),
  );
  return fc.oneof(
    ...usable.map((method) =>
      fc
        .tuple(...method.inputs.map((input) => valueOf(world, abi, input, depth)))
        .map((values) => abi.encodeFunctionData(method, values)),
    ),
  );
}

const small = [0n, 1n, 2n, 5n];

function valueOf(
  world: World,
  abi: Interface,
  { baseType, name, arrayChildren }: ParamType,
  depth: number,
): fc.Arbitrary<unknown> {
  if (arrayChildren)
    return fc.array(valueOf(world, abi, arrayChildren, depth), { minLength: 1, maxLength: 2 });
  const [, size] = /^uint(\d+)$/.exec(baseType) ?? [];
  if (size !== undefined)
    return mostly(
      small,
      words.filter((each) => each < 2n ** BigInt(size)),
    );
  if (baseType === 'address') return addressNamed(world, name);
  if (baseType === 'bool') return mostly([true], [false]);
  if (baseType === 'bytes32') return fc.constantFrom(`0x${'00'.repeat(32)}`, `0x${'00'.repeat(31)}01`);
  return depth === 0 ? fc.constant('0x') : fc.oneof(fc.constant('0x'), callsOf(world, abi, depth - 1));
}

/** Most random calls would do nothing. So an owner is mostly the wallet, and a token is a real one. */
function addressNamed({ at, me, thief, everybody }: World, name: string): fc.Arbitrary<string> {
  if (name === 'from' || name === 'owner') return mostly([me.address], everybody);
  if (name === 'token') return fc.constantFrom(at('coin').address, at('weth').address);
  return mostly([thief.address], everybody);
}

function mostly<Value>(usual: readonly Value[], others: readonly Value[]): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...others));
}

/** Data as it is, longer, truncated, or with high bits in a word. */
function bent(data: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const longer = fc
    .tuple(data, fc.constantFrom('00', 'ff', '00'.repeat(32)))
    .map(([all, more]) => all + more);
  const cut = fc.tuple(data, fc.integer({ min: 1, max: 40 })).map(([all, bytes]) => all.slice(0, -2 * bytes));
  const dirty = fc.tuple(data, fc.nat(1)).map(([all, word]) => {
    const from = 10 + 64 * word;
    return all.length < from + 64 ? all : `${all.slice(0, from)}01${all.slice(from + 2)}`;
  });
  return fc
    .oneof({ weight: 12, arbitrary: data }, longer, cut, dirty)
    .map((all) => (all.length < 4 ? '0x' : all));
}
