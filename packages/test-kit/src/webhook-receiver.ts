import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { until } from './until.js';

export type Received = {
  readonly id: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly event: { type: string; timestamp: string; data: Record<string, unknown> };
};

export type Answer = (received: Received, response: ServerResponse) => void;

export type Receiver = {
  readonly port: number;
  url: (path?: string) => string;
  /** In the order of arrival, whatever the answers were. */
  readonly received: Received[];
  /** TCP connections since the start. */
  connections: () => number;
  answerWith: (answer: Answer) => void;
  /** Resolves when that many requests have arrived. Rejects when the time of `until` is up. */
  until: (count: number) => Promise<Received[]>;
  close: () => Promise<void>;
};

/** A real webhook receiver on loopback, whose behaviour a test chooses. It begins by accepting everything. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: Answer = accept;
  let connections = 0;
  const server = http.createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks).toString('utf8');
      const event = JSON.parse(body) as Received['event'];
      const one = {
        id: String(request.headers['webhook-id']),
        path: request.url ?? '',
        headers: request.headers,
        body,
        event,
      };
      received.push(one);
      answer(one, response);
    })().catch(() => response.destroy());
  });
  server.on('connection', () => (connections += 1));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: (path = '/hook') => `http://localhost:${port}${path}`,
    received,
    connections: () => connections,
    answerWith: (next) => {
      answer = next;
    },
    async until(count) {
      await until(`${count} requests`, () => received.length >= count);
      return received;
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

export const accept: Answer = (_, response) => {
  response.writeHead(204).end();
};

export function status(code: number, headers: Record<string, string> = {}): Answer {
  return (_, response) => {
    response.writeHead(code, headers).end('{"ignored":true}');
  };
}

/** Throws unless the independent library accepts it. */
export function verify(secret: string, { body, headers }: Received): unknown {
  return new Webhook(secret).verify(body, headers as Record<string, string>);
}
