import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import { base64 } from '@scure/base';
import { AppError } from '@wallet-service/errors';
import type { RawSignature } from '../operation.js';
import { assertSignature } from '../raw-signature.js';
import { derSignature } from './der-signature.js';
import { encodeTransaction, type FinalInput } from './final-transaction.js';
import { inputsToSign, wholeTransaction, type KnownInput, type ParsedPsbt } from './psbt.js';
import { writeMaps, type PsbtMap } from './psbt-maps.js';
import { hash256, SIGHASH_ALL } from './segwit-digest.js';

/**
 * The PSBT in base64 with the wallet's signatures and, if no other is missing, the transaction in hex and its
 * id, otherwise null.
 */
export type SignedBitcoinTransaction = {
  readonly psbt: string;
  readonly signed_transaction: string | null;
  readonly transaction_hash: string | null;
};

const PARTIAL_SIGNATURE = 0x02;
/**
 * How much the inputs of others may contain for their signatures to be assembled here, because each entry may
 * cost as much as a signature.
 */
const MAX_ENTRIES_OF_OTHERS = 40;

/** Adds the signatures, one for each payload of the plan, in order. Signatures of others are kept. */
export function signedPsbt(
  parsed: ParsedPsbt,
  publicKey: Uint8Array,
  signatures: readonly RawSignature[],
): SignedBitcoinTransaction {
  const own = inputsToSign(parsed);
  if (own.length !== signatures.length)
    throw new AppError('internal', 'one signature for each input is needed');
  const made = new Map(
    signatures.map((raw, i) => {
      assertSignature(raw);
      const signature = concatBytes(derSignature(raw.signature), Uint8Array.of(SIGHASH_ALL));
      return [own[i]?.index ?? -1, signature];
    }),
  );
  const key = concatBytes(Uint8Array.of(PARTIAL_SIGNATURE), publicKey);
  const maps = parsed.maps.map((map, i) => {
    const signature = made.get(i - 1);
    return signature ? withPair(map, key, signature) : map;
  });
  return { psbt: base64.encode(writeMaps(maps)), ...complete(parsed, made, publicKey) };
}

/**
 * In the order of the keys. An existing entry is an earlier or a false signature of this wallet, because
 * nobody else can sign this input.
 */
function withPair(map: PsbtMap, key: Uint8Array, value: Uint8Array): PsbtMap {
  const others = map.filter((pair) => Buffer.compare(pair.key, key) !== 0);
  const after = others.findIndex((pair) => Buffer.compare(pair.key, key) > 0);
  const at = after === -1 ? others.length : after;
  return [...others.slice(0, at), { key, value }, ...others.slice(at)];
}

type Complete = Pick<SignedBitcoinTransaction, 'signed_transaction' | 'transaction_hash'>;

function complete(
  parsed: ParsedPsbt,
  made: ReadonlyMap<number, Uint8Array>,
  publicKey: Uint8Array,
): Complete {
  const finalOthers = finalInputsOfOthers(parsed);
  if (!finalOthers) return { signed_transaction: null, transaction_hash: null };
  const { transaction, outputs } = parsed;
  const inputs = parsed.inputs.map((input): FinalInput => {
    const { index, output, sequence, finalScript, finalWitness } = input;
    const where = { txid: hexToBytes(input.txid).reverse(), output, sequence };
    const signature = made.get(index);
    if (signature) return { ...where, script: new Uint8Array(), witness: [signature, publicKey] };
    return { ...where, ...(finalOthers.get(index) ?? { script: finalScript, witness: finalWitness }) };
  });
  const { version, lockTime } = transaction;
  const { whole, base } = encodeTransaction({ version, lockTime, inputs, outputs });
  return { signed_transaction: bytesToHex(whole), transaction_hash: bytesToHex(hash256(base).reverse()) };
}

type FinalScripts = Pick<FinalInput, 'script' | 'witness'>;

/**
 * The inputs of others that are not final yet, finalised from their signatures. Undefined if something is
 * missing.
 */
function finalInputsOfOthers(parsed: ParsedPsbt): ReadonlyMap<number, FinalScripts> | undefined {
  const others = parsed.inputs.filter(({ isOwn, isFinal }) => !isOwn && !isFinal);
  if (others.length === 0) return new Map();
  const entries = others.reduce((sum, { index }) => sum + (parsed.maps[index + 1]?.length ?? 0), 0);
  if (entries > MAX_ENTRIES_OF_OTHERS) return undefined;
  try {
    const transaction = wholeTransaction(parsed, others);
    return new Map(others.map((input) => [input.index, finalized(transaction, input)]));
  } catch {
    // The library cannot be asked. Another signature is missing.
    return undefined;
  }
}

function finalized(transaction: ParsedPsbt['transaction'], { index }: KnownInput): FinalScripts {
  transaction.finalizeIdx(index);
  const { finalScriptSig: script = new Uint8Array(), finalScriptWitness: witness = [] } =
    transaction.getInput(index);
  return { script, witness };
}
