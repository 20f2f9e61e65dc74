import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import { isChain, type Chain } from '@wallet-service/addresses';
import { operationFromWire, operationToWire, type Operation } from '@wallet-service/chains';
import { definitions, type PolicyDefinition, type ReceivedRequestOf } from '@wallet-service/grpc';

/** What a decision was about, as far as deciding again needs it. */
export type DecidedRequest = {
  readonly chain: Chain;
  readonly network: string;
  readonly publicKey: Uint8Array;
  readonly issuer: string;
  readonly operation: Operation;
};

/** Why a stored request cannot be read. */
export type Unreadable = 'older_release' | 'too_large' | 'unreadable';

export type RequestSeal = {
  /** Empty if the request is too large to be stored. */
  readonly seal: (row: Row, request: DecidedRequest) => Buffer;
  readonly open: (row: Row, stored: Buffer | null) => DecidedRequest | Unreadable;
};

/** The decision that the request belongs to. Bytes that are moved to another row do not open. */
export type Row = { readonly application_id: string; readonly id: string };

/** Larger ones are seldom, and would take the room of many decisions. */
export const mostBytesOfRequest = 16 * 1024;
const version = 1;
const tagBytes = 16;
/** Each key seals one request, so that no nonce is needed. */
const nonce = Buffer.alloc(12);
const { requestSerialize, requestDeserialize } = definitions.policy.methods.Evaluate;

/**
 * Seals what was to be signed: a message may be private, and the database needs none of it. A version, then AES-256-GCM
 * with its tag. `secrets`: the current one, which seals, and the previous one, while it is being changed.
 */
export function createRequestSeal(secrets: readonly Uint8Array[]): RequestSeal {
  const roots = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', 'wallet-service/policy/decided-request/1', 32)),
  );
  const keyOf = (root: Buffer, { application_id: applicationId, id }: Row) =>
    createHmac('sha256', root)
      .update(`${Buffer.byteLength(applicationId)}\n${applicationId}${id}`)
      .digest();
  return {
    seal(row, request) {
      const [root] = roots;
      const text = encoded(request);
      if (!root || text.length > mostBytesOfRequest) return Buffer.alloc(0);
      const cipher = createCipheriv('aes-256-gcm', keyOf(root, row), nonce, { authTagLength: tagBytes });
      return Buffer.concat([
        Buffer.from([version]),
        cipher.update(text),
        cipher.final(),
        cipher.getAuthTag(),
      ]);
    },
    open(row, stored) {
      if (stored === null) return 'older_release';
      if (stored.length === 0) return 'too_large';
      for (const root of roots) {
        const text = opened(stored, keyOf(root, row));
        if (text) return decoded(text);
      }
      return 'unreadable';
    },
  };
}

/** In the form in which the request came. */
function encoded({ chain, network, publicKey, issuer, operation }: DecidedRequest): Buffer {
  return requestSerialize({ chain, network, publicKey, issuer, operation: operationToWire(operation) });
}

function decoded(text: Buffer): DecidedRequest | 'unreadable' {
  const wire = requestDeserialize(text) as ReceivedRequestOf<PolicyDefinition['Evaluate']>;
  const { chain, network, publicKey, issuer } = wire;
  if (!isChain(chain)) return 'unreadable';
  return { chain, network, publicKey, issuer, operation: operationFromWire(wire.operation) };
}

function opened(stored: Buffer, key: Buffer): Buffer | undefined {
  if (stored[0] !== version || stored.length < 1 + tagBytes) return undefined;
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes });
  decipher.setAuthTag(stored.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(stored.subarray(1, -tagBytes)), decipher.final()]);
  } catch {
    // Under another key, or altered. Nothing more can be learned.
    return undefined;
  }
}
