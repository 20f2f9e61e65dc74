import { createSecureContext } from 'node:tls';
import { callOnce } from './call-once.js';
import { connectTo, type Connection } from './connection.js';
import { healthPaths, isServing } from './health.js';
import { addressesOf, type Address } from './targets.js';
import type { Tls } from './tls.js';

export type EachServer = {
  /** gRPC targets. A name stands for all addresses that it has now. */
  readonly targets: readonly string[];
  readonly tls: Tls;
  readonly serverName: string;
  /** `/package.Service/Method`. */
  readonly path: string;
  readonly timeoutMs: number;
};

/** `response` is undefined if no answer came in time. A name without an address is told as itself. */
export type ServerAnswer = {
  readonly address: string;
  /** Until the answer came, or was given up. */
  readonly milliseconds: number;
  readonly response: Uint8Array | undefined;
};

/** `not-serving`: it answers, and says so. */
export type ServerHealth = Omit<ServerAnswer, 'response'> & {
  readonly state: 'serving' | 'not-serving' | 'unreachable';
};

const mostAnswerBytes = 4 << 20;

/**
 * Calls the method with an empty request on every server, each on a connection of its own, so that a server that gets
 * no calls now is told, too. In the order of the targets.
 */
export async function askEachServer({
  targets,
  tls,
  serverName,
  ...asked
}: EachServer): Promise<ServerAnswer[]> {
  const secure = createSecureContext(tls);
  const ask = async ({ text, options }: Address): Promise<ServerAnswer> => {
    const start = performance.now();
    const peer = { resolve: () => Promise.resolve(options), secure, serverName };
    const response = await connectTo(peer, AbortSignal.timeout(asked.timeoutMs)).then(
      (connection) =>
        askOnce(connection, asked.path, Math.max(1, start + asked.timeoutMs - performance.now())),
      () => undefined,
    );
    return { address: text, milliseconds: Math.round(performance.now() - start), response };
  };
  const answers = await Promise.all(
    targets.map(async (target) => {
      const addresses = await addressesOf(target).catch(() => []);
      if (addresses.length === 0) return [{ address: target, milliseconds: 0, response: undefined }];
      return Promise.all(addresses.map(ask));
    }),
  );
  return answers.flat();
}

/** The standard health service of every server. */
export async function healthOfServers(servers: Omit<EachServer, 'path'>): Promise<ServerHealth[]> {
  const answers = await askEachServer({ ...servers, path: healthPaths.Check });
  return answers.map(({ response, ...server }) => ({
    ...server,
    state: response === undefined ? 'unreachable' : isServing(response) ? 'serving' : 'not-serving',
  }));
}

/** Undefined if there is no answer. */
async function askOnce(connection: Connection, path: string, timeoutMs: number) {
  try {
    return await callOnce(connection, { path, timeoutMs, maxMessageBytes: mostAnswerBytes });
  } catch {
    return undefined;
  } finally {
    connection.destroy();
  }
}
