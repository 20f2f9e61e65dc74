import { Refused } from '@wallet-service/signer-protocol';
import type { AttestationRequest } from './attestation-device.js';
import { decodeCbor, encodeCbor, MalformedCbor, type Cbor } from './cbor.js';

/** The NSM's request for an attestation document. It takes absent fields as null. */
export function attestationQuery({ nonce, userData, publicKey }: AttestationRequest): Uint8Array {
  const field = (bytes: Uint8Array): Cbor => (bytes.length > 0 ? bytes : null);
  const fields: [string, Cbor][] = [
    ['user_data', field(userData)],
    ['nonce', field(nonce)],
    ['public_key', field(publicKey)],
  ];
  return encodeCbor(new Map([['Attestation', new Map(fields)]]));
}

/** The NSM's request for randomness: a request without fields is its bare name. */
export const randomQuery = encodeCbor('GetRandom');

/** The document in the NSM's answer. Throws Refused('unavailable') for an error of the NSM and for anything else. */
export function documentIn(answer: Uint8Array): Uint8Array {
  return bytesIn(answer, 'Attestation', 'document');
}

/** The random bytes in the NSM's answer. Throws like `documentIn`. */
export function randomIn(answer: Uint8Array): Uint8Array {
  return bytesIn(answer, 'GetRandom', 'random');
}

function bytesIn(answer: Uint8Array, name: string, field: string): Uint8Array {
  const decoded = readCbor(answer);
  const fields = decoded instanceof Map ? (decoded as Map<unknown, unknown>).get(name) : undefined;
  const bytes = fields instanceof Map ? (fields as Map<unknown, unknown>).get(field) : undefined;
  if (!(bytes instanceof Uint8Array) || bytes.length === 0)
    throw new Refused('unavailable', { device: 'nsm' });
  return bytes;
}

/**
 * When the hypervisor made a document, in Unix milliseconds. It is the only clock that the host cannot set.
 * Reads the document as the NSM writes it (COSE_Sign1, untagged) and verifies no signature: only for
 * documents from our own device.
 */
export function timeOfDocument(document: Uint8Array): number {
  const parts = readCbor(document);
  const payload: unknown = Array.isArray(parts) ? parts[2] : undefined;
  const fields = payload instanceof Uint8Array ? readCbor(payload) : undefined;
  const timestamp = fields instanceof Map ? (fields as Map<unknown, unknown>).get('timestamp') : undefined;
  if (typeof timestamp !== 'number') throw new Refused('unavailable', { device: 'nsm' });
  return timestamp;
}

function readCbor(bytes: Uint8Array): Cbor {
  try {
    return decodeCbor(bytes);
  } catch (error) {
    if (error instanceof MalformedCbor) throw new Refused('unavailable', { device: 'nsm' });
    throw error;
  }
}
