import { createHash } from 'node:crypto';
import { readOperation, type ReadOperation } from '@wallet-service/chains';
import type { CallScope } from '../signer/signer-client.js';
import type { Wallet } from '../wallets/wallet.js';
import type { SigningRequest } from './signing-request.js';

/** One request on its way: what several steps need, computed once. */
export type SigningTask = {
  readonly request: SigningRequest;
  readonly wallet: Wallet;
  readonly read: ReadOperation;
  readonly requestId: string;
  /** SHA-256 of the token. */
  readonly jwtHash: Buffer;
  /** SHA-256 of each payload, one after the other. */
  readonly payloadHashes: Buffer;
  readonly scope: CallScope;
};

export function signingTask(requestId: string, request: SigningRequest, wallet: Wallet): SigningTask {
  const read = readOperation(wallet, request.operation);
  return {
    request,
    wallet,
    read,
    requestId,
    jwtHash: sha256(request.jwt),
    payloadHashes: Buffer.concat(read.plan.payloads.map(sha256)),
    scope: { deadline: request.deadline, traceId: request.traceId },
  };
}

function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}
