import { bytesToHex } from '@noble/hashes/utils.js';
import { invalidField } from '@wallet-service/errors';
import { ByteReader } from './byte-reader.js';

export type CompiledInstruction = {
  readonly programIndex: number;
  readonly accountIndexes: readonly number[];
  readonly data: Uint8Array;
};
export type TableLookup = {
  readonly table: Uint8Array;
  readonly writableIndexes: readonly number[];
  readonly readonlyIndexes: readonly number[];
};

/** A Solana message: what is signed. The indexes of accounts run over `accountKeys`, then over those that the lookups load. */
export type SolanaMessage = {
  readonly version: 'legacy' | 0;
  readonly requiredSignatures: number;
  readonly readonlySigned: number;
  readonly readonlyUnsigned: number;
  /** 32 bytes each; the first `requiredSignatures` sign, the very first pays the fee. */
  readonly accountKeys: readonly Uint8Array[];
  readonly recentBlockhash: Uint8Array;
  readonly instructions: readonly CompiledInstruction[];
  readonly lookups: readonly TableLookup[];
};

/** A packet that a validator takes (IPv6 minimum transmission unit less headers). */
export const MAX_TRANSACTION_BYTES = 1232;
const KEY_BYTES = 32;
const MAX_ACCOUNTS = 256;

/** A message, legacy or version 0, to its last byte, that passes the checks which a validator makes before it runs anything. */
export function parseSolanaMessage(bytes: Uint8Array, path: string): SolanaMessage {
  const reader = new ByteReader(bytes, path);
  const [first = 0] = bytes;
  if (first > 0x80) throw invalidField(path, 'a transaction of an unknown version');
  const version = first === 0x80 ? 0 : 'legacy';
  if (version === 0) reader.take(1);
  const [requiredSignatures, readonlySigned, readonlyUnsigned] = [reader.u8(), reader.u8(), reader.u8()];
  const accountKeys = reader.list(() => reader.take(KEY_BYTES));
  const recentBlockhash = reader.take(32);
  const instructions = reader.list(() => readInstruction(reader));
  const lookups = version === 0 ? reader.list(() => readLookup(reader)) : [];
  if (!reader.isAtEnd) throw invalidField(path, 'bytes follow the end of the transaction');
  const header = { version, requiredSignatures, readonlySigned, readonlyUnsigned } as const;
  const message: SolanaMessage = { ...header, accountKeys, recentBlockhash, instructions, lookups };
  assertHeader(message, path);
  assertReferences(message, path);
  if (1 + 64 * requiredSignatures + bytes.length > MAX_TRANSACTION_BYTES) {
    throw invalidField(path, `with its signatures larger than ${MAX_TRANSACTION_BYTES} bytes`);
  }
  return message;
}

function readInstruction(reader: ByteReader): CompiledInstruction {
  const programIndex = reader.u8();
  const accountIndexes = reader.list(() => reader.u8());
  return { programIndex, accountIndexes, data: reader.take(reader.compactU16()) };
}

function readLookup(reader: ByteReader): TableLookup {
  const table = reader.take(KEY_BYTES);
  const writableIndexes = reader.list(() => reader.u8());
  return { table, writableIndexes, readonlyIndexes: reader.list(() => reader.u8()) };
}

function assertHeader(message: SolanaMessage, path: string): void {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, accountKeys } = message;
  // The first signer pays and must be writable.
  if (readonlySigned >= requiredSignatures)
    throw invalidField(path, 'the header leaves no account to pay the fee');
  if (requiredSignatures + readonlyUnsigned > accountKeys.length) {
    throw invalidField(path, 'the header counts more accounts than there are');
  }
  if (new Set(accountKeys.map(bytesToHex)).size !== accountKeys.length) {
    throw invalidField(path, 'an account stands twice');
  }
}

function assertReferences(message: SolanaMessage, path: string): void {
  const { accountKeys, instructions, lookups } = message;
  const sizes = lookups.map(
    ({ writableIndexes, readonlyIndexes }) => writableIndexes.length + readonlyIndexes.length,
  );
  if (sizes.includes(0)) throw invalidField(path, 'a lookup that loads no account');
  const accounts = accountKeys.length + sizes.reduce((sum, size) => sum + size, 0);
  if (accounts > MAX_ACCOUNTS) throw invalidField(path, `more than ${MAX_ACCOUNTS} accounts`);
  for (const { programIndex, accountIndexes } of instructions) {
    // Validators refuse programs out of lookup tables, and the payer as a program.
    if (programIndex === 0 || programIndex >= accountKeys.length) {
      throw invalidField(path, 'an instruction whose program is not among the accounts of the message');
    }
    if (accountIndexes.some((index) => index >= accounts)) {
      throw invalidField(path, 'an instruction with an account that is not there');
    }
  }
}
