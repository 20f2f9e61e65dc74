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
import { attest, type AttestDeps } from './attest.js';
import { claimWallet } from './claim-wallet.js';
import { cosignCheckpoint, type CosignCheckpointDeps } from './cosign-checkpoint.js';
import { createApplicationKey, type CreateApplicationKeyDeps } from './create-application-key.js';
import { createPregeneratedWallet } from './create-pregenerated-wallet.js';
import { createWallet, type CreateWalletDeps } from './create-wallet.js';
import { exportPrivateKey } from './export-private-key.js';
import { getImportKey } from './get-import-key.js';
import { getStatus } from './get-status.js';
import { hashEmail } from './hash-email.js';
import { importPrivateKey } from './import-private-key.js';
import { methodExists, type Phase } from './phases.js';
import { recoverAccessKey } from './recover-access-key.js';
import { rewrapApplicationKey } from './rewrap-application-key.js';
import { rotateAccessKey } from './rotate-access-key.js';
import { sign, type SignDeps } from './sign.js';
import { updateTrust } from './update-trust.js';
import { verifyWalletRecord } from './verify-wallet-record.js';
import { voidVerdict, type VoidVerdictDeps } from './void-verdict.js';
import { wipe } from './wipe.js';

export type DispatchDeps = SignDeps &
  AttestDeps &
  CreateWalletDeps &
  CreateApplicationKeyDeps &
  CosignCheckpointDeps &
  VoidVerdictDeps;

export type DispatchCall = {
  readonly method: string;
  readonly request: Uint8Array;
  /** Aborted when the deadline passes or the caller is gone. */
  readonly signal: Pick<AbortSignal, 'aborted'>;
};

/** Bytes. What an application trusts has the key sets of its providers; everything else is small. */
export function maxRequestBytes(method: SignerMethod): number {
  return method === 'UpdateTrust' ? 1024 * 1024 : 128 * 1024;
}

type Scope = {
  readonly deps: DispatchDeps;
  readonly phase: Phase;
  /** Prometheus text format. */
  readonly metrics: () => string;
  readonly signal: Pick<AbortSignal, 'aborted'>;
};

type Answer<M extends SignerMethod> = SignerResponse<M> | Promise<SignerResponse<M>>;

/** The closed list of the signer's methods. */
const actions: {
  readonly [M in SignerMethod]: (request: SignerRequest<M>, scope: Scope) => Answer<M>;
} = {
  CreateApplicationKey: (request, { deps }) => createApplicationKey(deps, request),
  CreateWallet: (request, { deps }) => createWallet(deps, request),
  Sign: (request, { deps, signal }) => sign(deps, request, signal),
  VerifyWalletRecord: (request, { deps }) => verifyWalletRecord(deps, request),
  RotateAccessKey: (request, { deps }) => rotateAccessKey(deps, request),
  RecoverAccessKey: (request, { deps }) => recoverAccessKey(deps, request),
  CreatePregeneratedWallet: (request, { deps }) => createPregeneratedWallet(deps, request),
  HashEmail: (request, { deps }) => hashEmail(deps, request),
  ClaimWallet: (request, { deps }) => claimWallet(deps, request),
  ExportPrivateKey: (request, { deps, signal }) => exportPrivateKey(deps, request, signal),
  GetImportKey: (request, { deps }) => getImportKey(deps, request),
  ImportPrivateKey: (request, { deps }) => importPrivateKey(deps, request),
  VoidVerdict: (request, { deps }) => voidVerdict(deps, request),
  RewrapApplicationKey: (request, { deps }) => rewrapApplicationKey(deps, request),
  CosignCheckpoint: (request, { deps }) => cosignCheckpoint(deps, request),
  Attest: (request, { deps }) => attest(deps, request),
  UpdateTrust: (request, { deps }) => updateTrust(deps, request),
  GetStatus: (request, { deps, phase, metrics }) => getStatus(phase, deps, request, metrics()),
};

/** Checks size, then form, then phase. Then runs the one action of the method. */
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
    return await perform(method, actions[method], request, { deps, phase, metrics, signal });
  } finally {
    // Its parts were copied where needed, and it may contain an access key.
    wipe(request);
  }
}

async function perform<M extends SignerMethod>(
  method: M,
  action: (typeof actions)[M],
  bytes: Uint8Array,
  scope: Scope,
): Promise<Uint8Array> {
  const request = decode(method, bytes);
  try {
    const response = await action(request, scope);
    const encoded = encodeMessage(signerMethods[method].response, response as never);
    wipeAccessKey(response);
    return encoded;
  } finally {
    wipeAccessKey(request);
  }
}

/** Wiped when the work that needed it has ended, in whatever way. */
function wipeAccessKey(message: object): void {
  if ('accessKey' in message && message.accessKey instanceof Uint8Array) wipe(message.accessKey);
}

function decode<M extends SignerMethod>(method: M, bytes: Uint8Array): SignerRequest<M> {
  try {
    return decodeMessage(signerMethods[method].request, bytes);
  } catch (error) {
    if (error instanceof MalformedMessage) throw new Refused('malformed-request', { problem: error.message });
    throw error;
  }
}
