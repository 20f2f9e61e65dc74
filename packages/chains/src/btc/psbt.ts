import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import * as btc from '@scure/btc-signer';
import { keyHash160 } from '@wallet-service/addresses';
import { invalidField } from '@wallet-service/errors';
import type { SigningWallet } from '../operation.js';
import { countMaps } from './psbt-maps.js';
import { p2wpkhScript } from './generic-message.js';

type PsbtInput = ReturnType<btc.Transaction['getInput']>;
type Spent = { readonly script: Uint8Array; readonly amount: bigint };

/** An input of a PSBT with the output that it spends. */
export type KnownInput = {
  readonly index: number;
  /** As explorers show it. */
  readonly txid: string;
  readonly output: number;
  readonly sequence: number;
  readonly spent: Spent;
  /** Whether the PSBT holds the whole transaction that is spent, whose id the input commits to. */
  readonly isProven: boolean;
  /** Whether the output that is spent is the P2WPKH output of this wallet. */
  readonly isOwn: boolean;
  readonly isFinal: boolean;
};
export type ParsedPsbt = {
  readonly transaction: btc.Transaction;
  readonly inputs: readonly KnownInput[];
  readonly fee: bigint;
};

export const SIGHASH_ALL = 1;
const MAX_MONEY = 2_100_000_000_000_000n;
// What others put into the PSBT is kept, and what others spend or receive may have any script.
const options = {
  unknown: 'ignore',
  proprietary: 'ignore',
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowUnknownVersion: true,
} as const;

/**
 * A PSBT of version 0 (BIP-174) or 2 (BIP-370) of which the output that each input spends is known, with at least one input of this
 * wallet to sign. Refused too: another signature type than SIGHASH_ALL on an input of the wallet, an input that stands twice, outputs
 * worth more than the inputs.
 */
export function parsePsbt(wallet: SigningWallet, bytes: Uint8Array, path: string): ParsedPsbt {
  const transaction = fromLibrary(() => btc.Transaction.fromPSBT(bytes, options), path, 'not a PSBT');
  if (countMaps(bytes) !== 1 + transaction.inputsLength + transaction.outputsLength) {
    throw invalidField(path, 'bytes follow the end of the PSBT');
  }
  const ownScript = bytesToHex(p2wpkhScript(wallet.publicKey));
  const inputs = Array.from({ length: transaction.inputsLength }, (_, i) => {
    return knownInput(transaction.getInput(i), i, ownScript, path);
  });
  const spendings = new Set(inputs.map(({ txid, output }) => `${txid}:${output}`));
  if (spendings.size !== inputs.length) throw invalidField(path, 'spends an output twice');
  if (!inputs.some(isToSign)) throw invalidField(path, 'no input is left for this wallet to sign');
  return { transaction, inputs, fee: feeOf(transaction, inputs, path) };
}

/** The inputs that this wallet signs, in their order. */
export function inputsToSign({ inputs }: ParsedPsbt): readonly KnownInput[] {
  return inputs.filter(isToSign);
}

/** The BIP-143 digest, SIGHASH_ALL, of a P2WPKH input of the wallet. */
export function inputDigest(
  { transaction }: ParsedPsbt,
  input: KnownInput,
  publicKey: Uint8Array,
): Uint8Array {
  const scriptCode = concatBytes(
    Uint8Array.of(0x76, 0xa9, 0x14),
    keyHash160(publicKey),
    Uint8Array.of(0x88, 0xac),
  );
  return transaction.preimageWitnessV0(input.index, scriptCode, SIGHASH_ALL, input.spent.amount);
}

function isToSign({ isOwn, isFinal }: KnownInput): boolean {
  return isOwn && !isFinal;
}

function knownInput(input: PsbtInput, index: number, ownScript: string, path: string): KnownInput {
  const { txid, index: output, nonWitnessUtxo, witnessUtxo, sighashType, sequence = 0xffffffff } = input;
  if (txid === undefined || output === undefined) throw invalidField(path, `input ${index} names no output`);
  const spent: Spent | undefined = nonWitnessUtxo ? nonWitnessUtxo.outputs[output] : witnessUtxo;
  if (!spent) throw invalidField(path, `input ${index} has no witness UTXO, so its amount is unknown`);
  const isOwn = bytesToHex(spent.script) === ownScript;
  if (isOwn && sighashType !== undefined && sighashType !== SIGHASH_ALL) {
    throw invalidField(path, `input ${index} asks for another signature type than SIGHASH_ALL`);
  }
  const isFinal = (input.finalScriptWitness?.length ?? 0) > 0 || (input.finalScriptSig?.length ?? 0) > 0;
  const where = { index, txid: bytesToHex(txid), output, sequence };
  return { ...where, spent, isProven: nonWitnessUtxo !== undefined, isOwn, isFinal };
}

function feeOf(transaction: btc.Transaction, inputs: readonly KnownInput[], path: string): bigint {
  const amounts = Array.from(
    { length: transaction.outputsLength },
    (_, i) => transaction.getOutput(i).amount ?? -1n,
  );
  if (amounts.length === 0) throw invalidField(path, 'has no outputs');
  const all = [...amounts, ...inputs.map(({ spent }) => spent.amount)];
  if (all.some((amount) => amount < 0n || amount > MAX_MONEY))
    throw invalidField(path, 'an amount out of range');
  const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
  const fee = sum(inputs.map(({ spent }) => spent.amount)) - sum(amounts);
  if (fee < 0n) throw invalidField(path, 'the outputs are worth more than the inputs');
  return fee;
}

/** The library says with plain errors what is wrong with the bytes; they are the caller's. */
export function fromLibrary<T>(work: () => T, path: string, what: string): T {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'unreadable';
    throw invalidField(path, `${what}: ${reason}`);
  }
}
