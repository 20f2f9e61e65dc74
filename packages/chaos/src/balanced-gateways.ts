import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { isErrorCode } from '@wallet-service/errors';

/** `status` 0: there was no answer. `code` is then the system's error code. */
export type Answer = { readonly status: number; readonly code: string; readonly body: unknown };

export type BalancedGateways = {
  /** Never rejects. */
  readonly post: (path: string, headers: Record<string, string>, body?: unknown) => Promise<Answer>;
  readonly urls: readonly string[];
  readonly close: () => Promise<void>;
};

const probeEveryMs = 250;
const answerLimitMs = 30_000;

/**
 * Does what the load balancer of deploy/compose does. Requests rotate over the ready gateways, and go to another one
 * only while nothing of the request was sent. Every request has its own connection.
 */
export function balanceGateways(urls: readonly string[]): BalancedGateways {
  const ready = new Map(urls.map((url) => [url, true]));
  const closed = new AbortController();
  let turn = 0;
  const probing = Promise.all(
    urls.map(async (url) => {
      while (!closed.signal.aborted) {
        const { status } = await send(`${url}/readyz`, 'GET', {});
        ready.set(url, status === 200);
        await sleep(probeEveryMs, undefined, { signal: closed.signal }).catch(() => undefined);
      }
    }),
  );
  const candidates = (): string[] => {
    const good = urls.filter((url) => ready.get(url));
    const list = good.length > 0 ? good : [...urls];
    turn += 1;
    return list.map((_, index) => list[(turn + index) % list.length] ?? '');
  };

  return {
    urls,
    async post(path, headers, body) {
      let answer: Answer = { status: 0, code: 'no gateway', body: undefined };
      for (const url of candidates()) {
        answer = await send(`${url}${path}`, 'POST', headers, body);
        if (answer.code !== 'ECONNREFUSED') break;
      }
      return answer;
    },
    close: async () => {
      closed.abort();
      await probing;
    },
  };
}

export const newTraceId = (): string => randomBytes(16).toString('hex');

function send(url: string, method: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
  const bytes = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      resolve({ status: 0, code: error.code ?? error.message, body: undefined });
    };
    const sent = request(
      url,
      {
        method,
        agent: false,
        headers: {
          ...headers,
          ...(bytes !== undefined && {
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(bytes),
          }),
        },
        timeout: answerLimitMs,
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.once('error', failed);
        response.once('end', () => {
          resolve(answerOf(response.statusCode ?? 0, Buffer.concat(chunks).toString()));
        });
      },
    );
    sent.once('error', failed);
    sent.once('timeout', () => sent.destroy(new Error('no answer in time')));
    sent.end(bytes);
  });
}

function answerOf(status: number, text: string): Answer {
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    return { status, code: 'not JSON', body: text };
  }
  if (status < 400) return { status, code: '', body };
  const { code } = (body ?? {}) as { code?: unknown };
  return { status, code: typeof code === 'string' && isErrorCode(code) ? code : 'no code', body };
}
