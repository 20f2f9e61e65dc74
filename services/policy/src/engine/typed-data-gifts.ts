import type { TypedStruct, TypedValue } from '@wallet-service/chains';
import { addressIn, anything, gives, integerIn, textIn, type Gift, type Meaning } from './meaning.js';
import { hexOf } from './reading.js';
import type { Signed } from './typed-data-transactions.js';

const unlimited = (1n << 256n) - 1n;
const notReadable = 'the message does not say how much is permitted';

/** A permit of the token that verifies it. */
export function ownTokens(amountOf: (message: TypedStruct) => bigint | string) {
  return ({ domain, message }: Signed): Meaning =>
    gives({ token: addressIn(domain, 'verifyingContract'), amount: amountOf(message) });
}
export const amountNamed =
  (name: string) =>
  (message: TypedStruct): bigint | string =>
    integerIn(message, name) ?? notReadable;

/** DAI's: all or nothing. */
export function allOrNothing(name: string) {
  return (message: TypedStruct): bigint | string => {
    const allowed = message.fields.get(name);
    if (allowed?.kind !== 'boolean') return notReadable;
    return allowed.value ? unlimited : 0n;
  };
}

const itemsOf = (value: TypedValue | undefined): readonly TypedValue[] =>
  value?.kind === 'array' ? value.items : value ? [value] : [];

/** Tokens and amounts in a structure or in a list of them. */
export function tokensIn(list: string, token: string, ...amounts: readonly string[]) {
  return ({ message }: Signed): Meaning => {
    const value = message.fields.get(list);
    if (!value) return anything(notReadable);
    return gives(...itemsOf(value).map((each) => giftIn(each, token, amounts)));
  };
}

/** The largest amount, because an order may move its price from one to the other. */
function giftIn(value: TypedValue, token: string, amounts: readonly string[]): Gift {
  if (value.kind !== 'struct') return { token: undefined, amount: notReadable };
  const known = amounts.map((name) => integerIn(value, name) ?? unlimited);
  const amount = known.reduce((most, each) => (each > most ? each : most), 0n);
  return { token: addressIn(value, token), amount };
}

/**
 * An order that names its maker. If the signer is the maker, they give `sold`. Otherwise they may give either
 * side.
 */
export function sale(maker: string, sold: readonly [string, string], bought: readonly [string, string]) {
  return ({ message, wallet }: Signed): Meaning => {
    const isMaker = addressIn(message, maker) === hexOf(wallet);
    const sides = isMaker ? [sold] : [sold, bought];
    return gives(...sides.map(([token, amount]) => giftIn(message, token, [amount])));
  };
}

/** CoW: the fee is paid in the token that is sold. */
export function cowSale({ message }: Signed): Meaning {
  const [amount, fee] = ['sellAmount', 'feeAmount'].map((name) => integerIn(message, name));
  const balance = textIn(message, 'sellTokenBalance');
  if (amount === undefined || fee === undefined || balance === undefined) return anything(notReadable);
  return gives({ token: addressIn(message, 'sellToken'), amount: amount + fee });
}

const hasExtension = 1n << 249n;

/** 1inch: the order has only the hash of its extension, which may contain calls. */
export function oneInchSale({ message }: Signed): Meaning {
  const traits = integerIn(message, 'makerTraits');
  if (traits === undefined || (traits & hasExtension) !== 0n)
    return { kind: 'unknown', reason: 'the order has a hidden extension' };
  return gives(giftIn(message, 'makerAsset', ['makingAmount']));
}

/** Seaport: everything that is offered. A tree of orders gives what all of them offer. */
export function seaportSale({ message }: Signed): Meaning {
  const orders = message.fields.has('tree') ? leavesOf(message.fields.get('tree')) : [message];
  return gives(...orders.flatMap((order) => itemsOf(offerOf(order)).map(offered)));
}

function leavesOf(tree: TypedValue | undefined): readonly TypedValue[] {
  return tree?.kind === 'array' ? tree.items.flatMap(leavesOf) : tree ? [tree] : [];
}
function offerOf(order: TypedValue): TypedValue | undefined {
  return order.kind === 'struct' ? order.fields.get('offer') : undefined;
}

function offered(item: TypedValue): Gift {
  return giftIn(item, 'token', ['startAmount', 'endAmount']);
}
