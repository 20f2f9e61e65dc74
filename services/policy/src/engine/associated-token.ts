import type { SolanaInstruction } from '@wallet-service/chains';
import { ASSOCIATED_TOKEN_PROGRAM, TOKEN_PROGRAMS } from './solana-programs.js';

/** A token account that the wallet opens for somebody else, who may close it and keep its lamports. */
export type GivenAccount = {
  readonly from: string;
  readonly to: string;
  /** At most. */
  readonly lamports: bigint;
};

const [classicTokens] = TOKEN_PROGRAMS;
/** The rent of an account of 165 bytes. */
const rentOfTokenAccount = 2_039_280n;
/** The rent of an account with every extension of Token-2022. */
const mostRentOfTokenAccount = 6_000_000n;

const isCreation = ({ data }: SolanaInstruction): boolean =>
  data.length === 0 || (data.length === 1 && (data[0] === 0 || data[0] === 1));
const isRecovery = ({ data }: SolanaInstruction): boolean => data.length === 1 && data[0] === 2;

/**
 * What an instruction of the Associated Token Account program does with the wallet's lamports: nothing (the
 * wallet may open an account of its own, which stays its own), or it opens an account for somebody else.
 * 'unknown' if it makes the program call anything but the token programs, or does something unknown.
 */
export function associatedTokenEffect(
  instruction: SolanaInstruction,
  wallet: string,
): 'nothing' | 'unknown' | GivenAccount {
  if (instruction.programId !== ASSOCIATED_TOKEN_PROGRAM) return 'nothing';
  const addresses = instruction.accounts.map(({ address }) => address);
  if (!addresses.includes(wallet)) return 'nothing';
  if (isRecovery(instruction)) return isTokenProgram(addresses[6]) ? 'nothing' : 'unknown';
  const [funder, to, owner, , , program] = addresses;
  if (!isCreation(instruction) || to === undefined || !isTokenProgram(program)) return 'unknown';
  if (funder !== wallet || owner === wallet) return 'nothing';
  const lamports = program === classicTokens ? rentOfTokenAccount : mostRentOfTokenAccount;
  return { from: funder, to, lamports };
}

function isTokenProgram(address: string | undefined): boolean {
  return address !== undefined && TOKEN_PROGRAMS.includes(address);
}
