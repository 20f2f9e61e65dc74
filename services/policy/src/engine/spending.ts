import type { SolanaInstruction } from '@wallet-service/chains';
import { ethereumSpent } from './ethereum-spending.js';
import { PROGRAMS_THAT_SPEND_NOTHING, SYSTEM_PROGRAM, TOKEN_PROGRAMS } from './solana-programs.js';
import { nativeAsset, type Spent } from './spent.js';
import type { Subject } from './subject.js';

/**
 * What the wallet spends of an asset by signing. Allowances and permits count as spent, since the spender may take them. Fees count on BTC alone.
 */
export function spentOf(asset: string, subject: Subject): Spent {
  switch (subject.kind) {
    case 'ethereum_transaction':
    case 'typed_data':
    case 'ethereum_message':
    case 'eip7702_authorization':
    case 'raw_hash':
      return ethereumSpent(asset, subject);
    case 'solana_transaction':
      return (
        sum(
          subject.instructions.map((instruction) =>
            asset === nativeAsset
              ? lamportsSpent(instruction, subject.wallet)
              : tokensSpent(instruction, subject.wallet, asset),
          ),
        ) ??
        'an instruction moves an amount that the message does not say, or is of a program that is not known'
      );
    case 'bitcoin_transaction':
      return subject.spent ?? 'the amounts of the inputs are not proven';
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
