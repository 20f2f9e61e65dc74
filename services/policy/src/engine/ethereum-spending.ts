import type { EthTransaction } from '@wallet-service/chains';
import { maxTotalFee } from './ethereum-fee.js';
import { callIn, erc20Call, wordsOf } from './erc20-call.js';
import { nativeMoved, whyOpaque } from './ethereum-native.js';
import { messageDanger } from './message-danger.js';
import { isKnownChain, nativeDoorOf } from './native-coins.js';
import { hexOf } from './reading.js';
import { nativeAsset, type Spent } from './spent.js';
import type { PolicyInput } from './policy-input.js';
import { typedDataSpent } from './typed-data-spending.js';

/** Whether the application says that no call on a chain moves more native coin than its value. */
export type IsPlain = (chainId: bigint | undefined) => boolean;
const plainEverywhere: IsPlain = () => true;

type Transaction = Pick<Extract<PolicyInput, { kind: 'ethereum_transaction' }>, 'transaction' | 'wallet'>;

/** What an Ethereum wallet spends of an asset: `nativeAsset`, or a token by its contract (lower-case hex). */
export function ethereumSpent(
  asset: string,
  input: Extract<
    PolicyInput,
    {
      kind: 'ethereum_transaction' | 'typed_data' | 'ethereum_message' | 'eip7702_authorization' | 'raw_hash';
    }
  >,
  isSchemaNamed: boolean,
  isPlain: IsPlain,
): Spent {
  switch (input.kind) {
    case 'ethereum_transaction':
      return transactionSpent(asset, input, isPlain);
    case 'typed_data':
      return typedDataSpent(asset, input, { isSchemaNamed, isPlain }, ({ transaction, account }) =>
        transactionSpent(asset, { transaction, wallet: account }, isPlain),
      );
    case 'ethereum_message':
      return messageDanger(input.message) ?? 0n;
    case 'eip7702_authorization':
      return input.address.some((byte) => byte !== 0)
        ? 'the contract that the account is delegated to can spend everything'
        : 0n;
    case 'raw_hash':
      return 'a bare hash may be the hash of anything';
  }
}

function transactionSpent(asset: string, { transaction, wallet }: Transaction, isPlain: IsPlain): Spent {
  const { chainId } = transaction;
  const spent =
    asset === nativeAsset
      ? nativeSpent(transaction, wallet, isPlain)
      : tokenSpent(asset, transaction, wallet);
  return typeof spent === 'bigint' && spent > 0n && chainId === undefined
    ? 'a transaction without chain id is good on every chain'
    : spent;
}

function tokenSpent(asset: string, transaction: EthTransaction, wallet: Uint8Array): Spent {
  const { to, data, chainId } = transaction;
  const coin = nativeDoorOf(asset, chainId);
  if (coin?.kind === 'coin') {
    const spent = nativeSpent(transaction, wallet, plainEverywhere);
    return typeof spent === 'string' ? spent : (spent + coin.scale - 1n) / coin.scale;
  }
  if (!to || data.length === 0) return 0n;
  if (hexOf(to) === asset) return erc20Call(callIn(data), wallet).amount;
  const reason = whyOpaque(transaction, wallet);
  if (reason !== undefined) return reason;
  return permit2Contracts.includes(hexOf(to)) ? permit2Spent(asset, callIn(data)) : 0n;
}

/** The fee counts at its maximum, because it goes to the block builder. */
function nativeSpent(transaction: EthTransaction, wallet: Uint8Array, isPlain: IsPlain): Spent {
  const { to, data, chainId } = transaction;
  const moved = nativeMoved(transaction, wallet);
  if (typeof moved === 'string') return moved;
  if (to && data.length > 0 && !isKnownChain(chainId) && !isPlain(chainId)) return notKnown(chainId);
  return moved + maxTotalFee(transaction);
}

function notKnown(chainId: bigint | undefined): string {
  return chainId === undefined
    ? 'a call without chain id is good on every chain'
    : `on the chain ${chainId} a call may move the coin in a way that is not known here, unless ` +
        'plain_chain_ids names it';
}

const notReadable = 'the arguments of the call are not what the function takes';

/**
 * Uniswap's Permit2, at the first address on most chains, at the second on those of zkSync. Spenders approved
 * there take tokens for which Permit2 itself is approved.
 */
const permit2Contracts: readonly string[] = [
  '0x000000000022d473030f116ddee9f6b43ac78ba3',
  '0x0000000000225e31d15943971f47ad3022f714fa',
];
const permit2Approve = '0x87517c45';
/** lockdown, invalidateNonces, invalidateUnorderedNonces: these revoke. */
const permit2Revocations = ['0xcc53287f', '0x65d9723c', '0x3ff9dcb1'];

function permit2Spent(token: string, call: string): Spent {
  const selector = call.slice(0, 10);
  if (permit2Revocations.includes(selector)) return 0n;
  if (selector !== permit2Approve) return `Permit2’s function ${selector} is not known`;
  const [approved, , amount] = wordsOf(call, ['address', 'address', 'amount', 'amount']) ?? [];
  if (amount === undefined) return notReadable;
  return approved === BigInt(token) ? amount : 0n;
}
