import type { EthTransaction } from '@wallet-service/chains';
import { maxTotalFee } from './ethereum-fee.js';
import { isNativeCoin } from './native-coins.js';
import { hexOf } from './reading.js';
import { nativeAsset, type Spent } from './spent.js';
import type { Subject } from './subject.js';
import { typedDataSpent } from './typed-data-spending.js';

type Transaction = Extract<Subject, { kind: 'ethereum_transaction' }>;

/** What an Ethereum wallet spends of an asset: `nativeAsset`, or a token by its contract (lower-case hex). */
export function ethereumSpent(
  asset: string,
  subject: Extract<
    Subject,
    {
      kind: 'ethereum_transaction' | 'typed_data' | 'ethereum_message' | 'eip7702_authorization' | 'raw_hash';
    }
  >,
): Spent {
  switch (subject.kind) {
    case 'ethereum_transaction':
      return transactionSpent(asset, subject);
    case 'typed_data':
      return typedDataSpent(asset, subject.typedData, subject.wallet);
    case 'ethereum_message':
      // As a user operation of ERC-4337 is signed by an account that has code.
      return subject.message.length === 32 ? 'a message of 32 bytes may be the hash of anything' : 0n;
    case 'eip7702_authorization':
      return subject.address.some((byte) => byte !== 0)
        ? 'the contract that the account is delegated to can spend everything'
        : 0n;
    case 'raw_hash':
      return 'a bare hash may be that of anything';
  }
}

function transactionSpent(asset: string, { transaction, wallet }: Transaction): Spent {
  const { to, data, chainId } = transaction;
  // An account that has code by EIP-7702 does in a call of itself whatever its code does with the data.
  if (to && data.length > 0 && Buffer.compare(to, wallet) === 0)
    return 'a call of the wallet’s own code can spend anything';
  const spent =
    asset === nativeAsset ? nativeSpent(transaction, wallet) : tokenSpent(asset, to, data, wallet);
  return typeof spent === 'bigint' && spent > 0n && chainId === undefined
    ? 'a transaction without chain id is good on every chain'
    : spent;
}

function tokenSpent(asset: string, to: Uint8Array | undefined, data: Uint8Array, wallet: Uint8Array): Spent {
  if (!to || data.length === 0) return 0n;
  if (hexOf(to) === asset) return erc20Spent(hexOf(data), wallet);
  return permit2Contracts.includes(hexOf(to)) ? permit2Spent(asset, hexOf(data)) : 0n;
}

/** The fee counts at its highest: it goes to whoever makes the block. */
function nativeSpent(transaction: EthTransaction, wallet: Uint8Array): Spent {
  const { to, data, value, chainId } = transaction;
  const paid = value + maxTotalFee(transaction);
  if (!to || data.length === 0 || !isNativeCoin(hexOf(to), chainId)) return paid;
  const moved = erc20Spent(hexOf(data), wallet);
  return typeof moved === 'string' ? moved : paid + moved;
}

const notReadable = 'the arguments of the call are not what the function takes';

// ERC-20, and the two functions that OpenZeppelin's contracts have beside it.
const transfer = '0xa9059cbb';
const transferFrom = '0x23b872dd';
const approve = '0x095ea7b3';
const increaseAllowance = '0x39509351';
const decreaseAllowance = '0xa457c2d7';

function erc20Spent(call: string, wallet: Uint8Array): Spent {
  switch (call.slice(0, 10)) {
    case transfer:
    case approve:
    case increaseAllowance:
      return wordsOf(call, ['address', 'amount'])?.[1] ?? notReadable;
    case decreaseAllowance:
      return 0n;
    case transferFrom: {
      const [from, , amount] = wordsOf(call, ['address', 'address', 'amount']) ?? [];
      if (amount === undefined) return notReadable;
      return from === BigInt(hexOf(wallet)) ? amount : 0n;
    }
    default:
      return `the token’s function ${call.slice(0, 10)} is none of ERC-20`;
  }
}

/** Uniswap's Permit2, at the first address on most chains, at the second on those of zkSync: whoever is approved there takes tokens that Permit2 itself is approved for. */
const permit2Contracts: readonly string[] = [
  '0x000000000022d473030f116ddee9f6b43ac78ba3',
  '0x0000000000225e31d15943971f47ad3022f714fa',
];
const permit2Approve = '0x87517c45';
/** lockdown, invalidateNonces, invalidateUnorderedNonces: take back. */
const permit2Revocations = ['0xcc53287f', '0x65d9723c', '0x3ff9dcb1'];

function permit2Spent(token: string, call: string): Spent {
  const selector = call.slice(0, 10);
  if (permit2Revocations.includes(selector)) return 0n;
  if (selector !== permit2Approve) return `Permit2’s function ${selector} is not known`;
  const [approved, , amount] = wordsOf(call, ['address', 'address', 'amount', 'amount']) ?? [];
  if (amount === undefined) return notReadable;
  return approved === BigInt(token) ? amount : 0n;
}

/** The arguments of a call; undefined when the data is not exactly that long, or an address has more than 20 bytes. */
function wordsOf(data: string, types: readonly ('address' | 'amount')[]): readonly bigint[] | undefined {
  if (data.length !== 10 + 64 * types.length) return undefined;
  const words = types.map((_type, index) => BigInt(`0x${data.slice(10 + 64 * index, 74 + 64 * index)}`));
  return words.every((word, index) => types[index] === 'amount' || word < 1n << 160n) ? words : undefined;
}
