import type { SolanaInstruction } from '@wallet-service/chains';
import { hexOf } from './reading.js';
import { PROGRAMS_THAT_SPEND_NOTHING, SYSTEM_PROGRAM, TOKEN_PROGRAMS } from './solana-programs.js';
import type { Subject } from './subject.js';

/** ETH, SOL and BTC themselves; every other asset is named by its contract (lower-case hex) or mint (base58). */
export const nativeAsset = 'native';

/**
 * What the wallet spends of an asset by signing, in the smallest unit; undefined when it cannot be known. Allowances count as spent, since
 * the spender may take them. Fees count on BTC alone.
 */
export function spentOf(asset: string, subject: Subject): bigint | undefined {
  switch (subject.kind) {
    case 'ethereum_transaction':
      if (asset === nativeAsset) return subject.transaction.value;
      return erc20Spent(asset, subject);
    case 'solana_transaction':
      return sum(
        subject.instructions.map((instruction) =>
          asset === nativeAsset
            ? lamportsSpent(instruction, subject.wallet)
            : tokensSpent(instruction, subject.wallet, asset),
        ),
      );
    case 'bitcoin_transaction':
      return subject.spent;
    case 'typed_data':
    case 'ethereum_message':
    case 'raw_hash':
    case 'eip7702_authorization':
    case 'message':
    case 'export':
      return 0n;
  }
}

function sum(parts: readonly (bigint | undefined)[]): bigint | undefined {
  let total = 0n;
  for (const part of parts) {
    if (part === undefined) return undefined;
    total += part;
  }
  return total;
}

// ERC-20, and the two functions that OpenZeppelin's contracts have beside it.
const transfer = '0xa9059cbb';
const transferFrom = '0x23b872dd';
const approve = '0x095ea7b3';
const increaseAllowance = '0x39509351';
const decreaseAllowance = '0xa457c2d7';

function erc20Spent(
  token: string,
  { transaction, wallet }: Extract<Subject, { kind: 'ethereum_transaction' }>,
): bigint | undefined {
  const { to, data } = transaction;
  if (!to || hexOf(to) !== token || data.length === 0) return 0n;
  const text = hexOf(data);
  switch (text.slice(0, 10)) {
    case transfer:
    case approve:
    case increaseAllowance: {
      const [, amount] = wordsOf(text, ['address', 'amount']) ?? [];
      return amount;
    }
    case decreaseAllowance:
      return 0n;
    case transferFrom: {
      const [from, , amount] = wordsOf(text, ['address', 'address', 'amount']) ?? [];
      return from === undefined || from === BigInt(hexOf(wallet)) ? amount : 0n;
    }
    default:
      return undefined;
  }
}

/** The arguments of a call; undefined when the data is not exactly that long, or an address has more than 20 bytes. */
function wordsOf(data: string, types: readonly ('address' | 'amount')[]): readonly bigint[] | undefined {
  if (data.length !== 10 + 64 * types.length) return undefined;
  const words = types.map((_type, index) => BigInt(`0x${data.slice(10 + 64 * index, 74 + 64 * index)}`));
  return words.every((word, index) => types[index] === 'amount' || word < 1n << 160n) ? words : undefined;
}

const lamportMoves = [
  'Transfer',
  'TransferWithSeed',
  'CreateAccount',
  'CreateAccountWithSeed',
  'WithdrawNonceAccount',
];

// Who gets the wallet's account, or the authority over one, can take what it holds; an account with data pays nothing any more.
const handOvers = ['Assign', 'AssignWithSeed', 'Allocate', 'AllocateWithSeed', 'AuthorizeNonceAccount'];

function lamportsSpent({ programId, decoded }: SolanaInstruction, wallet: string): bigint | undefined {
  if (PROGRAMS_THAT_SPEND_NOTHING.includes(programId)) return 0n;
  if (programId !== SYSTEM_PROGRAM && !TOKEN_PROGRAMS.includes(programId)) return undefined;
  if (!decoded) return undefined;
  const value = (name: string) => decoded.values.get(name);
  if (programId !== SYSTEM_PROGRAM) {
    // Closing an account of wrapped SOL pays out what it holds.
    const paysOthers = decoded.name === 'CloseAccount' && value('destination') !== wallet;
    return paysOthers && value('authority') === wallet ? undefined : 0n;
  }
  if (handOvers.includes(decoded.name)) {
    const isOurs = ['account', 'baseAccount', 'authority'].some((name) => value(name) === wallet);
    return isOurs ? undefined : 0n;
  }
  if (!lamportMoves.includes(decoded.name)) return 0n;
  const isOurs = ['from', 'baseAccount', 'authority'].some((name) => value(name) === wallet);
  const lamports = value('lamports');
  if (!isOurs) return 0n;
  return typeof lamports === 'bigint' ? lamports : undefined;
}

const movesWithoutMint = ['Transfer', 'Approve'];
const movesWithMint = ['TransferChecked', 'TransferCheckedWithFee', 'ApproveChecked', 'Burn', 'BurnChecked'];

function tokensSpent(
  { programId, decoded }: SolanaInstruction,
  wallet: string,
  mint: string,
): bigint | undefined {
  if (programId === SYSTEM_PROGRAM || PROGRAMS_THAT_SPEND_NOTHING.includes(programId)) return 0n;
  if (!TOKEN_PROGRAMS.includes(programId) || !decoded) return undefined;
  if (decoded.values.get('authority') !== wallet) return 0n;
  // Who gets the authority over an account gets what it holds.
  if (movesWithoutMint.includes(decoded.name) || decoded.name === 'SetAuthority') return undefined;
  if (!movesWithMint.includes(decoded.name)) return 0n;
  const moved = decoded.values.get('mint');
  const amount = decoded.values.get('amount');
  if (moved === 'unknown' || typeof amount !== 'bigint') return undefined;
  return moved === mint ? amount : 0n;
}
