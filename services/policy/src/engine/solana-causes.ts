import type { DecodedInstruction, SolanaInstruction } from '@wallet-service/chains';
import { associatedTokenEffect, type GivenAccount } from './associated-token.js';
import {
  creations,
  handOver,
  moveLamports,
  openings,
  transfers,
  type SolanaEffect,
} from './solana-effects.js';
import {
  ASSOCIATED_TOKEN_PROGRAM,
  PROGRAMS_THAT_SPEND_NOTHING,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAMS,
} from './solana-programs.js';

/** For an instruction of the set itself: whether it has the effect without showing the values. */
export function hides(effect: SolanaEffect, { decoded }: SolanaInstruction, wallet: string): boolean {
  if (decoded === undefined) return false;
  if (doesMore(decoded, wallet)) return true;
  return effect.alsoBy.includes(decoded.name) && !isForTheWallet(effect, decoded, wallet);
}

/**
 * Whether the instruction does more than its name and values show: it gives away the wallet itself or its
 * signature.
 */
export function doesMore(decoded: DecodedInstruction, wallet: string): boolean {
  return callsHook(decoded, wallet) || (decoded.values.get('to') === wallet && assigns(decoded));
}

/**
 * Token-2022 calls the program that a mint names, its transfer hook, with the accounts after those of the
 * transfer. If the signing wallet is one of them, it may sign for that program too, which can then do
 * anything in its name. Whether Token-2022 removes the signature depends on its version.
 */
function callsHook({ program, name, beyond }: DecodedInstruction, wallet: string): boolean {
  return program === 'token-2022' && transfers.includes(name) && beyond.includes(wallet);
}

/**
 * A creation gives the new account to a program, or gives it data. Then the account can no longer pay. The
 * wallet itself can be the new account at a moment when it is empty, for example after a transfer in the same
 * transaction.
 */
function assigns({ name, values }: DecodedInstruction): boolean {
  const staysPlain = values.get('owner') === SYSTEM_PROGRAM && values.get('space') === 0n;
  return creations.includes(name) && !staysPlain;
}

/**
 * The wallet takes back the lamports of its own account, opens one, gets the authority over one, or keeps its
 * own. Nobody else gets anything.
 */
function isForTheWallet(effect: SolanaEffect, decoded: DecodedInstruction, wallet: string): boolean {
  const { name, values } = decoded;
  if (creations.includes(name)) return !givesSeedAway(effect, decoded, wallet);
  if (name === 'CloseAccount') return values.get('destination') === wallet;
  if (openings.includes(name)) return values.get('owner') === wallet;
  return values.get('newAuthority') === wallet;
}

/**
 * A new account derived from a seed of the wallet was empty before, and a transfer shows what the wallet pays
 * into it.
 */
function givesSeedAway(effect: SolanaEffect, decoded: DecodedInstruction, wallet: string): boolean {
  const { values } = decoded;
  const isShown = effect === moveLamports && values.get('from') === wallet;
  return values.get('base') === wallet && assigns(decoded) && !isShown;
}

/**
 * For an instruction of another program: whether it may have the effect. An unknown program may do anything
 * that the wallet may do, once the wallet is among the accounts of the instruction, because the signature
 * goes with it.
 */
export function mayCause(effect: SolanaEffect, instruction: SolanaInstruction, wallet: string): boolean {
  const { programId, decoded } = instruction;
  if (programId === ASSOCIATED_TOKEN_PROGRAM)
    return effect.names === openings || associatedTokenEffect(instruction, wallet) === 'unknown';
  if (PROGRAMS_THAT_SPEND_NOTHING.includes(programId)) return false;
  if (programId === SYSTEM_PROGRAM) return false;
  if (decoded && TOKEN_PROGRAMS.includes(programId))
    return doesMore(decoded, wallet) || (effect === moveLamports && paysLamports(decoded, wallet));
  return instruction.accounts.some(({ address }) => address === wallet);
}

/** What an instruction of another program reveals about the effect. */
export function shownElsewhere(
  effect: SolanaEffect,
  instruction: SolanaInstruction,
  wallet: string,
): GivenAccount | undefined {
  const given = effect === moveLamports ? associatedTokenEffect(instruction, wallet) : 'nothing';
  return typeof given === 'string' ? undefined : given;
}

/** Token accounts hold lamports: their rent, and all wrapped SOL. */
export function paysLamports(decoded: DecodedInstruction, wallet: string): boolean {
  return (
    [...handOver, ...openings, 'CloseAccount'].includes(decoded.name) &&
    !isForTheWallet(moveLamports, decoded, wallet)
  );
}
