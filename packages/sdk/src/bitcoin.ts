import { inputsToSign, wrongPsbt, wrongTransaction } from './bitcoin/check-answer.js';
import { p2wpkhScript } from './bitcoin/own-script.js';
import { readPsbt, signatureKey, type Psbt } from './bitcoin/psbt.js';
import { fromBase64, sameBytes } from './core/encoding.js';
import { clientError } from './core/error.js';
import type { Receipt } from './generated/schemas.js';
import type { BitcoinWallet, SignOptions } from './wallets.js';

/** What is used of `Psbt` of bitcoinjs-lib 6 or later. */
export type BitcoinjsPsbt = { toBase64(): string; combine(...others: never[]): unknown };
/** What is used of `Transaction` of @scure/btc-signer 1 or later. */
export type ScureTransaction = {
  readonly opts: object;
  toPSBT(): Uint8Array;
  combine(other: never): unknown;
};

export type SignedPsbt = {
  /** With the wallet's signatures, in base64, in the version of the given PSBT. */
  readonly psbt: string;
  /** Ready to be sent, in hex. Null if signatures of others are missing. */
  readonly transaction: string | null;
  /** In hex, in the byte order of explorers. Null if signatures of others are missing. */
  readonly txid: string | null;
  /** If the options ask for it. */
  readonly receipt?: Receipt;
};

/**
 * Signs all inputs of a PSBT that spend the wallet's outputs (P2WPKH), with SIGHASH_ALL. It is given as base64, as
 * bytes (version 0 or 2: BIP-174, BIP-370), as `Psbt` of bitcoinjs-lib or as `Transaction` of @scure/btc-signer. These
 * two objects get the signatures too. They are not finalized.
 *
 * Before anything is given out, the answer is compared with what was sent. Its PSBT must be the given one with valid
 * signatures of the wallet's key (BIP-143), and nothing else may be added, changed or missing. Its transaction must be
 * that of the PSBT, with the witnesses of the wallet, and its id must be right. Otherwise `client.answer-mismatch` is
 * thrown. Not verified: signatures of others, the previous transactions in the PSBT, and that the wallet's address is
 * that of its public key.
 *
 * Throws `client.request-invalid` for what is no PSBT, if no input is left for the wallet to sign, and for an object
 * that changed while it was being signed or that holds another signature of the wallet already.
 */
export async function signPsbt(
  wallet: BitcoinWallet,
  psbt: string | Uint8Array | BitcoinjsPsbt | ScureTransaction,
  options: SignOptions = {},
): Promise<SignedPsbt> {
  const bytes = bytesOf(psbt);
  const script = p2wpkhScript(wallet.address);
  if (!script) throw mismatch(`${wallet.address} is no P2WPKH address`);
  const owner = { publicKey: wallet.publicKey, script };
  const { given, toSign } = parsed(bytes, owner);
  if (toSign.size === 0) throw unsuitable(`no input is left that spends an output of ${wallet.address}`);
  const answer = await wallet.signPsbt(bytes, options);
  const [text, sent] = [
    answer.psbt ?? '',
    { transaction: answer.signed_transaction, txid: answer.transaction_hash },
  ];
  const signed = await checked(async () => {
    const theirs = readPsbt(fromBase64(text));
    const wrong = (await wrongPsbt(given, theirs, owner)) ?? (await wrongTransaction(theirs, sent, owner));
    return wrong === undefined ? theirs : wrong;
  });
  if (typeof psbt === 'object' && !(psbt instanceof Uint8Array)) {
    if (!sameBytes(bytesOf(psbt), bytes))
      throw unsuitable('the PSBT changed while it was being signed: sign it again');
    merge(psbt, text);
    assertHolds(psbt, signed, wallet.publicKey);
  }
  return { psbt: text, ...sent, ...(answer.receipt && { receipt: answer.receipt }) };
}

function bytesOf(psbt: Parameters<typeof signPsbt>[1]): Uint8Array<ArrayBuffer> {
  if (psbt instanceof Uint8Array) return Uint8Array.from(psbt);
  try {
    if (typeof psbt === 'string') return fromBase64(psbt);
    return 'toBase64' in psbt ? fromBase64(psbt.toBase64()) : Uint8Array.from(psbt.toPSBT());
  } catch (cause) {
    throw unsuitable('the PSBT cannot be encoded, or is no base64', cause);
  }
}

function parsed(bytes: Uint8Array, owner: Parameters<typeof inputsToSign>[1]) {
  try {
    const given = readPsbt(bytes);
    return { given, toSign: inputsToSign(given, owner) };
  } catch (cause) {
    throw unsuitable('not a PSBT of version 0 or 2', cause);
  }
}

/** The answer's PSBT, unless `read` cannot read the answer or returns what is wrong with it. */
async function checked(read: () => Promise<Psbt | string>): Promise<Psbt> {
  const result = await read().catch((cause: unknown) => {
    throw mismatch('it cannot be read', cause);
  });
  if (typeof result === 'string') throw mismatch(result);
  return result;
}

/** Both libraries merge only objects of their own classes. The class of the caller's object reads the answer. */
function merge(psbt: BitcoinjsPsbt | ScureTransaction, signed: string): void {
  if ('toBase64' in psbt) {
    const { fromBase64: read } = psbt.constructor as unknown as { fromBase64: (text: string) => never };
    psbt.combine(read.call(psbt.constructor, signed));
  } else {
    const { fromPSBT: read } = psbt.constructor as unknown as {
      fromPSBT: (bytes: Uint8Array, options: object) => never;
    };
    psbt.combine(read.call(psbt.constructor, fromBase64(signed), psbt.opts));
  }
}

/** When both have a signature of a key, the libraries keep the one that the caller's object already had. */
function assertHolds(psbt: BitcoinjsPsbt | ScureTransaction, signed: Psbt, publicKey: string): void {
  const key = signatureKey(publicKey);
  const merged = readPsbt(bytesOf(psbt));
  for (const [index, map] of signed.inputs.entries()) {
    const own = map.get(key);
    if (own && !sameBytes(own, merged.inputs[index]?.get(key) ?? new Uint8Array()))
      throw unsuitable(`input ${index} has another signature of this wallet: sign a PSBT without it`);
  }
}

function unsuitable(message: string, cause?: unknown) {
  return clientError('client.request-invalid', message, { operation: 'signTransaction' }, cause);
}

function mismatch(what: string, cause?: unknown) {
  const message = `the signed PSBT is not what was asked for: ${what}`;
  return clientError('client.answer-mismatch', message, { operation: 'signTransaction' }, cause);
}
