import {
  decodeMessage,
  encodeMessage,
  isSignerMethod,
  MalformedMessage,
  Refused,
  signerMethods,
  type SignerMethod,
  type SignerRequest,
  type SignerResponse,
} from '@wallet-service/signer-protocol';
import { createApplicationKey, type CreateApplicationKeyDeps } from './create-application-key.js';
import { createWallet, type CreateWalletDeps } from './create-wallet.js';
import { getStatus } from './get-status.js';
import { methodExists, type Phase } from './phases.js';
import { sign, type SignDeps } from './sign.js';
import { updateTrustBundle } from './update-trust-bundle.js';
import { wipe } from './wipe.js';

export type DispatchDeps = SignDeps & CreateWalletDeps & CreateApplicationKeyDeps;

export type DispatchCall = {
  readonly method: string;
  readonly request: Uint8Array;
  /** Aborted when the deadline passes or the caller is gone. */
  readonly signal: AbortSignal;
};

/** Bytes. A trust bundle is signed JSON of every application's key sets; everything else is small. */
export const maxRequestBytes: Readonly<Record<SignerMethod, number>> = {
  CreateApplicationKey: 128 * 1024,
  CreateWallet: 128 * 1024,
  Sign: 128 * 1024,
  UpdateTrustBundle: 16 * 1024 * 1024,
  GetStatus: 128 * 1024,
};

/** The closed list of what the signer does: size, then form, then phase, then the one function of the method. */
export async function dispatch(
  { method, request, signal }: DispatchCall,
  phase: Phase,
  deps: DispatchDeps,
  metrics: () => string,
): Promise<Uint8Array> {
  if (!isSignerMethod(method)) throw new Refused('method-unknown');
  if (request.length > maxRequestBytes[method]) throw new Refused('malformed-request', { field: 'size' });
  if (!methodExists(phase, method)) throw new Refused('unavailable', { phase });
  switch (method) {
    case 'CreateApplicationKey':
      return respond(method, await createApplicationKey(deps, decode(method, request)));
    case 'CreateWallet': {
      const created = await createWallet(deps, decode(method, request));
      const response = respond(method, created);
      wipe(created.accessKey);
      return response;
    }
    case 'Sign': {
      const decoded = decode(method, request);
      try {
        return respond(method, await sign(deps, decoded, signal));
      } finally {
        // Both the copy and what it was copied from: an access key is the caller's secret.
        wipe(decoded.accessKey, request);
      }
    }
    case 'UpdateTrustBundle':
      return respond(method, updateTrustBundle(deps, decode(method, request)));
    case 'GetStatus':
      decode(method, request);
      return respond(method, getStatus(phase, deps.trust, metrics()));
  }
}

function decode<M extends SignerMethod>(method: M, bytes: Uint8Array): SignerRequest<M> {
  try {
    return decodeMessage(signerMethods[method].request, bytes);
  } catch (error) {
    if (error instanceof MalformedMessage) throw new Refused('malformed-request', { problem: error.message });
    throw error;
  }
}

function respond<M extends SignerMethod>(method: M, response: SignerResponse<M>): Uint8Array {
  return encodeMessage(signerMethods[method].response, response);
}
