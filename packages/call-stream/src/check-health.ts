import { createSecureContext } from 'node:tls';
import { connectTo, type Connection, type Peer } from './connection.js';
import { healthPaths, isServing } from './health.js';
import { prefixBytes } from './message-reader.js';
import { OutgoingCall } from './outgoing-call.js';
import { status } from './status.js';
import { resolverOf } from './targets.js';
import type { Tls } from './tls.js';

const emptyRequest = Buffer.alloc(prefixBytes);
const mostAnswerBytes = 1_024;

/**
 * Calls the standard health service. Resolves to whether the answer is SERVING. Rejects without an answer in time, and
 * if the server failed after it had answered.
 */
export function checkHealth(connection: Connection, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let serving = false;
    const call = new OutgoingCall(connection, {
      path: healthPaths.Check,
      maxMessageBytes: mostAnswerBytes,
      timeoutMs,
      onMessage: (message) => {
        serving = isServing(message);
      },
      onEnd: (end) => {
        if (end.status === status.OK) resolve(serving);
        else reject(new Error(`the health service ended with status ${end.status}: ${end.message}`));
      },
    });
    call.write(emptyRequest);
    call.end();
  });
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
