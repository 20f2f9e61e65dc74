import { requestJson, type JsonRequest } from '@wallet-service/operator-cli/http-json';
import type { StackFile } from '@wallet-service/local-stack';
import { codeOf, type Customer } from '../http/customer.js';
import { createConformance, operationsOf, type OpenApi, type Operation } from './open-api.js';

export type Sent = {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** For an operation that takes the user's token. */
  readonly user?: { readonly token: string; readonly chain?: 'ETH' | 'SOL' | 'BTC' };
  readonly stranger?: boolean;
};

export type Expected = number | string | RegExp;

export type Driver = {
  readonly customer: Customer;
  /**
   * Sends a request, and checks request and answer against the document. `expected`: the status of a success, or the
   * code of a refusal, or its text where the interface has no codes.
   */
  readonly drive: <Body>(operationId: string, expected: Expected, sent?: Sent) => Promise<Body>;
  /** Calls every operation that needs credentials without any. */
  readonly refuseStrangers: () => Promise<void>;
  /** Operations that never succeeded or never failed. */
  readonly missing: () => string[];
  /** The trace ids of what succeeded, by operation, without what only reads. */
  readonly writes: () => ReadonlyMap<string, readonly string[]>;
};

/** Drives the operations of a document that a stack serves. */
export async function createDriver(stack: StackFile, customer: Customer): Promise<Driver> {
  const { body: served } = await requestJson(`${stack.express_url}/openapi.json`);
  const document = served as OpenApi;
  const conformance = createConformance(document);
  const operations = new Map(operationsOf(document).map((at) => [at.operation.operationId, at]));
  const succeeded = new Set<string>();
  const refused = new Set<string>();
  const writes = new Map<string, string[]>();

  function credentials({ security }: Operation, { user, stranger }: Sent): Record<string, string> {
    if (stranger === true) return {};
    const schemes = security.flatMap((entry) => Object.keys(entry));
    return {
      ...(schemes.includes('SecretKey') && { 'x-service-secret-key': customer.secretKey() }),
      ...(schemes.includes('OperatorKey') && { 'x-service-operator-key': stack.operator_key }),
      ...(schemes.includes('UserToken') && user && customer.express.headers(user.token, user.chain ?? 'ETH')),
    };
  }

  async function drive<Body>(operationId: string, expected: Expected, sent: Sent = {}): Promise<Body> {
    const at = operations.get(operationId);
    if (!at) throw new Error(`the document has no operation ${operationId}`);
    const { method, path, operation } = at;
    const request = {
      method: method.toUpperCase() as NonNullable<JsonRequest['method']>,
      headers: { ...credentials(operation, sent), ...sent.headers },
      ...(sent.body !== undefined && { body: sent.body }),
    };
    const received = await requestJson(stack.express_url + addressOf(path, sent), request);
    const isSuccess = typeof expected === 'number';
    expect({ operationId, outcome: outcomeOf(received, isSuccess), body: received.body }).toEqual({
      operationId,
      outcome: expected instanceof RegExp ? (expect.stringMatching(expected) as string) : expected,
      body: received.body,
    });
    if (isSuccess)
      expect([operationId, conformance.ofRequest(at, sent.body)]).toEqual([operationId, undefined]);
    expect([operationId, conformance.ofAnswer(at, received)]).toEqual([operationId, undefined]);
    (isSuccess ? succeeded : refused).add(operationId);
    if (isSuccess && method !== 'get')
      writes.set(operationId, [...(writes.get(operationId) ?? []), received.headers.get('x-trace-id') ?? '']);
    return received.body as Body;
  }

  async function refuseStrangers(): Promise<void> {
    for (const at of operations.values()) {
      const { method, path, operation } = at;
      if (operation.security.length === 0) continue;
      const url = stack.express_url + path.replaceAll(/\{\w+\}/g, 'any');
      const upper = method.toUpperCase() as NonNullable<JsonRequest['method']>;
      const received = await requestJson(url, { method: upper });
      const found = [operation.operationId, received.status, conformance.ofAnswer(at, received)];
      expect(found).toEqual([operation.operationId, 401, undefined]);
    }
  }

  return {
    customer,
    drive,
    refuseStrangers,
    writes: () => writes,
    missing: () =>
      [...operations.values()].flatMap(({ operation: { operationId } }) => [
        ...(succeeded.has(operationId) ? [] : [`${operationId}: success`]),
        ...(refused.has(operationId) ? [] : [`${operationId}: refusal`]),
      ]),
  };
}

function outcomeOf(received: Awaited<ReturnType<typeof requestJson>>, isSuccess: boolean): number | string {
  return isSuccess || received.status < 300 ? received.status : codeOf(received);
}

function addressOf(path: string, { path: fields = {}, query }: Sent): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = fields[name];
    if (value === undefined) throw new Error(`${path} needs ${name}`);
    return encodeURIComponent(value);
  });
  return query ? `${filled}?${new URLSearchParams(query).toString()}` : filled;
}
