import {
  address,
  appendTransactionMessageInstructions,
  blockhash,
  compileTransaction,
  createTransactionMessage,
  getTransactionEncoder,
  pipe,
  setTransactionMessageConfig,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  AccountRole,
  type V1TransactionConfig,
} from '@solana/kit';
import type { TransactionInstruction } from '@solana/web3.js';

/** A transaction of version 1, which web3.js does not know: its message, and the whole with empty signatures. */
export function transactionV1(
  payer: string,
  instructions: readonly TransactionInstruction[],
  recent: string,
  config: V1TransactionConfig = {},
): { readonly alone: Uint8Array; readonly whole: Uint8Array } {
  const lifetime = { blockhash: blockhash(recent), lastValidBlockHeight: 0n };
  const message = pipe(
    createTransactionMessage({ version: 1 }),
    (empty) => setTransactionMessageFeePayer(address(payer), empty),
    (paid) => setTransactionMessageLifetimeUsingBlockhash(lifetime, paid),
    (alive) => setTransactionMessageConfig(config, alive),
    (configured) => appendTransactionMessageInstructions(instructions.map(instructionOf), configured),
  );
  const compiled = compileTransaction(message);
  return {
    alone: Uint8Array.from(compiled.messageBytes),
    whole: Uint8Array.from(getTransactionEncoder().encode(compiled)),
  };
}

const roles = {
  signer: [AccountRole.READONLY_SIGNER, AccountRole.WRITABLE_SIGNER],
  other: [AccountRole.READONLY, AccountRole.WRITABLE],
} as const;

function instructionOf({ programId, keys, data }: TransactionInstruction) {
  const accounts = keys.map(({ pubkey, isSigner, isWritable }) => ({
    address: address(pubkey.toBase58()),
    role: roles[isSigner ? 'signer' : 'other'][isWritable ? 1 : 0],
  }));
  return { programAddress: address(programId.toBase58()), accounts, data: Uint8Array.from(data) };
}
