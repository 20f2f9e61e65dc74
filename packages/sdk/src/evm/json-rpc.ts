import { startDeadline } from '../core/deadline.js';
import { WalletServiceError } from '../core/error.js';

export type RpcRequest = { readonly method: string; readonly params?: unknown };
export type Rpc = (method: string, params: object) => Promise<unknown>;

/** An error with a code of EIP-1193 (4001 to 4902) or EIP-1474 (-32700 to -32000), or with that of a node. */
export class ProviderRpcError extends Error {
  override readonly name = 'ProviderRpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.data = data;
  }
}

export const rpcError = {
  /** The person refused. */
  rejected: 4001,
  /** The account may not be used, or not for this. */
  unauthorized: 4100,
  unsupported: 4200,
  /** The node of the chain can't be reached. */
  chainDisconnected: 4901,
  unknownChain: 4902,
  invalidParams: -32602,
  internal: -32603,
};

export function invalidParams(message: string): ProviderRpcError {
  return new ProviderRpcError(rpcError.invalidParams, message);
}

/**
 * The service's refusals with the codes that pages know. `data.code` is the service's own code. `otherwise` is the code
 * of an error that does not come from the service.
 */
export function asRpcError(error: unknown, otherwise: number = rpcError.internal): ProviderRpcError {
  if (error instanceof ProviderRpcError) return error;
  const message = error instanceof Error ? error.message : 'The request failed.';
  if (!(error instanceof WalletServiceError))
    return new ProviderRpcError(otherwise, message, undefined, error);
  const { code, status, traceId } = error;
  return new ProviderRpcError(codeFor(code, status), message, { code, traceId }, error);
}

function codeFor(code: string, status: number): number {
  if (code === 'client.aborted') return rpcError.rejected;
  if (code === 'client.unsupported') return rpcError.unsupported;
  if (code === 'client.request-invalid' || status === 400 || status === 422) return rpcError.invalidParams;
  const isUnauthorized = code === 'client.user-changed' || status === 401 || status === 403;
  return isUnauthorized ? rpcError.unauthorized : rpcError.internal;
}

/**
 * Calls a node by JSON-RPC 2.0 over HTTP. Throws the node's own errors with their code and data, and
 * `chainDisconnected` after `timeoutMs` without an answer.
 */
export function rpcOver(url: string, fetch: typeof globalThis.fetch, timeoutMs = 30_000): Rpc {
  return async (method, params) => {
    const deadline = startDeadline(timeoutMs, undefined, method);
    let answer: unknown;
    try {
      const asking = fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        signal: deadline.signal,
      });
      answer = await deadline.within(async (): Promise<unknown> => (await asking).json());
    } catch (cause) {
      throw new ProviderRpcError(rpcError.chainDisconnected, 'The node gave no answer.', undefined, cause);
    } finally {
      deadline.end();
    }
    const { error, result } = (answer ?? {}) as {
      error?: { code?: number; message?: string; data?: unknown };
      result?: unknown;
    };
    if (error)
      throw new ProviderRpcError(error.code ?? rpcError.internal, error.message ?? method, error.data);
    if (result === undefined)
      throw new ProviderRpcError(rpcError.chainDisconnected, 'The answer of the node is no JSON-RPC 2.0.');
    return result;
  };
}
