import type { DecodedInstruction, SolanaInstruction } from '@wallet-service/chains';
import { ethereumSpent } from './ethereum-spending.js';
import { associatedTokenEffect } from './associated-token.js';
import { paysLamports } from './solana-effects.js';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  PROGRAMS_THAT_SPEND_NOTHING,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAMS,
  WRAPPED_SOL,
} from './solana-programs.js';
import { nativeAsset, type Spent } from './spent.js';
import type { Subject } from './subject.js';

/**
 * What the wallet spends of an asset by signing. Allowances and permits count as spent, since the spender may take them; so does the highest fee
 * that may be taken, which whoever makes the block gets.
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
      return solanaSpent(asset, subject);
    case 'bitcoin_transaction':
      return subject.spent ?? 'the amounts of the inputs are not proven';
    case 'message':
    case 'export':
      return 0n;
  }
}

function solanaSpent(
  asset: string,
  { instructions, wallet, fee }: Extract<Subject, { kind: 'solana_transaction' }>,
): Spent {
  const isNative = asset === nativeAsset;
  const moved = instructions.map((instruction) =>
    isNative ? lamportsSpent(instruction, wallet) : tokensSpent(instruction, wallet, asset),
  );
  return (
    sum(isNative ? [fee, ...moved] : moved) ??
    'an instruction moves an amount that the message does not say, or is of a program that is not known'
  );
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

function lamportsSpent(instruction: SolanaInstruction, wallet: string): bigint | undefined {
  const { programId, decoded } = instruction;
  if (programId === ASSOCIATED_TOKEN_PROGRAM) return lamportsForOthers(instruction, wallet);
  if (PROGRAMS_THAT_SPEND_NOTHING.includes(programId)) return 0n;
  if (programId === SYSTEM_PROGRAM) return decoded && lamportsMoved(decoded, wallet);
  if (!TOKEN_PROGRAMS.includes(programId) || !decoded) return undefined;
  return decoded.values.get('authority') === wallet && paysLamports(decoded, wallet) ? undefined : 0n;
}

function lamportsForOthers(instruction: SolanaInstruction, wallet: string): bigint | undefined {
  const effect = associatedTokenEffect(instruction, wallet);
  if (effect === 'unknown') return undefined;
  return effect === 'nothing' ? 0n : effect.lamports;
}

function lamportsMoved({ name, values }: DecodedInstruction, wallet: string): bigint | undefined {
  const isOurs = (...names: readonly string[]) => names.some((each) => values.get(each) === wallet);
  if (handOvers.includes(name)) return isOurs('account', 'baseAccount', 'authority') ? undefined : 0n;
  if (!lamportMoves.includes(name) || !isOurs('from', 'baseAccount', 'authority')) return 0n;
  const lamports = values.get('lamports');
  return typeof lamports === 'bigint' ? lamports : undefined;
}

const movesWithoutMint = ['Transfer', 'Approve'];
const movesWithMint = ['TransferChecked', 'TransferCheckedWithFee', 'ApproveChecked', 'Burn', 'BurnChecked'];

function tokensSpent(
  { programId, decoded }: SolanaInstruction,
  wallet: string,
  mint: string,
): bigint | undefined {
  const spendNone = [SYSTEM_PROGRAM, ASSOCIATED_TOKEN_PROGRAM, ...PROGRAMS_THAT_SPEND_NOTHING];
  if (spendNone.includes(programId)) return 0n;
  if (!TOKEN_PROGRAMS.includes(programId) || !decoded) return undefined;
  if (decoded.values.get('authority') !== wallet) return 0n;
  // Who gets the authority over an account gets what it holds.
  if (movesWithoutMint.includes(decoded.name) || decoded.name === 'SetAuthority') return undefined;
  // An account of wrapped SOL is closed with all that it holds, others only when they are empty.
  if (decoded.name === 'CloseAccount' && WRAPPED_SOL.includes(mint) && paysLamports(decoded, wallet))
    return undefined;
  if (!movesWithMint.includes(decoded.name)) return 0n;
  const moved = decoded.values.get('mint');
  const amount = decoded.values.get('amount');
  if (moved === 'unknown' || typeof amount !== 'bigint') return undefined;
  return moved === mint ? amount : 0n;
}
