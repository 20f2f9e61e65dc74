import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto';
import type { Chain } from '@wallet-service/addresses';
import type { Operation } from '@wallet-service/chains';

/** What a decision was about, as far as deciding again and explaining it needs it. */
export type DecidedRequest = {
  readonly chain: Chain;
  readonly network: string;
  readonly publicKey: Uint8Array;
  readonly issuer: string;
  /** Empty in what was stored before there were claims. */
  readonly subject: string;
  /** Of the token, as JSON. Empty: none are known. */
  readonly claims: string;
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

export type RequestCodec = {
  readonly encode: (request: DecidedRequest) => Uint8Array;
  /** Undefined if the request is of no known form. */
  readonly decode: (bytes: Buffer) => DecidedRequest | undefined;
};

/** Larger ones are seldom, and would take the room of many decisions. */
export const mostBytesOfRequest = 16 * 1024;
const version = 1;
const tagBytes = 16;
/** Each key seals one request, so that no nonce is needed. */
const nonce = Buffer.alloc(12);

/**
 * Seals what was to be signed: a message may be private, and the database needs none of it. A version, then AES-256-GCM
 * with its tag. `secrets`: the current one, which seals, and the previous one, while it is being changed.
 */
export function createRequestSeal(
  secrets: readonly Uint8Array[],
  { encode, decode }: RequestCodec,
): RequestSeal {
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
      const text = encode(request);
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
        if (text) return decode(text) ?? 'unreadable';
      }
      return 'unreadable';
    },
  };
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
