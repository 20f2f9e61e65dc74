import { Agent, request as httpRequest } from 'node:http';
import autocannon from 'autocannon';

export type LoadRequest = {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
};
export type LoadResult = {
  readonly requests: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
};

/** How long: until so many answers have come, or for so many seconds. */
export type LoadEnd = { readonly requests: number } | { readonly seconds: number };

/**
 * Sends POST requests, `connections` in flight, until `end`. Each connection cycles through its share of `requests`.
 * Throws when more than a share of `mostFailed` is not answered by 2xx, because refusals are cheaper than signatures.
 */
export async function putUnderLoad(
  url: string,
  requests: readonly LoadRequest[],
  connections: number,
  end: LoadEnd,
  mostFailed = 0,
): Promise<LoadResult & { readonly failed: number }> {
  let next = 0;
  const result = await autocannon({
    url,
    connections,
    // It notices the last answer with its next sample, and counts the time until then.
    ...('seconds' in end ? { duration: end.seconds } : { amount: end.requests, sampleInt: 20 }),
    setupClient: (client) => {
      client.setRequests(
        shareOf(requests, next % connections, connections).map((request) => ({ method: 'POST', ...request })),
      );
      next += 1;
    },
  });
  if (result.requests.total === 0) throw new Error(`${url}: no answer came in time`);
  // Timeouts are errors too.
  const failed = result.non2xx + result.errors;
  if (failed > mostFailed * result.requests.total) {
    const statuses = JSON.stringify(result.statusCodeStats);
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed (${statuses})`);
  }
  return {
    requests: result.requests.total,
    perSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failed,
  };
}

/**
 * What one of the connections sends. Each has its own share, so that no request is sent twice before all were sent
 * once. If there are more connections than requests, each sends all of them, and begins with another one: else they
 * would go through the list in step, all with the same application.
 */
export function shareOf<Request>(
  requests: readonly Request[],
  connection: number,
  connections: number,
): readonly Request[] {
  if (connections <= requests.length)
    return requests.filter((_, index) => index % connections === connection);
  const first = connection % requests.length;
  return [...requests.slice(first), ...requests.slice(0, first)];
}

export type LatencyProbe = {
  /** Sends the requests one after the other for `seconds` and continues where it stopped the last time. */
  readonly measure: (seconds: number) => Promise<LoadResult>;
  readonly close: () => void;
};

/** One connection, one request in flight. Not autocannon, which counts in whole milliseconds. */
export function createLatencyProbe(url: string, requests: readonly LoadRequest[]): LatencyProbe {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let next = 0;
  return {
    async measure(seconds) {
      const latencies: number[] = [];
      const beganAt = performance.now();
      while (performance.now() < beganAt + seconds * 1000) {
        const request = requests[next++ % requests.length];
        if (!request) break;
        const startedAt = performance.now();
        const status = await post(url, request, agent);
        latencies.push(performance.now() - startedAt);
        if (status !== 200) throw new Error(`${url}${request.path} answered ${status}`);
      }
      latencies.sort((one, other) => one - other);
      const percentile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN;
      return {
        requests: latencies.length,
        perSecond: latencies.length / ((performance.now() - beganAt) / 1000),
        p50Ms: percentile(0.5),
        p99Ms: percentile(0.99),
      };
    },
    close: () => {
      agent.destroy();
    },
  };
}

function post(url: string, { path, headers, body }: LoadRequest, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${url}${path}`, { method: 'POST', headers, agent }, (response) => {
      response.resume().once('end', () => {
        resolve(response.statusCode ?? 0);
      });
    });
    request.once('error', reject);
    request.end(body);
  });
}
