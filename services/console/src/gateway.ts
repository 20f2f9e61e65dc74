import { Readable } from 'node:stream';
import { Refusal } from './refusal.js';

export type GatewayRequest = {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer | undefined;
};

export type GatewayAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Readable | undefined;
};

export type Gateway = (request: GatewayRequest) => Promise<GatewayAnswer>;

const timeoutMs = 20_000;

/** Asks the gateway. Throws a Refusal if it can't be reached. */
export function createGateway(url: string): Gateway {
  return async ({ method, path, headers, body }) => {
    try {
      const answer = await fetch(url + path, {
        method,
        headers,
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
        ...(body !== undefined && { body }),
      });
      const stream = answer.body ? Readable.fromWeb(answer.body as never) : undefined;
      return { status: answer.status, headers: answer.headers, body: stream };
    } catch (error) {
      throw new Refusal(503, 'console.gateway-unreachable', 'the gateway does not answer', { cause: error });
    }
  };
}

const largestAnswer = 1_048_576;

/** The JSON of an answer. */
export async function jsonOf({ body }: GatewayAnswer): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size > largestAnswer) throw new Error('the answer of the gateway is too large');
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}') as Record<string, unknown>;
}
