import { sameBytes, utf8 } from '../core/encoding.js';
import { bytesOf, type AnsweredBytes } from './answered.js';
import { complete, decodeCanonical, encodeCanonical, integerOf, sized, textOf } from './canonical.js';
import type { AttestedClaims } from './claims.js';
import { ProofRefused } from './proof-refused.js';
import { isEd25519Signature, sha256 } from './web-crypto.js';

/** What a client knows about its own request, without trusting the service. */
export type ClientRequest = {
  readonly chain: string;
  /** The wallet's, as text. */
  readonly address: string;
  /** `raw_hash`, `message`, `eip7702_authorization`, `transaction` or `typed_data`. */
  readonly operation: string;
  /** The token of the request, as it was sent. */
  readonly jwt: string;
  /** The bytes that the wallet's key signs, in order: on ETH and BTC digests of 32 bytes, on SOL the message itself. */
  readonly payloads: readonly Uint8Array[];
};

/** What a signer did for one request. The signer verified or did everything in it itself. Hashes are SHA-256. */
export type VerifiedReceipt = {
  readonly applicationId: string;
  readonly walletId: string;
  readonly chain: string;
  readonly network: string;
  readonly address: string;
  readonly operation: string;
  readonly requestHash: Uint8Array;
  /** Of the token as the signer received it. */
  readonly jwtHash: Uint8Array;
  readonly payloadHashes: readonly Uint8Array[];
  /** Of the policy service's verdict. */
  readonly verdictHash: Uint8Array;
  readonly rootVersion: number;
  /** Of the root document's payload. */
  readonly rootHash: Uint8Array;
  /** Of each signature (64 bytes: r || s, or Ed25519), in order. */
  readonly signatureHashes: readonly Uint8Array[];
  /** Unix seconds, by the signer's clock. */
  readonly time: number;
};

export type ReceiptExpectation = {
  /** The result of `hashOfRequest`, which is enough to keep with a receipt, without the token. */
  readonly requestHash: Uint8Array;
  /**
   * 64 bytes each, r || s or Ed25519, in order. If they are left out, the caller must verify the signatures under the
   * wallet's address.
   */
  readonly signatures?: readonly Uint8Array[];
} & Partial<Pick<VerifiedReceipt, 'applicationId' | 'walletId' | 'network'>>;

const fieldCount = 14;

/** The value by which a receipt identifies its request, 32 bytes. */
export async function hashOfRequest({ jwt, payloads, ...texts }: ClientRequest): Promise<Uint8Array> {
  return requestHashOf({
    ...texts,
    jwtHash: await sha256(utf8(jwt)),
    payloadHashes: await Promise.all(payloads.map(sha256)),
  });
}

/**
 * Verifies a receipt of the attested signer for this request. `answered`: the `receipt` of the answer. `claims`: of
 * `verifyAttestation`, for the signer with the receipt's `public_key`. Offline: a receipt stays valid as long as its
 * attestation is kept with it. Throws ProofRefused.
 */
export async function verifyReceipt(
  answered: { readonly statement: AnsweredBytes; readonly signature: AnsweredBytes },
  claims: Pick<AttestedClaims, 'receiptPublicKey'>,
  expected: ReceiptExpectation,
): Promise<VerifiedReceipt> {
  const statement = bytesOf(answered.statement, 'receipt-malformed');
  const signature = bytesOf(answered.signature, 'receipt-malformed');
  const signed = encodeCanonical('wallet-service/receipt-signature/1', [statement]);
  if (!(await isEd25519Signature(claims.receiptPublicKey, signed, signature)))
    throw new ProofRefused('receipt-signature');
  const receipt = decodeReceipt(statement);
  if (receipt === undefined) throw new ProofRefused('receipt-malformed');
  const { requestHash, signatures, ...texts } = expected;
  // A signer that contradicts itself is not trusted either.
  const isOwn = sameBytes(receipt.requestHash, await requestHashOf(receipt));
  if (!isOwn || !sameBytes(receipt.requestHash, requestHash))
    throw new ProofRefused('receipt-mismatch', 'requestHash');
  if (signatures && !areSame(receipt.signatureHashes, await Promise.all(signatures.map(sha256))))
    throw new ProofRefused('receipt-mismatch', 'signatures');
  for (const name of ['applicationId', 'walletId', 'network'] as const)
    if (texts[name] !== undefined && receipt[name] !== texts[name])
      throw new ProofRefused('receipt-mismatch', name);
  return receipt;
}

type HashedRequest = Pick<VerifiedReceipt, 'chain' | 'address' | 'operation' | 'jwtHash' | 'payloadHashes'>;

async function requestHashOf({
  chain,
  address,
  operation,
  jwtHash,
  payloadHashes,
}: HashedRequest): Promise<Uint8Array> {
  const texts = [chain, address, operation].map(utf8);
  const hashes = encodeCanonical(listDomain, payloadHashes);
  return sha256(encodeCanonical('wallet-service/receipt/request/1', [...texts, jwtHash, hashes]));
}

const listDomain = 'wallet-service/receipt/list/1';

function decodeReceipt(bytes: Uint8Array): VerifiedReceipt | undefined {
  const fields = decodeCanonical('wallet-service/receipt/2', bytes);
  if (fields?.length !== fieldCount) return undefined;
  return complete<VerifiedReceipt>({
    applicationId: textOf(fields[0]),
    walletId: textOf(fields[1]),
    chain: textOf(fields[2]),
    network: textOf(fields[3]),
    address: textOf(fields[4]),
    operation: textOf(fields[5]),
    requestHash: sized(fields[6], 32),
    jwtHash: sized(fields[7], 32),
    payloadHashes: hashesIn(fields[8]),
    verdictHash: sized(fields[9], 32),
    rootVersion: integerOf(fields[10]),
    rootHash: sized(fields[11], 32),
    signatureHashes: hashesIn(fields[12]),
    time: integerOf(fields[13]),
  });
}

function hashesIn(bytes: Uint8Array | undefined): readonly Uint8Array[] | undefined {
  const hashes = bytes && decodeCanonical(listDomain, bytes);
  return hashes?.every(({ length }) => length === 32) ? hashes : undefined;
}

function areSame(left: readonly Uint8Array[], right: readonly Uint8Array[]): boolean {
  return (
    left.length === right.length &&
    left.every((bytes, index) => sameBytes(bytes, right[index] ?? new Uint8Array(0)))
  );
}
