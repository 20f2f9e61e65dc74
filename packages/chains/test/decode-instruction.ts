import { base58 } from '@scure/base';
import { address, createNoopSigner, type Address, type Instruction } from '@solana/kit';
import { viewSolanaMessage } from '../src/sol/transaction-view.js';

const keys = Array.from({ length: 8 }, (_, i) => address(base58.encode(new Uint8Array(32).fill(i + 1))));
export const [a, b, c, d, e] = keys as [Address, Address, Address, Address, Address];
export const signer = createNoopSigner(a);
export const other = createNoopSigner(b);

/** The decoded form of one instruction that is alone in a message. */
export function decode(
  instruction: Instruction,
  change: { programAddress?: string; cut?: number; append?: number[]; drop?: number; hide?: boolean } = {},
) {
  const accounts = [...new Set((instruction.accounts ?? []).map((account) => account.address as string))];
  const programId = change.programAddress ?? instruction.programAddress;
  const indexes = (instruction.accounts ?? []).map((account) => 1 + accounts.indexOf(account.address));
  const data = Uint8Array.from([...(instruction.data ?? []).slice(0, change.cut), ...(change.append ?? [])]);
  const fixed = [base58.encode(new Uint8Array(32).fill(99)), ...accounts];
  const payer = {
    requiredSignatures: 1,
    readonlySigned: 0,
    readonlyUnsigned: 0,
    recentBlockhash: new Uint8Array(32),
  };
  const visible = change.hide ? fixed.slice(0, -1) : fixed;
  const hidden = { table: new Uint8Array(32), writableIndexes: [0], readonlyIndexes: [] };
  // A hidden account is the last one, so the program comes before it.
  const order = change.hide ? [...visible, programId] : [...fixed, programId];
  const move = (index: number) => (change.hide && index === fixed.length - 1 ? order.length : index);
  const transaction = viewSolanaMessage({
    version: 0,
    ...payer,
    accountKeys: order.map((key) => base58.decode(key)),
    instructions: [
      { programIndex: order.length - 1, accountIndexes: indexes.map(move).slice(0, change.drop), data },
    ],
    lookups: change.hide ? [hidden] : [],
  });
  const decoded = transaction.instructions[0]?.decoded;
  return decoded && { program: decoded.program, name: decoded.name, ...Object.fromEntries(decoded.values) };
}
