import { fromHex } from '../core/encoding.js';
import { clientError } from '../core/error.js';
import { addressBytes } from './base58.js';

type Proven = {
  /** Base58. */
  readonly address: string;
  readonly operation: 'signMessage' | 'signTransaction';
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The answer to a request for a signature over `bytes`. */
  readonly ask: () => Promise<{ readonly signature?: string }>;
};

/**
 * The 64 bytes of the answer's signature, once WebCrypto has verified them (Ed25519, RFC 8032) over `bytes` under the
 * address. Throws `client.answer-mismatch` if they are anything else. Throws `client.unsupported` before it asks, if
 * the runtime has no Ed25519.
 */
export async function provenSignature({
  address,
  operation,
  bytes,
  ask,
}: Proven): Promise<Uint8Array<ArrayBuffer>> {
  const key = await verificationKey(address, operation);
  const { signature = '' } = await ask();
  const wrong = () =>
    clientError('client.answer-mismatch', `the answer has no signature of ${address} for these bytes`, {
      operation,
    });
  if (!/^0x[0-9a-fA-F]{128}$/.test(signature)) throw wrong();
  const own = fromHex(signature);
  if (!(await crypto.subtle.verify('Ed25519', key, own, bytes))) throw wrong();
  return own;
}

async function verificationKey(address: string, operation: string): Promise<CryptoKey> {
  const bytes = addressBytes(address);
  if (!bytes) throw clientError('client.answer-mismatch', `${address} is no Solana address`, { operation });
  try {
    return await crypto.subtle.importKey('raw', bytes, 'Ed25519', false, ['verify']);
  } catch (cause) {
    const remedy = 'use Node 20, Chromium 137, Firefox 129, Safari 17 or later';
    const message = `the signature could not be verified, because WebCrypto has no Ed25519 here: ${remedy}`;
    throw clientError('client.unsupported', message, { operation }, cause);
  }
}
