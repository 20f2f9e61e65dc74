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
import { SignerGone } from './signer-gone.js';
import { inSpan } from '@wallet-service/tracing';

/** When the answer is no longer useful (Unix milliseconds), and the trace of the call. */
export type CallScope = {
  readonly deadline: number;
  readonly traceId: string;
  /** The only signer to call, as `nextSigner` names it. */
  readonly signer?: string;
};

export type SignerStatus = {
  readonly trustBundleVersion: number;
  /** Prometheus text format. */
  readonly metrics: string;
};

export type SignerAttestation = SignerResponse<'Attest'>;

/** Calls about one wallet or one application. */
export type WalletMethod = Exclude<SignerMethod, 'UpdateTrustBundle' | 'GetStatus' | 'Attest'>;

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
  /** Offers a signed bundle to every connected signer. One entry each: null if the signer now uses it. */
  readonly offerTrustBundle: (signed: Uint8Array, scope: CallScope) => Promise<readonly (Error | null)[]>;
  /** The state of each connected signer that answers. */
  readonly statuses: (scope: CallScope) => Promise<readonly SignerStatus[]>;
  /**
   * A document of each connected signer that answers, made for the nonce. Several streams may lead to the
   * same signer. `of` is the application whose checkpoint key it must name.
   */
  readonly attestations: (
    nonce: Uint8Array,
    scope: CallScope,
    of?: { readonly applicationId: string; readonly wrappedKey: Uint8Array },
  ) => Promise<readonly SignerAttestation[]>;
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
  /** The newest signed trust bundle, which is the first call on each new stream to a signer. */
  readonly newestTrustBundle: () => Uint8Array | undefined;
  readonly onConnectCallRefused: (error: Error) => void;
  readonly now: () => number;
};

/**
 * All methods may run twice. Signing is deterministic, and a key that is not stored never belonged to a
 * wallet.
 */
export function createSignerClient(options: SignerClientOptions): SignerClient {
  const { now, newestTrustBundle } = options;
  const client = createCallClient({
    service: 'signer.v1.Signer',
    serverName: 'signer',
    targets: options.targets,
    tls: options.tls,
    onConnectCall: () => {
      const signedBundle = newestTrustBundle();
      if (!signedBundle) return undefined;
      const { request } = signerMethods.UpdateTrustBundle;
      return { method: 'UpdateTrustBundle', request: encodeMessage(request, { signedBundle }) };
    },
    identify: {
      method: 'GetStatus',
      request: new Uint8Array(0),
      read: (response) => {
        const { receiptPublicKey } = decodeMessage(signerMethods.GetStatus.response, response);
        return Buffer.from(receiptPublicKey).toString('base64');
      },
    },
    onConnectCallFailed: (error) => {
      options.onConnectCallRefused(failureOf(error));
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
    async offerTrustBundle(signedBundle, { deadline, traceId }) {
      const bytes = encodeMessage(signerMethods.UpdateTrustBundle.request, { signedBundle });
      const options = { timeoutMs: Math.max(1, deadline - now()), traceId };
      const results = await client.broadcast('UpdateTrustBundle', bytes, options);
      return results.map((result) => (result.status === 'fulfilled' ? null : failureOf(result.reason)));
    },
    async statuses({ deadline, traceId }) {
      const options = { timeoutMs: Math.max(1, deadline - now()), traceId };
      const results = await client.broadcast('GetStatus', new Uint8Array(0), options);
      return results.flatMap((result) => {
        if (result.status === 'rejected') return [];
        const status = decodeMessage(signerMethods.GetStatus.response, result.value);
        return [{ trustBundleVersion: Number(status.trustBundleVersion), metrics: status.metrics }];
      });
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
