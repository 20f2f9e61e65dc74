import type { DecodedInstruction, SolanaInstruction } from '@wallet-service/chains';
import { associatedTokenEffect } from './associated-token.js';
import { doesMore, hides, paysLamports } from './solana-causes.js';
import { moveLamports } from './solana-effects.js';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  PROGRAMS_THAT_SPEND_NOTHING,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAMS,
  WRAPPED_SOL,
} from './solana-programs.js';
import { nativeAsset, type Spent } from './spent.js';
import type { PolicyInput } from './policy-input.js';

/** What a Solana wallet spends of an asset: `nativeAsset`, or a token by its mint. */
export function solanaSpent(
  asset: string,
  { instructions, wallet, fee }: Extract<PolicyInput, { kind: 'solana_transaction' }>,
): Spent {
  const isNative = asset === nativeAsset;
  const moved = instructions.map((instruction) =>
    isNative ? lamportsSpent(instruction, wallet) : tokensSpent(instruction, wallet, asset),
  );
  return (
    sum(isNative ? [fee, ...moved] : moved) ??
    'an instruction moves an amount that the message does not show, or belongs to an unknown program'
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

/** An account that is only at these places receives something and signs for nothing. */
const receiving = ['to', 'destination', 'owner', 'newAuthority', 'delegate', 'fromOwner'];

/**
 * Whether the instruction may use the wallet's signature. Not only at the place of an authority: with seeds
 * the data names the base, and for nonce accounts and multisigs any later signer counts.
 */
function isAsked({ values, beyond }: DecodedInstruction, wallet: string): boolean {
  const isNamed = [...values].some(([place, value]) => value === wallet && !receiving.includes(place));
  return isNamed || beyond.includes(wallet);
}

function lamportsSpent(instruction: SolanaInstruction, wallet: string): bigint | undefined {
  const { programId, decoded } = instruction;
  if (programId === ASSOCIATED_TOKEN_PROGRAM) return lamportsForOthers(instruction, wallet);
  if (PROGRAMS_THAT_SPEND_NOTHING.includes(programId)) return 0n;
  if (!decoded) return undefined;
  if (programId === SYSTEM_PROGRAM) return lamportsMoved(instruction, decoded, wallet);
  if (!TOKEN_PROGRAMS.includes(programId) || doesMore(decoded, wallet)) return undefined;
  return isAsked(decoded, wallet) && paysLamports(decoded, wallet) ? undefined : 0n;
}

function lamportsForOthers(instruction: SolanaInstruction, wallet: string): bigint | undefined {
  const effect = associatedTokenEffect(instruction, wallet);
  if (effect === 'unknown') return undefined;
  return effect === 'nothing' ? 0n : effect.lamports;
}

function lamportsMoved(
  instruction: SolanaInstruction,
  decoded: DecodedInstruction,
  wallet: string,
): bigint | undefined {
  if (doesMore(decoded, wallet)) return undefined;
  if (!isAsked(decoded, wallet)) return 0n;
  if (hides(moveLamports, instruction, wallet)) return undefined;
  if (!Object.hasOwn(moveLamports.shownBy, decoded.name)) return 0n;
  const lamports = decoded.values.get('lamports');
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
  if (doesMore(decoded, wallet)) return undefined;
  if (!isAsked(decoded, wallet)) return 0n;
  // Whoever gets the authority over an account gets its content.
  if (movesWithoutMint.includes(decoded.name) || decoded.name === 'SetAuthority') return undefined;
  // An account of wrapped SOL is closed together with its content, others only if they are empty.
  if (decoded.name === 'CloseAccount' && WRAPPED_SOL.includes(mint) && paysLamports(decoded, wallet))
    return undefined;
  if (!movesWithMint.includes(decoded.name)) return 0n;
  const moved = decoded.values.get('mint');
  const amount = decoded.values.get('amount');
  if (moved === 'unknown' || typeof amount !== 'bigint') return undefined;
  return moved === mint ? amount : 0n;
}
