import { Agent, request as httpRequest } from 'node:http';

export type Prepared = {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};
export type Answer = {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | undefined;
};

export type Connection = {
  readonly send: (request: Prepared) => Promise<Answer>;
  readonly close: () => void;
};

/** Reads whole answers and throws them away. */
export function createConnection(origin: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = ({ method, path, headers, body }: Prepared): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const startedAt = performance.now();
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const request = httpRequest(
        `${origin}${path}`,
        { method, agent, headers: { 'content-type': 'application/json', ...headers, ...length } },
        (response) => {
          response.resume().once('end', () => {
            const { statusCode: status = 0, headers: received } = response;
            resolve({ status, ms: performance.now() - startedAt, retryAfter: received['retry-after'] });
          });
        },
      );
      request.once('error', reject).end(body);
    });
  return {
    send,
    close: () => {
      agent.destroy();
    },
  };
}

export type Flood = { readonly answers: readonly Answer[]; readonly stop: () => Promise<void> };

/** Sends the requests in turn on each of `connections`, without a pause, until it is stopped. Then it hangs up. */
export function flood(origin: string, requests: readonly Prepared[], connections: number): Flood {
  const answers: Answer[] = [];
  const open = Array.from({ length: connections }, () => createConnection(origin));
  let isOn = true;
  const running = open.map(async ({ send }, index) => {
    for (let next = index; isOn; next += 1) {
      const request = requests[next % requests.length];
      // What breaks when the connections are closed is not an answer. Before that, it is a failure.
      const answer =
        request &&
        (await send(request).catch((error: unknown) => (isOn ? Promise.reject(error as Error) : undefined)));
      if (answer) answers.push(answer);
    }
  });
  return {
    answers,
    stop: async () => {
      isOn = false;
      for (const { close } of open) close();
      await Promise.all(running);
    },
  };
}

/** Sends the requests one after the other for a while. */
export async function inSequence(
  send: (request: Prepared) => Promise<Answer>,
  requests: readonly Prepared[],
  ms: number,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  for (const endAt = performance.now() + ms; performance.now() < endAt;) {
    const request = requests[answers.length % requests.length];
    if (request) answers.push(await send(request));
  }
  return answers;
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
