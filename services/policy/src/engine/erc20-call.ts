import { hexOf } from './reading.js';
import type { Spent } from './spent.js';

/**
 * What a token call gives away: how much, and to whom (lower-case hex). An allowance counts as given away,
 * because the spender may take it.
 */
export type Erc20Call = { readonly amount: Spent; readonly payee: string | undefined };

// ERC-20, and the two functions that OpenZeppelin's contracts add.
const transfer = '0xa9059cbb';
const transferFrom = '0x23b872dd';
const approve = '0x095ea7b3';
const increaseAllowance = '0x39509351';
const decreaseAllowance = '0xa457c2d7';

const notReadable: Erc20Call = {
  amount: 'the arguments of the call are not what the function takes',
  payee: undefined,
};

const wordBytes = 32;
const mostWords = 4;

/**
 * The data of a call as the functions here take it, lower-case hex. Longer data is cut one byte after the
 * longest call, so it is still seen to be too long.
 */
export function callIn(data: Uint8Array): string {
  return hexOf(data.subarray(0, 4 + mostWords * wordBytes + 1));
}

/** `call`: from `callIn`. */
export function erc20Call(call: string, wallet: Uint8Array): Erc20Call {
  switch (call.slice(0, 10)) {
    case transfer:
    case approve:
    case increaseAllowance: {
      const [payee, amount] = wordsOf(call, ['address', 'amount']) ?? [];
      return amount === undefined ? notReadable : { amount, payee: addressOf(payee) };
    }
    case decreaseAllowance:
      return { amount: 0n, payee: undefined };
    case transferFrom: {
      const [from, payee, amount] = wordsOf(call, ['address', 'address', 'amount']) ?? [];
      if (amount === undefined) return notReadable;
      return { amount: from === BigInt(hexOf(wallet)) ? amount : 0n, payee: addressOf(payee) };
    }
    default:
      return { amount: `the token’s function ${call.slice(0, 10)} is none of ERC-20`, payee: undefined };
  }
}

/**
 * Whether the call gives away token number 0 if the contract is an ERC-721, which has the same functions with
 * a number in place of the amount. As an ERC-20 call it gives nothing.
 */
export function mayGiveNumberZero(call: string, wallet: Uint8Array): boolean {
  const { amount, payee } = erc20Call(call, wallet);
  if (amount !== 0n || payee === undefined) return false;
  const isOwn = call.startsWith(approve) || BigInt(`0x${call.slice(10, 74)}`) === BigInt(hexOf(wallet));
  return BigInt(payee) !== 0n && isOwn;
}

function addressOf(word: bigint | undefined): string | undefined {
  return word === undefined ? undefined : `0x${word.toString(16).padStart(40, '0')}`;
}

/**
 * The arguments of a call. Undefined unless the data has exactly that length and every address has 20 bytes.
 */
export function wordsOf(
  data: string,
  types: readonly ('address' | 'amount')[],
): readonly bigint[] | undefined {
  if (data.length !== 10 + 64 * types.length) return undefined;
  const words = types.map((_type, index) => BigInt(`0x${data.slice(10 + 64 * index, 74 + 64 * index)}`));
  return words.every((word, index) => types[index] === 'amount' || word < 1n << 160n) ? words : undefined;
}
