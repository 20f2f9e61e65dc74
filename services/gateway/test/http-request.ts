import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';

export type Sent = {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Text or bytes are sent unchanged, anything else as JSON. */
  readonly payload?: unknown;
};
export type Received = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly json: () => unknown;
};

const agent = new Agent({ keepAlive: true, maxSockets: 50 });

/** One request over a real socket. Node's fetch would not send what a hostile client sends. */
export function send(origin: string, { method, url, headers = {}, payload }: Sent): Promise<Received> {
  const body =
    payload === undefined || typeof payload === 'string' || payload instanceof Uint8Array
      ? payload
      : JSON.stringify(payload);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const outgoing = httpRequest(
      origin + url,
      { method, agent, headers: { ...length, ...headers } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          const { statusCode = 0, headers: received } = response;
          resolve({
            status: statusCode,
            headers: received,
            body: text,
            json: () => JSON.parse(text) as unknown,
          });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
