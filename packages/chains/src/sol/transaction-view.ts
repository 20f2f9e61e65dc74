import { base58 } from '@scure/base';
import { readLayout, type DecodedInstruction, type Layout } from './instruction-layout.js';
import type { CompiledInstruction, SolanaMessage, TransactionSettings } from './compiled-message.js';
import { SYSTEM_PROGRAM, systemLayouts } from './system-program.js';
import {
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  tokenLayouts,
  TRANSFER_CHECKED_WITH_FEE,
  TRANSFER_FEE_EXTENSION,
  transferCheckedWithFee,
} from './token-program.js';

/** An account from a lookup table. Only the chain knows which, so it is unknown, not absent. */
export const UNKNOWN_ACCOUNT = 'unknown';

export type SolanaAccount = {
  /** Base58, or `UNKNOWN_ACCOUNT`. */
  readonly address: string;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
};
export type SolanaInstruction = {
  readonly programId: string;
  readonly accounts: readonly SolanaAccount[];
  readonly data: Uint8Array;
  /**
   * Undefined for programs that are not decoded here, and for their instructions that are unknown or
   * truncated.
   */
  readonly decoded: DecodedInstruction | undefined;
};
/**
 * A Solana transaction as policies see it: the top-level instructions. Calls that programs make are not part
 * of a transaction.
 */
export type SolanaTransaction = {
  readonly version: 'legacy' | 0 | 1;
  readonly feePayer: string;
  readonly signers: readonly string[];
  readonly recentBlockhash: string;
  readonly lookupTables: readonly string[];
  readonly instructions: readonly SolanaInstruction[];
  /** Version 1 only, in place of instructions of the Compute Budget program. */
  readonly settings: TransactionSettings | undefined;
};

export function viewSolanaMessage(message: SolanaMessage): SolanaTransaction {
  const accounts = accountsOf(message);
  const signers = accounts.slice(0, message.requiredSignatures).map(({ address }) => address);
  return {
    version: message.version,
    settings: message.settings,
    feePayer: signers[0] ?? UNKNOWN_ACCOUNT,
    signers,
    recentBlockhash: base58.encode(message.recentBlockhash),
    lookupTables: message.lookups.map(({ table }) => base58.encode(table)),
    instructions: message.instructions.map((instruction) => viewInstruction(instruction, accounts)),
  };
}

/**
 * All accounts in the order of their indexes: those of the message, then all writable ones of the lookups,
 * then the rest.
 */
function accountsOf(message: SolanaMessage): readonly SolanaAccount[] {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, accountKeys, lookups } = message;
  const own = accountKeys.map((key, i): SolanaAccount => {
    const isSigner = i < requiredSignatures;
    const firstReadonly = isSigner
      ? requiredSignatures - readonlySigned
      : accountKeys.length - readonlyUnsigned;
    return { address: base58.encode(key), isSigner, isWritable: i < firstReadonly };
  });
  const hidden = (isWritable: boolean): SolanaAccount => ({
    address: UNKNOWN_ACCOUNT,
    isSigner: false,
    isWritable,
  });
  const writable = lookups.flatMap(({ writableIndexes }) => writableIndexes.map(() => hidden(true)));
  const readable = lookups.flatMap(({ readonlyIndexes }) => readonlyIndexes.map(() => hidden(false)));
  return [...own, ...writable, ...readable];
}

function viewInstruction(instruction: CompiledInstruction, all: readonly SolanaAccount[]): SolanaInstruction {
  const nobody: SolanaAccount = { address: UNKNOWN_ACCOUNT, isSigner: false, isWritable: false };
  const accounts = instruction.accountIndexes.map((index) => all[index] ?? nobody);
  const programId = (all[instruction.programIndex] ?? nobody).address;
  const addresses = accounts.map(({ address }) => address);
  return {
    programId,
    accounts,
    data: instruction.data,
    decoded: decode(programId, addresses, instruction.data),
  };
}

function decode(
  programId: string,
  accounts: readonly string[],
  data: Uint8Array,
): DecodedInstruction | undefined {
  if (programId === SYSTEM_PROGRAM) {
    const [a = 0, b = 0, c = 0, d = 0] = data;
    const number = data.length < 4 ? -1 : a + b * 2 ** 8 + c * 2 ** 16 + d * 2 ** 24;
    return named('system', systemLayouts[number], accounts, data.subarray(4));
  }
  if (programId !== TOKEN_PROGRAM && programId !== TOKEN_2022_PROGRAM) return undefined;
  const [tag = -1, extension] = data;
  const program = programId === TOKEN_PROGRAM ? 'token' : 'token-2022';
  const isFeeTransfer = tag === TRANSFER_FEE_EXTENSION && extension === TRANSFER_CHECKED_WITH_FEE;
  if (program === 'token-2022' && isFeeTransfer) {
    return named(program, transferCheckedWithFee, accounts, data.subarray(2));
  }
  return named(program, tokenLayouts[tag], accounts, data.subarray(1));
}

function named(
  program: DecodedInstruction['program'],
  layout: Layout | undefined,
  accounts: readonly string[],
  data: Uint8Array,
): DecodedInstruction | undefined {
  const values = layout && readLayout(layout, accounts, data);
  if (!layout || !values) return undefined;
  return { program, name: layout.name, values, beyond: accounts.slice(layout.accounts.length) };
}
