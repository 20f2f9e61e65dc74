import { fromBase64, sameBytes, toBase64, toHex } from '../core/encoding.js';
import { toBase58 } from '../solana/base58.js';
import { joined } from './joined.js';
import type { TestKey } from './test-key.js';
import { invalid } from './refusal.js';

// PKCS #8 (RFC 8410) before the 32 bytes of an Ed25519 private key.
const prefix = [0x30, 0x2e, 0x02, 0x01, 0, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];

/** Ed25519 by WebCrypto. */
export async function solanaKey(seed: Uint8Array): Promise<TestKey> {
  const pkcs8 = Uint8Array.from([...prefix, ...seed]);
  const key = await crypto.subtle.importKey('pkcs8', pkcs8, 'Ed25519', true, ['sign']);
  const publicKey = fromBase64((await crypto.subtle.exportKey('jwk', key)).x ?? '');
  const sign = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
    new Uint8Array(await crypto.subtle.sign('Ed25519', key, bytes));

  return {
    address: toBase58(publicKey),
    publicKey: toHex(publicKey),
    message: async (message) => {
      const signature = await sign(Uint8Array.from(message));
      return { signature: toHex(signature), r: null, s: null, v: null };
    },
    transaction: async (payload) => {
      const { message, signatures, own, isVersion1 } = readTransaction(payload, publicKey);
      const signature = await sign(message);
      const all = signatures.map((each, index) => (index === own ? signature : each));
      const wire = isVersion1 ? [message, ...all] : [Uint8Array.of(all.length), ...all, message];
      const [payer = signature] = all;
      return {
        signed_transaction: toBase64(joined(wire)),
        transaction_hash: payer.some((byte) => byte !== 0) ? toBase58(payer) : null,
        signature: toHex(signature),
        signature_base58: toBase58(signature),
      };
    },
  };
}

type Transaction = {
  readonly message: Uint8Array<ArrayBuffer>;
  /** All zero where one is missing. */
  readonly signatures: readonly Uint8Array[];
  /** The place of the wallet among the signers. */
  readonly own: number;
  readonly isVersion1: boolean;
};

/** A transaction or its message: legacy, version 0, or version 1 (SIMD-0385), whose signatures follow the message. */
function readTransaction(payload: unknown, publicKey: Uint8Array): Transaction {
  const bytes = bytesOf(payload);
  const isVersion1 = bytes[0] === 0x81;
  const [count = 0] = bytes;
  // Nobody signs with more than 19 keys: a packet has no room. So the count of signatures has one byte.
  const isWhole = !isVersion1 && count > 0 && count < 20 && isMessage(bytes.subarray(1 + 64 * count), count);
  const message = isVersion1 ? messageOfVersion1(bytes) : bytes.slice(isWhole ? 1 + 64 * count : 0);
  const { signers, keys } = headerOf(message);
  const begin = isVersion1 ? message.length : 1;
  const isGiven = isWhole || (isVersion1 && bytes.length === message.length + 64 * signers);
  const signatures = Array.from({ length: signers }, (_, index) =>
    isGiven ? bytes.slice(begin + 64 * index, begin + 64 * (index + 1)) : new Uint8Array(64),
  );
  const own = keys.slice(0, signers).findIndex((key) => sameBytes(key, publicKey));
  if (own === -1) throw invalid('/payload', 'this wallet is not among the signers of the transaction');
  return { message, signatures, own, isVersion1 };
}

function bytesOf(payload: unknown): Uint8Array<ArrayBuffer> {
  try {
    if (typeof payload === 'string' && payload !== '') return fromBase64(payload);
  } catch {
    // The error below says it.
  }
  throw invalid('/payload', 'must be a transaction or its message in base64');
}

/** Whether a message with this number of signers can begin here. */
function isMessage(bytes: Uint8Array, signers: number): boolean {
  const [first = 0, second] = bytes;
  return first === 0x80 ? second === signers : first === signers;
}

type Header = { readonly signers: number; readonly keys: readonly Uint8Array[]; readonly end: number };

/** The counts of signers and the keys, of which there are fewer than 128. `end`: where the keys end. */
function headerOf(message: Uint8Array): Header {
  const [first = 0] = message;
  const begin = first >= 0x80 ? 1 : 0;
  const signers = message[begin] ?? 0;
  // In version 1 the mask of the settings, a block hash and the number of instructions come before the keys.
  const place = first === 0x81 ? begin + 3 + 4 + 32 + 1 : begin + 3;
  const count = message[place] ?? 0;
  const end = place + 1 + 32 * count;
  const keys = Array.from({ length: count }, (_, index) =>
    message.slice(place + 1 + 32 * index, place + 33 + 32 * index),
  );
  if (signers === 0 || signers > count || end > message.length)
    throw invalid('/payload', 'must be a transaction or its message');
  return { signers, keys, end };
}

/** After the keys: 4 bytes for each bit of the mask, a header of 4 bytes for each instruction, and their contents. */
function messageOfVersion1(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(bytes.buffer);
  let at = headerOf(bytes).end;
  for (let mask = view.getUint32(4, true); mask > 0; mask >>>= 1) at += 4 * (mask & 1);
  const instructions = bytes[40] ?? 0;
  let end = at + 4 * instructions;
  if (end > bytes.length) throw invalid('/payload', 'must be a transaction or its message');
  for (let index = 0; index < instructions; index += 1)
    end += view.getUint8(at + 4 * index + 1) + view.getUint16(at + 4 * index + 2, true);
  return bytes.slice(0, end);
}
