import type { TypedStruct } from '@wallet-service/chains';
import {
  addressBytes,
  addressIn,
  anything,
  bytesIn,
  integerIn,
  type Gift,
  type Meaning,
  type OrderedTransaction,
} from './meaning.js';
import { hexOf } from './reading.js';

/** Typed data without the wrappers of ERC-7739 around it. */
export type Signed = {
  readonly primaryType: string;
  readonly domain: TypedStruct;
  readonly message: TypedStruct;
  readonly wallet: Uint8Array;
};

const wrongForm = anything('a transaction as unreadable typed data');
const addressLimit = 1n << 160n;

const addressOfNumber = (value: bigint): Uint8Array =>
  Buffer.from(value.toString(16).padStart(40, '0'), 'hex');

/** The exact type is known, so the message has it. */
function number(message: TypedStruct, name: string): bigint {
  const value = integerIn(message, name);
  if (value === undefined) throw new Error(`the message has no number ${name}, but its type has`);
  return value;
}

/**
 * ZK Stack: the addresses are numbers, and the account pays the fee unless there is a paymaster. It counts in any case.
 */
export function zkStackTransaction({ domain, message, wallet }: Signed): Meaning {
  const [from, to, paymaster] = [
    number(message, 'from'),
    number(message, 'to'),
    number(message, 'paymaster'),
  ];
  const isWrong =
    number(message, 'txType') !== 0x71n || [from, to, paymaster].some((at) => at >= addressLimit);
  const data = bytesIn(message, 'data');
  if (isWrong || !data) return wrongForm;
  const chainId = integerIn(domain, 'chainId');
  if (chainId === undefined) return anything('a ZK Stack transaction that is valid on every chain');
  return {
    kind: 'transaction',
    transaction: {
      type: 'eip1559',
      chainId,
      nonce: number(message, 'nonce'),
      gasLimit: number(message, 'gasLimit'),
      maxFeePerGas: number(message, 'maxFeePerGas'),
      maxPriorityFeePerGas: number(message, 'maxPriorityFeePerGas'),
      to: addressOfNumber(to),
      value: number(message, 'value'),
      data,
      accessList: [],
    },
    says: 'all',
    account: from === 0n ? wallet : addressOfNumber(from),
    isForwarded: false,
    ...(paymaster !== 0n && { paymaster: addressOfNumber(paymaster) }),
    gifts: paymaster === 0n ? [] : paymasterGifts(bytesIn(message, 'paymasterInput')),
  };
}

// IPaymasterFlow of the ZK Stack: the account approves the paymaster for an amount of a token before the
// call, or does nothing.
const general = '0x8c5a3445';
const approvalBased = '0x949431dc';

function paymasterGifts(input: Uint8Array | undefined): readonly Gift[] {
  const call = input ? hexOf(input) : '0x';
  const selector = call.slice(0, 10);
  if (selector === general) return [];
  const [token, amount] = [10, 74].map((at) => call.slice(at, at + 64));
  if (selector !== approvalBased || token?.length !== 64 || amount?.length !== 64)
    return [{ token: undefined, amount: 'the paymaster may be approved for any token' }];
  return [{ token: `0x${token.slice(24)}`, amount: BigInt(`0x${amount}`) }];
}

type Call = { readonly to: string; readonly value: bigint; readonly data: Uint8Array };

function orderedCall(
  domain: TypedStruct,
  { to, value, data }: Call,
  account: Uint8Array,
  isForwarded: boolean,
): OrderedTransaction {
  const chainId = integerIn(domain, 'chainId');
  return {
    kind: 'transaction',
    transaction: {
      ...{ type: 'legacy', chainId, nonce: 0n, gasLimit: 0n, gasPrice: 0n },
      ...{ to: addressBytes(to), value, data },
    },
    says: 'call',
    account,
    isForwarded,
    gifts: [],
  };
}

/** The call under these names, in the wallet's name. */
export function callNamed(to: string, value: string | undefined, data: string, isForwarded: boolean) {
  return ({ domain, message, wallet }: Signed): Meaning => {
    const call = {
      to: addressIn(to === 'verifyingContract' ? domain : message, to),
      value: value === undefined ? 0n : integerIn(message, value),
      data: bytesIn(message, data),
    };
    if (call.to === undefined || call.value === undefined || !call.data) return wrongForm;
    return orderedCall(domain, { to: call.to, value: call.value, data: call.data }, wallet, isForwarded);
  };
}

/** Moves assets of the Safe whose address is the verifying contract. */
export function safeTransaction({ domain, message, wallet }: Signed): Meaning {
  const [to, safe] = [addressIn(message, 'to'), addressIn(domain, 'verifyingContract')];
  const [value, operation, gasPrice] = ['value', 'operation', 'gasPrice'].map((name) =>
    integerIn(message, name),
  );
  const data = bytesIn(message, 'data');
  if (to === undefined || value === undefined || !data || gasPrice === undefined) return wrongForm;
  if (operation !== 0n) return anything('the Safe runs foreign code as its own (delegatecall)');
  if (gasPrice > 0n) return anything('the Safe refunds an unknown amount of gas');
  const account = safe === undefined ? wallet : addressBytes(safe);
  return orderedCall(domain, { to, value, data }, account, false);
}
