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

type SolanaInput = Extract<PolicyInput, { kind: 'solana_transaction' }>;

/** What a Solana wallet spends of an asset: `nativeAsset`, or a token by its mint. */
export function solanaSpent(asset: string, input: SolanaInput): Spent {
  const { instructions, wallet, fee } = input;
  const spent =
    asset === nativeAsset
      ? sum([fee, ...instructions.map((instruction) => lamportsSpent(instruction, wallet))])
      : tokensOf(input)(asset);
  return (
    spent ?? 'an instruction moves an amount that the message does not show, or belongs to an unknown program'
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

type Tokens = (mint: string) => bigint | undefined;
const known = new WeakMap<SolanaInput, Tokens>();

/** How much of each token the instructions move. They are read once, for however many tokens. */
function tokensOf(input: SolanaInput): Tokens {
  const tokens = known.get(input) ?? addTokens(input);
  known.set(input, tokens);
  return tokens;
}

function addTokens({ instructions, wallet }: SolanaInput): Tokens {
  const moves = instructions.map((instruction) => tokenMove(instruction, wallet));
  if (moves.includes(undefined)) return () => undefined;
  const sums = new Map<string, bigint>();
  for (const move of moves) {
    if (move === undefined || typeof move === 'string') continue;
    sums.set(move.mint, (sums.get(move.mint) ?? 0n) + move.amount);
  }
  const closesWrapped = moves.includes('all wrapped SOL');
  return (mint) => (closesWrapped && WRAPPED_SOL.includes(mint) ? undefined : (sums.get(mint) ?? 0n));
}

type TokenMove = { readonly mint: string; readonly amount: bigint } | 'nothing' | 'all wrapped SOL';

/** Undefined if it may move any amount of any token. */
function tokenMove({ programId, decoded }: SolanaInstruction, wallet: string): TokenMove | undefined {
  const spendNone = [SYSTEM_PROGRAM, ASSOCIATED_TOKEN_PROGRAM, ...PROGRAMS_THAT_SPEND_NOTHING];
  if (spendNone.includes(programId)) return 'nothing';
  if (!TOKEN_PROGRAMS.includes(programId) || !decoded) return undefined;
  if (doesMore(decoded, wallet)) return undefined;
  if (!isAsked(decoded, wallet)) return 'nothing';
  // The new authority over an account gets its content.
  if (movesWithoutMint.includes(decoded.name) || decoded.name === 'SetAuthority') return undefined;
  // An account of wrapped SOL is closed together with its content, others only if they are empty.
  if (decoded.name === 'CloseAccount') return paysLamports(decoded, wallet) ? 'all wrapped SOL' : 'nothing';
  if (!movesWithMint.includes(decoded.name)) return 'nothing';
  const [mint, amount] = [decoded.values.get('mint'), decoded.values.get('amount')];
  return typeof mint !== 'string' || mint === 'unknown' || typeof amount !== 'bigint'
    ? undefined
    : { mint, amount };
}
