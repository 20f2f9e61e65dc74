import { createSecureContext } from 'node:tls';
import { callOnce } from './call-once.js';
import { connectTo, type Connection, type Peer } from './connection.js';
import { healthPaths, isServing } from './health.js';
import { resolverOf } from './targets.js';
import type { Tls } from './tls.js';

const mostAnswerBytes = 1_024;

/**
 * Calls the standard health service. Resolves to whether the answer is SERVING. Rejects without an answer in time, and
 * if the server failed after it had answered.
 */
export async function checkHealth(connection: Connection, timeoutMs: number): Promise<boolean> {
  const options = { path: healthPaths.Check, maxMessageBytes: mostAnswerBytes, timeoutMs };
  const response = await callOnce(connection, options);
  return response !== undefined && isServing(response);
}

/** The same on a connection of its own. */
export async function probeHealth(peer: Peer, timeoutMs: number): Promise<boolean> {
  const connection = await connectTo(peer, AbortSignal.timeout(timeoutMs));
  try {
    return await checkHealth(connection, timeoutMs);
  } finally {
    connection.destroy();
  }
}

/**
 * For probes from outside: the certificates are read once, because that
 * takes more CPU than a call.
 */
export function healthProbe(
  target: string,
  serverName: string,
  tls: Tls,
  timeoutMs: number,
): () => Promise<boolean> {
  const peer: Peer = { resolve: resolverOf(target), secure: createSecureContext(tls), serverName };
  return () => probeHealth(peer, timeoutMs);
}
