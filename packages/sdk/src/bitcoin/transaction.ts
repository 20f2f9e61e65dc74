import { byteReader, compactSize, hash256, joined, littleEndian, sized } from './bytes.js';

export type Input = {
  /** In the byte order of the transaction, which is not that of explorers. */
  readonly txid: Uint8Array;
  readonly output: number;
  readonly sequence: number;
  readonly script: Uint8Array;
  readonly witness: readonly Uint8Array[];
};
/** `amount`: 8 bytes, little-endian. */
export type Output = { readonly amount: Uint8Array; readonly script: Uint8Array };
export type Transaction = {
  readonly version: number;
  readonly inputs: readonly Input[];
  readonly outputs: readonly Output[];
  readonly lockTime: number;
};

/** BIP-144, or the form without witnesses. Throws a RangeError for anything else. */
export function readTransaction(bytes: Uint8Array, form: 'any' | 'without-witnesses'): Transaction {
  const reader = byteReader(bytes);
  const version = reader.number(4);
  const hasWitnesses = form === 'any' && reader.peek(0) === 0 && reader.peek(1) === 1;
  if (hasWitnesses) reader.take(2);
  const inputs = reader.list(() => ({
    txid: reader.take(32),
    output: reader.number(4),
    script: reader.text(),
    sequence: reader.number(4),
    witness: [] as readonly Uint8Array[],
  }));
  const outputs = reader.list(() => ({ amount: reader.take(8), script: reader.text() }));
  if (hasWitnesses) for (const input of inputs) input.witness = reader.list(reader.text);
  const lockTime = reader.number(4);
  if (!reader.isAtEnd()) throw new RangeError('bytes follow the end of the transaction');
  return { version, inputs, outputs, lockTime };
}

/** The form without witnesses, whose hash is the id. */
export function withoutWitnesses({
  version,
  inputs,
  outputs,
  lockTime,
}: Transaction): Uint8Array<ArrayBuffer> {
  return joined(
    littleEndian(version, 4),
    compactSize(inputs.length),
    ...inputs.flatMap((input) => [outpoint(input), sized(input.script), littleEndian(input.sequence, 4)]),
    compactSize(outputs.length),
    ...outputs.map(encodedOutput),
    littleEndian(lockTime, 4),
  );
}

/** What all signers of a transaction sign: everything but the scripts and witnesses of its inputs. */
export function withoutScripts(transaction: Transaction): Uint8Array<ArrayBuffer> {
  const inputs = transaction.inputs.map((input) => ({ ...input, script: new Uint8Array() }));
  return withoutWitnesses({ ...transaction, inputs });
}

/**
 * The hash that a P2WPKH input's signature of SIGHASH_ALL covers (BIP-143). `spent` is the output that the input
 * spends.
 */
export function digests({ version, inputs, outputs, lockTime }: Transaction) {
  const shared = Promise.all([
    hash256(joined(...inputs.map(outpoint))),
    hash256(joined(...inputs.map(({ sequence }) => littleEndian(sequence, 4)))),
    hash256(joined(...outputs.map(encodedOutput))),
  ]);
  return async (input: Input, spent: Output): Promise<Uint8Array> => {
    const [outpoints, sequences, paid] = await shared;
    const keyHash = spent.script.subarray(2);
    // The script of a payment to the hash of a public key (P2PKH).
    const code = joined(Uint8Array.of(0x76, 0xa9, 0x14), keyHash, Uint8Array.of(0x88, 0xac));
    const own = joined(outpoint(input), sized(code), spent.amount, littleEndian(input.sequence, 4));
    const end = joined(littleEndian(lockTime, 4), littleEndian(1, 4));
    return hash256(joined(littleEndian(version, 4), outpoints, sequences, own, paid, end));
  };
}

function outpoint({ txid, output }: Input): Uint8Array {
  return joined(txid, littleEndian(output, 4));
}

function encodedOutput({ amount, script }: Output): Uint8Array {
  return joined(amount, sized(script));
}
