import { hash as digest } from 'node:crypto';
import { assertHashOf, readOperation, type Operation, type ReadOperation } from '@wallet-service/chains';
import type { CallScope } from '../signer/signer-client.js';
import { tokenPayload } from '../users/token-payload.js';
import type { Wallet } from '../wallets/wallet.js';
import type { Chosen } from './choose-wallet.js';
import type { SigningRequest } from './signing-request.js';

/** One request in progress: what several steps need, computed once. */
export type SigningTask = {
  readonly request: SigningRequest;
  readonly wallet: Wallet;
  readonly operation: Operation;
  readonly read: ReadOperation;
  /** The caller named the operation by its hash. */
  readonly isNamedByHash: boolean;
  readonly requestId: string;
  /** What the token says. */
  readonly token: ReturnType<typeof tokenPayload>;
  /** SHA-256 of the token. */
  readonly jwtHash: Buffer;
  /** The concatenated SHA-256 of each payload. */
  readonly payloadHashes: Buffer;
  readonly scope: CallScope;
};

export function signingTask(requestId: string, request: SigningRequest, chosen: Chosen): SigningTask {
  const { wallet, operation, hash } = chosen;
  const read = readOperation(wallet, operation);
  const { payloads } = read.plan;
  if (hash) assertHashOf(hash, payloads);
  return {
    request,
    wallet,
    operation,
    read,
    isNamedByHash: hash !== undefined,
    requestId,
    token: tokenPayload(request.jwt),
    jwtHash: sha256(request.jwt),
    payloadHashes: Buffer.concat(payloads.map(sha256)),
    scope: { deadline: request.deadline, traceId: request.traceId },
  };
}

function sha256(data: string | Uint8Array): Buffer {
  return digest('sha256', data, 'buffer');
}
