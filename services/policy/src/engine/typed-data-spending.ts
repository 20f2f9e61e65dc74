import type { TypedStruct, TypedValue } from '@wallet-service/chains';
import { addressesWithin } from './addresses-within.js';
import { addressIn, integerIn, type Gift, type Meaning } from './meaning.js';
import { isKnownChain, nativeDoorOf } from './native-coins.js';
import { hexOf } from './reading.js';
import { nativeAsset, type Spent } from './spent.js';
import type { PolicyInput } from './policy-input.js';
import { meaningOf, opaqueContract } from './typed-data-meaning.js';

export type SignedTypedData = Extract<PolicyInput, { kind: 'typed_data' }>;
type Ordered = Extract<Meaning, { kind: 'transaction' }>;

/** The parts that the application answers for. */
export type Assurance = {
  /** It has a rule that names the schema of the typed data, which is unknown here. */
  readonly isSchemaNamed: boolean;
  /** On these chains no call moves more native coin than its value. */
  readonly isPlain: (chainId: bigint | undefined) => boolean;
};

/** How much of an asset a signature over typed data gives to others. */
export function typedDataSpent(
  asset: string,
  { typedData, wallet }: SignedTypedData,
  assurance: Assurance,
  spentBy: (transaction: Ordered) => Spent,
): Spent {
  const { domain, message } = typedData;
  const meaning = meaningOf(typedData, wallet);
  if (meaning.kind === 'anything') return meaning.reason;
  const [contract, chainId] = [addressIn(domain, 'verifyingContract'), integerIn(domain, 'chainId')];
  const door = contract === undefined ? undefined : nativeDoorOf(contract, chainId);
  if (door?.kind === 'opaque') return opaqueContract;
  const gifts = 'gifts' in meaning ? giftsSpent(asset, meaning.gifts, chainId, assurance) : 0n;
  if (contract === asset || (asset === nativeAsset && door)) return ownSpent(contract, meaning, gifts);
  if (asset !== nativeAsset && ordersCallOf(asset, message, meaning))
    return 'the message may order a call of the token (ERC-2771)';
  if (meaning.kind === 'unknown' && !assurance.isSchemaNamed) return meaning.reason;
  return meaning.kind === 'transaction' ? sum(spentBy(meaning), gifts) : gifts;
}

/** For the token itself, which may do anything but what its own permits say. */
function ownSpent(contract: string | undefined, meaning: Meaning, gifts: Spent): Spent {
  const isOwn = meaning.kind === 'gifts' && meaning.gifts.every(({ token }) => token === contract);
  return isOwn ? gifts : 'the token may do anything with such a signature';
}

function giftsSpent(
  asset: string,
  gifts: readonly Gift[],
  chainId: bigint | undefined,
  { isPlain }: Assurance,
): Spent {
  const total = gifts.reduce<Spent>((before, gift) => sum(before, giftSpent(asset, gift, chainId)), 0n);
  if (typeof total === 'string') return total;
  if (total > 0n && chainId === undefined) return 'the domain does not say which chain this is for';
  const mayBeCoin = asset === nativeAsset && gifts.some(isSomething) && !isKnownChain(chainId);
  return mayBeCoin && !isPlain(chainId)
    ? 'on a chain that is not known here the token may be the native coin'
    : total;
}

const isSomething = ({ amount }: Gift): boolean => amount !== 0n;

function giftSpent(asset: string, { token, amount }: Gift, chainId: bigint | undefined): Spent {
  if (token === undefined)
    return typeof amount === 'string' ? amount : 'the domain does not say which token this is for';
  if (token === asset) return amount;
  const coin = asset === nativeAsset ? nativeDoorOf(token, chainId) : undefined;
  if (coin?.kind !== 'coin') return 0n;
  return typeof amount === 'string' ? amount : amount * coin.scale;
}

function sum(a: Spent, b: Spent): Spent {
  if (typeof a === 'string') return a;
  return typeof b === 'string' ? b : a + b;
}

/**
 * A token that trusts a forwarder obeys a message to it with the token's address somewhere and the data of a
 * call.
 */
function ordersCallOf(token: string, message: TypedStruct, meaning: Meaning): boolean {
  if (meaning.kind === 'gifts' || (meaning.kind === 'transaction' && !meaning.isForwarded)) return false;
  const { hasCall, names, hasWithin } = partsOf(message);
  return (hasCall && names.has(token)) || hasWithin(Buffer.from(token.slice(2), 'hex'));
}

type Parts = {
  /** Bytes that may be the data of a call. */
  readonly hasCall: boolean;
  /** The addresses, and the numbers that may be one. Lower-case hex. */
  readonly names: ReadonlySet<string>;
  /** Whether an address is part of bytes. Calls in a batch are one value of bytes, the addresses included. */
  readonly hasWithin: (address: Uint8Array) => boolean;
};
const known = new WeakMap<TypedStruct, Parts>();

/** What the message says, whatever the token. So it is read once. */
function partsOf(message: TypedStruct): Parts {
  const parts = known.get(message) ?? readParts(message);
  known.set(message, parts);
  return parts;
}

function readParts(message: TypedStruct): Parts {
  const names = new Set<string>();
  const bytes: Uint8Array[] = [];
  for (const each of valuesIn(message)) {
    if (each.kind === 'integer') names.add(addressOfNumber(each.value));
    else if (each.kind === 'address') names.add(hexOf(each.value));
    else bytes.push(each.value);
  }
  const hasCall = bytes.some(({ length }) => length >= 4 && length !== 32);
  return { hasCall, names, hasWithin: addressesWithin(bytes) };
}

/** Is no address if the number is none: negative, or too long. */
function addressOfNumber(value: bigint): string {
  return `0x${value.toString(16).padStart(40, '0')}`;
}

type Scalar = Extract<TypedValue, { kind: 'address' | 'bytes' | 'integer' }>;

function* valuesIn(value: TypedValue): Generator<Scalar> {
  if (value.kind === 'address' || value.kind === 'bytes' || value.kind === 'integer') yield value;
  const inner = value.kind === 'array' ? value.items : value.kind === 'struct' ? value.fields.values() : [];
  for (const each of inner) yield* valuesIn(each);
}
