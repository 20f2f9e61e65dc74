import { invalidField } from '@wallet-service/errors';
import type { ByteReader } from './byte-reader.js';
import type { CompiledInstruction, SolanaMessage, TransactionSettings } from './compiled-message.js';

// Of SIMD-0385.
const MAX_SIGNATURES = 12;
const MAX_ADDRESSES = 64;
const MAX_INSTRUCTIONS = 64;
const PRIORITY_FEE_BITS = 0b11;
const KNOWN_BITS = 0b11111;
const KIB = 1024n;

/** A message of version 1 (SIMD-0385), from its version byte to its last instruction. */
export function readMessageV1(reader: ByteReader, path: string): SolanaMessage {
  const no = (what: string) => invalidField(path, `a transaction of version 1 ${what}`);
  reader.take(1);
  const [requiredSignatures, readonlySigned, readonlyUnsigned] = [reader.u8(), reader.u8(), reader.u8()];
  if (requiredSignatures > MAX_SIGNATURES) throw no(`has at most ${MAX_SIGNATURES} signers`);
  const mask = Number(reader.littleEndian(4));
  const recentBlockhash = reader.take(32);
  const [instructionCount, addressCount] = [reader.u8(), reader.u8()];
  if (instructionCount > MAX_INSTRUCTIONS) throw no(`has at most ${MAX_INSTRUCTIONS} instructions`);
  if (addressCount > MAX_ADDRESSES) throw no(`has at most ${MAX_ADDRESSES} accounts`);
  const accountKeys = Array.from({ length: addressCount }, () => reader.take(32));
  const settings = readSettings(reader, mask, no);
  const instructions = readInstructions(reader, instructionCount);
  const header = { version: 1, requiredSignatures, readonlySigned, readonlyUnsigned } as const;
  return { ...header, accountKeys, recentBlockhash, instructions, lookups: [], settings };
}

/** A bit of the mask stands for 4 bytes of values. The first two bits belong together. */
function readSettings(reader: ByteReader, mask: number, no: (what: string) => Error): TransactionSettings {
  if (mask > KNOWN_BITS) throw no('with a setting that is not known: its mask has bits above the fifth');
  const priorityFeeBits = mask & PRIORITY_FEE_BITS;
  if (priorityFeeBits !== 0 && priorityFeeBits !== PRIORITY_FEE_BITS)
    throw no('sets both bits of the priority fee or none');
  const value = (bit: number, bytes: number) => (mask & bit ? reader.littleEndian(bytes) : undefined);
  const priorityFee = value(PRIORITY_FEE_BITS, 8);
  const computeUnitLimit = value(0b100, 4);
  const loadedAccountsDataSize = value(0b1000, 4);
  const heapSize = value(0b10000, 4);
  const isHeap =
    heapSize === undefined || (heapSize % KIB === 0n && heapSize >= 32n * KIB && heapSize <= 256n * KIB);
  if (!isHeap) throw no('asks for a heap of 32 to 256 KiB, in whole KiB');
  return { priorityFee, computeUnitLimit, loadedAccountsDataSize, heapSize };
}

/** All headers come first, then their contents. */
function readInstructions(reader: ByteReader, count: number): readonly CompiledInstruction[] {
  const headers = Array.from({ length: count }, () => ({
    programIndex: reader.u8(),
    accounts: reader.u8(),
    bytes: Number(reader.littleEndian(2)),
  }));
  return headers.map(({ programIndex, accounts, bytes }) => ({
    programIndex,
    accountIndexes: [...reader.take(accounts)],
    data: reader.take(bytes),
  }));
}
