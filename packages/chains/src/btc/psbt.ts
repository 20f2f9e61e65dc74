import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { bech32 } from '@scure/base';
import * as btc from '@scure/btc-signer';
import { bech32PrefixOf, keyHash160 } from '@wallet-service/addresses';
import { invalidField } from '@wallet-service/errors';
import type { SigningWallet } from '../operation.js';
import { readPreviousOutput } from './previous-outputs.js';
import { inputCountOf, readMaps, writeMaps, type PsbtMap } from './psbt-maps.js';
import { p2wpkhScript } from './generic-message.js';
import { encodeOutput, segwitDigests, SIGHASH_ALL } from './segwit-digest.js';

type PsbtInput = ReturnType<btc.Transaction['getInput']>;
/** An output: its script and its satoshis. */
type Paid = { readonly script: Uint8Array; readonly amount: bigint };

/** An input of a PSBT with the output that it spends. */
export type KnownInput = {
  readonly index: number;
  /** In the byte order of explorers. */
  readonly txid: string;
  readonly output: number;
  readonly sequence: number;
  readonly spent: Paid;
  /** Whether the PSBT contains the whole spent transaction, whose id the input commits to. */
  readonly isProven: boolean;
  /** Whether the spent output is this wallet's P2WPKH output. */
  readonly isOwn: boolean;
  readonly isFinal: boolean;
  /** Empty unless the input is final. */
  readonly finalScript: Uint8Array;
  readonly finalWitness: readonly Uint8Array[];
};
export type ParsedPsbt = {
  /** The parsed PSBT, and the parts that are left out of `transaction`. */
  readonly maps: readonly PsbtMap[];
  /**
   * Without anybody's keys, scripts and signatures, because reading each of those costs as much as a
   * signature.
   */
  readonly transaction: btc.Transaction;
  readonly inputs: readonly KnownInput[];
  readonly outputs: readonly Paid[];
  /** Satoshis. */
  readonly fee: bigint;
};

const MAX_MONEY = 2_100_000_000_000_000n;
// Bounds on the work that a request can cause. The maps are those of inputs and outputs and the global one.
const MAX_INPUTS = 200;
const MAX_MAPS = 1200;
const MAX_PAIRS = 6000;
// Entries of others in the PSBT are kept, and others may spend or receive with any script.
const options = {
  unknown: 'ignore',
  proprietary: 'ignore',
  allowUnknownInputs: true,
  allowUnknownOutputs: true,
  allowUnknownVersion: true,
  // Only P2WPKH is signed. Others check their own scripts.
  disableScriptCheck: true,
} as const;
const PREVIOUS_TRANSACTION = 0x00;
const WITNESS_UTXO = 0x01;
// BIP-174 and BIP-370: the keys that define the spent outputs, the payments, and whether an input is final.
const inputTypes = [0x01, 0x03, 0x07, 0x08, 0x0e, 0x0f, 0x10, 0x11, 0x12];
const outputTypes = [0x03, 0x04];
const globalTypes = [0x00, 0x02, 0x03, 0x04, 0x05, 0x06, 0xfb];

/**
 * A PSBT of version 0 (BIP-174) or 2 (BIP-370) in which the output that each input spends is known, with at
 * least one input for this wallet to sign. Also refused: another signature type than SIGHASH_ALL on an input
 * of the wallet, a duplicate input, outputs worth more than the inputs.
 */
export function parsePsbt(wallet: SigningWallet, bytes: Uint8Array, path: string): ParsedPsbt {
  const maps = readMaps(bytes, { maps: MAX_MAPS, pairs: MAX_PAIRS });
  const [global] = maps ?? [];
  if (!maps || !global)
    throw invalidField(
      path,
      `not a PSBT, or one of more than ${MAX_MAPS - 1} inputs and outputs or ${MAX_PAIRS} entries: split the payment`,
    );
  const inputCount = inputCountOf(global);
  if (inputCount > MAX_INPUTS)
    throw invalidField(path, `more than ${MAX_INPUTS} inputs: spend them in several transactions`);
  const needed = writeMaps(maps.map((map, i) => neededOf(map, i, inputCount)));
  const transaction = fromLibrary(() => btc.Transaction.fromPSBT(needed, options), path, 'not a PSBT');
  if (inputCount !== transaction.inputsLength || maps.length !== 1 + inputCount + transaction.outputsLength) {
    throw invalidField(path, 'bytes follow the end of the PSBT');
  }
  const ownScript = bytesToHex(ownScriptOf(wallet));
  const inputs = Array.from({ length: transaction.inputsLength }, (_, i) => {
    return knownInput(transaction.getInput(i), maps[i + 1] ?? [], i, ownScript, path);
  });
  assertSpendsOnce(inputs, path);
  if (!inputs.some(isToSign)) throw invalidField(path, whyNoneIsLeft(inputs));
  const outputs = Array.from({ length: transaction.outputsLength }, (_, i) =>
    paidOutput(transaction, i, path),
  );
  if (outputs.length === 0) throw invalidField(path, 'has no outputs');
  return { maps, transaction, inputs, outputs, fee: feeOf(inputs, outputs, path) };
}

function assertSpendsOnce(inputs: readonly KnownInput[], path: string): void {
  const first = new Map<string, number>();
  for (const { txid, output, index } of inputs) {
    const before = first.get(`${txid}:${output}`);
    if (before !== undefined)
      throw invalidField(path, `spends an output twice: inputs ${before} and ${index} name the same one`);
    first.set(`${txid}:${output}`, index);
  }
}

function whyNoneIsLeft(inputs: readonly KnownInput[]): string {
  const final = inputs.filter(({ isOwn }) => isOwn).map(({ index }) => index);
  const why =
    final.length > 0
      ? `those of the wallet (${final.join(', ')}) are final already`
      : 'none of them spends a P2WPKH output of its address';
  return `no input is left for this wallet to sign: ${why}`;
}

function neededOf(map: PsbtMap, index: number, inputCount: number): PsbtMap {
  const types = index === 0 ? globalTypes : index <= inputCount ? inputTypes : outputTypes;
  return map.filter(({ key }) => key.length === 1 && types.includes(key[0] ?? -1));
}

/**
 * If only the wallet's address is known, that is enough to read a transaction, but not to plan its
 * signatures.
 */
function ownScriptOf({ publicKey, address, network }: SigningWallet): Uint8Array {
  if (publicKey.length > 0) return p2wpkhScript(publicKey);
  const { prefix, words } = bech32.decodeUnsafe(address) ?? { prefix: '', words: [] };
  const [version, ...program] = words;
  const hash = bech32.fromWordsUnsafe(program);
  if (prefix !== bech32PrefixOf(network) || version !== 0 || !hash || hash.length !== 20)
    throw invalidField('/address', 'must be the P2WPKH address of a wallet on this network');
  return Uint8Array.of(0x00, 0x14, ...hash);
}

/** The entries for `inputs`, with everything that others put there. */
export function wholeTransaction(
  { maps, inputs: all }: ParsedPsbt,
  inputs: readonly KnownInput[],
): btc.Transaction {
  const inputCount = inputCountOf(maps[0] ?? []);
  const whole = new Set(inputs.map(({ index }) => index + 1));
  const chosen = maps.map((map, i) => {
    if (whole.has(i)) return map;
    const needed = neededOf(map, i, inputCount);
    const spent = all[i - 1]?.spent;
    return spent ? withSpentOutput(needed, spent) : needed;
  });
  return btc.Transaction.fromPSBT(writeMaps(chosen), { ...options, disableScriptCheck: false });
}

/** The library adds up the amounts of all inputs, also of those whose previous transactions are left out here. */
function withSpentOutput(map: PsbtMap, { amount, script }: Paid): PsbtMap {
  if (map.some(({ key }) => key[0] === WITNESS_UTXO)) return map;
  return [{ key: Uint8Array.of(WITNESS_UTXO), value: encodeOutput(amount, script) }, ...map];
}

/** The inputs that this wallet signs, in their order. */
export function inputsToSign({ inputs }: ParsedPsbt): readonly KnownInput[] {
  return inputs.filter(isToSign);
}

/** The BIP-143 digests, SIGHASH_ALL, of the inputs that this wallet signs. */
export function inputDigests(psbt: ParsedPsbt, publicKey: Uint8Array): readonly Uint8Array[] {
  const { version, lockTime } = psbt.transaction;
  const inputs = psbt.inputs.map(({ txid, output, sequence }) => {
    return { txid: hexToBytes(txid).reverse(), output, sequence };
  });
  const digestOf = segwitDigests({ version, lockTime, inputs, outputs: psbt.outputs }, keyHash160(publicKey));
  return inputsToSign(psbt).map(({ index, spent }) => digestOf(index, spent.amount));
}

function isToSign({ isOwn, isFinal }: KnownInput): boolean {
  return isOwn && !isFinal;
}

function knownInput(
  input: PsbtInput,
  map: PsbtMap,
  index: number,
  ownScript: string,
  path: string,
): KnownInput {
  const { txid, index: output, witnessUtxo, sighashType, sequence = 0xffffffff } = input;
  if (txid === undefined || output === undefined) throw invalidField(path, `input ${index} names no output`);
  const proven = provenBy(map, { txid, output, witnessUtxo }, path, index);
  const spent: Paid | undefined = proven ?? witnessUtxo;
  if (!spent)
    throw invalidField(
      path,
      `input ${index} has no witness UTXO, so its amount is unknown: give it witness_utxo, or non_witness_utxo`,
    );
  const isOwn = bytesToHex(spent.script) === ownScript;
  if (isOwn && sighashType !== undefined && sighashType !== SIGHASH_ALL) {
    throw invalidField(
      path,
      `input ${index} asks for another signature type than SIGHASH_ALL: leave its sighash type out`,
    );
  }
  const { finalScriptSig: finalScript = new Uint8Array(), finalScriptWitness: finalWitness = [] } = input;
  const isFinal = finalWitness.length > 0 || finalScript.length > 0;
  const where = { index, txid: bytesToHex(txid), output, sequence };
  const final = { isFinal, finalScript, finalWitness };
  return { ...where, spent, isProven: proven !== undefined, isOwn, ...final };
}

/** From the whole transaction, if the PSBT contains it. */
function provenBy(
  map: PsbtMap,
  { txid, output, witnessUtxo }: { txid: Uint8Array; output: number; witnessUtxo: Paid | undefined },
  path: string,
  index: number,
): Paid | undefined {
  const previous = map.find(({ key }) => key.length === 1 && key[0] === PREVIOUS_TRANSACTION)?.value;
  const proven = previous && provenOutput(previous, { txid, output }, path, index);
  if (proven && witnessUtxo && !isSame(proven, witnessUtxo))
    throw invalidField(path, `input ${index} has a witness UTXO that is not the output which it spends`);
  return proven;
}

/** The input commits to the id of the whole transaction, so its output can't be another one. */
function provenOutput(
  bytes: Uint8Array,
  { txid, output }: { readonly txid: Uint8Array; readonly output: number },
  path: string,
  index: number,
): Paid {
  const previous = readPreviousOutput(bytes, output);
  if (!previous || bytesToHex(previous.id.reverse()) !== bytesToHex(txid))
    throw invalidField(path, `input ${index} brings another transaction than the one that it spends`);
  if (!previous.spent) throw invalidField(path, `input ${index} spends an output that does not exist`);
  return previous.spent;
}

function isSame(a: Paid, b: Paid): boolean {
  return a.amount === b.amount && bytesToHex(a.script) === bytesToHex(b.script);
}

function paidOutput(transaction: btc.Transaction, index: number, path: string): Paid {
  const { script, amount } = transaction.getOutput(index);
  if (!script || amount === undefined) throw invalidField(path, `output ${index} lacks its script or amount`);
  return { script, amount };
}

function feeOf(inputs: readonly KnownInput[], outputs: readonly Paid[], path: string): bigint {
  const spent = inputs.map((input) => input.spent.amount);
  const paid = outputs.map(({ amount }) => amount);
  const isOutOfRange = (amount: bigint): boolean => amount < 0n || amount > MAX_MONEY;
  for (const [what, amounts] of [
    ['input', spent],
    ['output', paid],
  ] as const) {
    const at = amounts.findIndex(isOutOfRange);
    if (at !== -1) throw invalidField(path, `out of range: the amount of ${what} ${at}`);
  }
  const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
  const fee = sum(spent) - sum(paid);
  if (fee < 0n) throw invalidField(path, `the outputs are worth more than the inputs, by ${-fee} satoshis`);
  return fee;
}

/** The library reports malformed bytes as plain errors. They are the caller's mistake. */
export function fromLibrary<T>(work: () => T, path: string, what: string): T {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 200) : 'unreadable';
    throw invalidField(path, `${what}: ${reason}`);
  }
}
