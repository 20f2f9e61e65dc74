import { bytesToHex } from '@noble/hashes/utils.js';
import { invalidField } from '@wallet-service/errors';
import { ByteReader } from './byte-reader.js';
import type { CompiledInstruction, SolanaMessage, TableLookup } from './compiled-message.js';
import { readMessageV1 } from './message-v1.js';

/** The first byte of a message of version 1. */
export const VERSION_1 = 0x81;
/**
 * The size of a packet that a validator accepts (IPv6 minimum transmission unit less headers), and SIMD-0296.
 */
const maxBytes = { legacy: 1232, 0: 1232, 1: 4096 } as const;
const KEY_BYTES = 32;
const MAX_ACCOUNTS = 256;

/**
 * Parses a message to its last byte, of a known version, that passes the checks which a validator makes
 * before it runs anything.
 */
export function parseSolanaMessage(bytes: Uint8Array, path: string): SolanaMessage {
  const reader = new ByteReader(bytes, path);
  const message = readSolanaMessage(reader, bytes, path);
  if (!reader.isAtEnd) throw invalidField(path, 'bytes follow the end of the transaction');
  return message;
}

/** Up to the end of the message: in version 1 the signatures follow it. */
export function readSolanaMessage(reader: ByteReader, bytes: Uint8Array, path: string): SolanaMessage {
  const [first = 0] = bytes;
  if (first > VERSION_1) {
    const version = first - 0x80;
    throw invalidField(
      path,
      `a transaction of version ${version}; supported are legacy, version 0 and version 1`,
    );
  }
  const message = first === VERSION_1 ? readMessageV1(reader, path) : readMessage(reader, first === 0x80);
  assertHeader(message, path);
  assertReferences(message, path);
  const most = maxBytes[message.version];
  const count = message.version === 1 ? 0 : 1;
  if (count + 64 * message.requiredSignatures + reader.position > most) {
    throw invalidField(path, `with its signatures larger than ${most} bytes`);
  }
  return message;
}

function readMessage(reader: ByteReader, isVersioned: boolean): SolanaMessage {
  if (isVersioned) reader.take(1);
  const [requiredSignatures, readonlySigned, readonlyUnsigned] = [reader.u8(), reader.u8(), reader.u8()];
  const accountKeys = reader.list(() => reader.take(KEY_BYTES));
  const recentBlockhash = reader.take(32);
  const instructions = reader.list(() => readInstruction(reader));
  const lookups = isVersioned ? reader.list(() => readLookup(reader)) : [];
  const version = isVersioned ? 0 : 'legacy';
  const header = { version, requiredSignatures, readonlySigned, readonlyUnsigned } as const;
  return { ...header, accountKeys, recentBlockhash, instructions, lookups };
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
    throw invalidField(path, 'an account is listed twice');
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
    // Validators refuse programs from lookup tables, and the payer as a program.
    if (programIndex === 0 || programIndex >= accountKeys.length) {
      throw invalidField(path, 'an instruction whose program is not among the accounts of the message');
    }
    if (accountIndexes.some((index) => index >= accounts)) {
      throw invalidField(path, 'an instruction with an account that is not there');
    }
  }
}
