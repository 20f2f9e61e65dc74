import { CallError, createCallClient, type CallClient, type Tls } from '@wallet-service/call-stream';
import { AppError } from '@wallet-service/errors';
import { spansOf } from '@wallet-service/grpc';
import {
  decodeMessage,
  encodeMessage,
  refusalFromWire,
  type Refused,
  signerMethods,
  type SignerMethod,
  type SignerRequest,
  type SignerResponse,
} from '@wallet-service/signer-protocol';
import { inSpan } from '@wallet-service/tracing';
import { RecentlyUsed } from '@wallet-service/values';
import { agreedExchangeKey } from './agreed-exchange-key.js';
import { SignerGone } from './signer-gone.js';

/** X25519. */
const exchangeKeyBytes = 32;

/** When the answer is no longer useful (Unix milliseconds), and the trace of the call. */
export type CallScope = {
  readonly deadline: number;
  readonly traceId: string;
  /** The only signer to call, as `nextSigner` names it. */
  readonly signer?: string;
};

export type SignerStatus = SignerResponse<'GetStatus'>;
export type TrustUpdate = SignerRequest<'UpdateTrust'>;

export type SignerAttestation = SignerResponse<'Attest'>;

/** Calls about one wallet or one application. */
export type WalletMethod = Exclude<SignerMethod, 'UpdateTrust' | 'GetStatus' | 'Attest'>;

/** Every method rejects with Refused, or with an AppError if there is no answer. */
export type SignerClient = {
  readonly createApplicationKey: (applicationId: string, scope: CallScope) => Promise<Uint8Array>;
  /** The same application key, wrapped by the signers' current sealing key. */
  readonly rewrapApplicationKey: (
    request: SignerRequest<'RewrapApplicationKey'>,
    scope: CallScope,
  ) => Promise<Uint8Array>;
  readonly call: <Method extends WalletMethod>(
    method: Method,
    request: SignerRequest<Method>,
    scope: CallScope,
  ) => Promise<SignerResponse<Method>>;
  /** Offers what one application trusts to every connected signer. One entry each: null if the signer has it now. */
  readonly updateTrust: (update: TrustUpdate, scope: CallScope) => Promise<readonly (Error | null)[]>;
  /** The state of each connected signer that answers. `applicationId`: with what it trusts for the application. */
  readonly statuses: (scope: CallScope, applicationId?: string) => Promise<readonly SignerStatus[]>;
  /**
   * A document of each connected signer that answers, made for the nonce. Several streams may lead to the
   * same signer. `of` is the application whose checkpoint key it must name.
   */
  readonly attestations: (
    nonce: Uint8Array,
    scope: CallScope,
    of?: { readonly applicationId: string; readonly wrappedKey: Uint8Array },
  ) => Promise<readonly SignerAttestation[]>;
  /** The exchange key on which the connected signers agree. Undefined until one of them has told it. */
  readonly exchangeKey: () => Uint8Array | undefined;
  /** The receipt key of the signer that would get the next call, in base64. '' if it is unknown. */
  readonly nextSigner: () => string;
  readonly connected: () => boolean;
  readonly openStreams: () => number;
  readonly inFlight: () => number;
  readonly close: () => void;
};

export type SignerClientOptions = {
  readonly targets: readonly string[];
  readonly tls: Tls;
  readonly now: () => number;
};

/**
 * All methods may run twice. Signing is deterministic, and a key that is not stored never belonged to a
 * wallet.
 */
export function createSignerClient(options: SignerClientOptions): SignerClient {
  const { now } = options;
  /** By the receipt key of who told it. */
  const exchangeKeys = new RecentlyUsed<string, Uint8Array>('wallet.exchange-keys', 100);
  let lastTold: Uint8Array | undefined;
  const client = createCallClient({
    service: 'signer.v1.Signer',
    serverName: 'signer',
    targets: options.targets,
    tls: options.tls,
    identify: {
      method: 'GetStatus',
      request: new Uint8Array(0),
      read: (response) => {
        const status = decodeMessage(signerMethods.GetStatus.response, response);
        const signer = Buffer.from(status.receiptPublicKey).toString('base64');
        if (status.exchangeKey.length === exchangeKeyBytes) {
          exchangeKeys.set(signer, status.exchangeKey);
          lastTold = status.exchangeKey;
        }
        return signer;
      },
    },
  });
  const call = <Method extends SignerMethod>(
    method: Method,
    request: SignerRequest<Method>,
    scope: CallScope,
  ): Promise<SignerResponse<Method>> =>
    // The signer has no network access and records nothing, so its latency is measured here.
    inSpan(spanOf(method), () => callOnce(client, method, request, scope, now));

  return {
    createApplicationKey: async (applicationId, scope) =>
      (await call('CreateApplicationKey', { applicationId }, scope)).wrappedKey,
    rewrapApplicationKey: async (request, scope) =>
      (await call('RewrapApplicationKey', request, scope)).wrappedKey,
    call,
    async updateTrust(update, { deadline, traceId }) {
      const bytes = encodeMessage(signerMethods.UpdateTrust.request, update);
      const options = { timeoutMs: Math.max(1, deadline - now()), traceId };
      const results = await client.broadcast('UpdateTrust', bytes, options);
      return results.map((result) => (result.status === 'fulfilled' ? null : failureOf(result.reason)));
    },
    async statuses({ deadline, traceId }, applicationId = '') {
      const options = { timeoutMs: Math.max(1, deadline - now()), traceId };
      const { request, response } = signerMethods.GetStatus;
      const results = await client.broadcast('GetStatus', encodeMessage(request, { applicationId }), options);
      return results.flatMap((result) =>
        result.status === 'fulfilled' ? [decodeMessage(response, result.value)] : [],
      );
    },
    async attestations(nonce, { deadline, traceId }, of) {
      const options = { timeoutMs: Math.max(1, deadline - now()), traceId };
      const request = encodeMessage(signerMethods.Attest.request, {
        nonce,
        applicationId: of?.applicationId ?? '',
        wrappedApplicationKey: of?.wrappedKey ?? new Uint8Array(0),
      });
      const results = await client.broadcast('Attest', request, options);
      return results.flatMap((result) =>
        result.status === 'fulfilled' ? [decodeMessage(signerMethods.Attest.response, result.value)] : [],
      );
    },

    exchangeKey: () => {
      const told = [...new Set(client.peers())].flatMap((signer) => exchangeKeys.get(signer) ?? []);
      // A stream whose signer is unknown leads to one that was known before, or to one with the same sealing key.
      return agreedExchangeKey(told, exchangeKeys.get(client.nextPeer())) ?? lastTold;
    },
    nextSigner: client.nextPeer,
    connected: () => client.openStreams() > 0,
    openStreams: client.openStreams,
    inFlight: client.inFlight,
    close: () => {
      client.close();
    },
  };
}

const spanOf = spansOf('signer.v1.Signer', signerMethods, 'client');

async function callOnce<Method extends SignerMethod>(
  client: CallClient,
  method: Method,
  request: SignerRequest<Method>,
  { deadline, traceId, signer }: CallScope,
  now: () => number,
): Promise<SignerResponse<Method>> {
  const table = signerMethods[method];
  try {
    const response = await client.call(method, encodeMessage(table.request, request as never), {
      timeoutMs: Math.max(1, deadline - now()),
      traceId,
      idempotent: true,
      ...(signer !== undefined && { peer: signer }),
    });
    return decodeMessage(table.response, response);
  } catch (error) {
    throw failureOf(error);
  }
}

function failureOf(error: unknown): Refused | AppError {
  if (!(error instanceof CallError))
    return new AppError('internal', 'the call to the signer failed', { cause: error });
  switch (error.failure) {
    case 'refused':
      return refusalFromWire(Buffer.from(error.bytes).toString('utf8'));
    case 'deadline':
      return new AppError('service.deadline-exceeded', 'the signer did not answer in time', { cause: error });
    case 'peer-gone':
      return new SignerGone(error, error.cause !== undefined);
    case 'connection-lost':
    case 'no-connection':
    case 'closed':
    case 'aborted':
      return new AppError('service.unavailable', 'the signer is not reachable', {
        cause: error,
        retryAfterSeconds: 1,
      });
  }
}
