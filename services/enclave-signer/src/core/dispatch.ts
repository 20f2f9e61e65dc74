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
import type { AuthorizeUseDeps } from './authorize-use.js';
import { claimWallet } from './claim-wallet.js';
import { createApplicationKey, type CreateApplicationKeyDeps } from './create-application-key.js';
import { createPregeneratedWallet } from './create-pregenerated-wallet.js';
import { createWallet, type CreateWalletDeps } from './create-wallet.js';
import { exportPrivateKey } from './export-private-key.js';
import { getImportKey } from './get-import-key.js';
import { getStatus } from './get-status.js';
import { importPrivateKey } from './import-private-key.js';
import { methodExists, type Phase } from './phases.js';
import { recoverAccessKey } from './recover-access-key.js';
import { rewrapApplicationKey } from './rewrap-application-key.js';
import { rotateAccessKey } from './rotate-access-key.js';
import { sign } from './sign.js';
import { signJournalHead, type SignJournalHeadDeps } from './sign-journal-head.js';
import { updateTrustBundle } from './update-trust-bundle.js';
import { wipe } from './wipe.js';

export type DispatchDeps = AuthorizeUseDeps &
  CreateWalletDeps &
  CreateApplicationKeyDeps &
  SignJournalHeadDeps;

export type DispatchCall = {
  readonly method: string;
  readonly request: Uint8Array;
  /** Aborted when the deadline passes or the caller is gone. */
  readonly signal: AbortSignal;
};

/** Bytes. A trust bundle is signed JSON of every application's key sets; everything else is small. */
export function maxRequestBytes(method: SignerMethod): number {
  return method === 'UpdateTrustBundle' ? 16 * 1024 * 1024 : 128 * 1024;
}

/** The closed list of what the signer does: size, then form, then phase, then the one function of the method. */
export async function dispatch(
  { method, request, signal }: DispatchCall,
  phase: Phase,
  deps: DispatchDeps,
  metrics: () => string,
): Promise<Uint8Array> {
  if (!isSignerMethod(method)) throw new Refused('method-unknown');
  if (request.length > maxRequestBytes(method)) throw new Refused('malformed-request', { field: 'size' });
  if (!methodExists(phase, method)) throw new Refused('unavailable', { phase });
  try {
    return await perform(method, request, phase, deps, metrics, signal);
  } finally {
    // It has been copied where it was needed, and it may hold an access key.
    wipe(request);
  }
}

async function perform(
  method: SignerMethod,
  request: Uint8Array,
  phase: Phase,
  deps: DispatchDeps,
  metrics: () => string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  switch (method) {
    case 'CreateApplicationKey':
      return respond(method, await createApplicationKey(deps, decode(method, request)));
    case 'CreateWallet':
      return respondWithSecret(method, await createWallet(deps, decode(method, request)));
    case 'Sign': {
      const decoded = decode(method, request);
      return forget(decoded.accessKey, async () => respond(method, await sign(deps, decoded, signal)));
    }
    case 'RotateAccessKey': {
      const decoded = decode(method, request);
      return forget(decoded.accessKey, async () =>
        respondWithSecret(method, await rotateAccessKey(deps, decoded)),
      );
    }
    case 'RecoverAccessKey':
      return respondWithSecret(method, await recoverAccessKey(deps, decode(method, request)));
    case 'CreatePregeneratedWallet':
      return respond(method, await createPregeneratedWallet(deps, decode(method, request)));
    case 'ClaimWallet':
      return respond(method, await claimWallet(deps, decode(method, request)));
    case 'ExportPrivateKey': {
      const decoded = decode(method, request);
      return forget(decoded.accessKey, async () =>
        respond(method, await exportPrivateKey(deps, decoded, signal)),
      );
    }
    case 'GetImportKey':
      return respond(method, await getImportKey(deps, decode(method, request)));
    case 'ImportPrivateKey':
      return respondWithSecret(method, await importPrivateKey(deps, decode(method, request)));
    case 'RewrapApplicationKey':
      return respond(method, await rewrapApplicationKey(deps, decode(method, request)));
    case 'SignJournalHead':
      return respond(method, await signJournalHead(deps, decode(method, request)));
    case 'UpdateTrustBundle':
      return respond(method, updateTrustBundle(deps, decode(method, request)));
    case 'GetStatus':
      decode(method, request);
      return respond(method, getStatus(phase, deps.trust, metrics()));
  }
}

/** Wipes an access key when the work that needed it is over, however it ended. */
async function forget(accessKey: Uint8Array, work: () => Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await work();
  } finally {
    wipe(accessKey);
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

function respondWithSecret<
  M extends 'CreateWallet' | 'ImportPrivateKey' | 'RotateAccessKey' | 'RecoverAccessKey',
>(method: M, response: SignerResponse<M> & { readonly accessKey: Uint8Array }): Uint8Array {
  const bytes = respond(method, response);
  wipe(response.accessKey);
  return bytes;
}
