import {
  constants,
  performServerHandshake,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { TLSSocket } from 'node:tls';
import type { CallerAccount } from './caller-account.js';
import type { CutReason } from './call-server-options.js';
import type { Place } from './place.js';

// Our clients open a new connection before this age (`streamAgeMs`). Others get the grace to end their calls.
const maxAgeMs: Readonly<Record<Place, number>> = { elsewhere: 120_000, onThisHost: 900_000 };
const graceMs = 60_000;
const keepaliveMs = 30_000;
const keepaliveTimeoutMs = 10_000;
/** A caller that has been cut off, and does not close its side, is left after this time. */
const goodbyeMs = 2_000;

const settings = {
  maxConcurrentStreams: 64,
  maxHeaderListSize: 16 * 1024,
  enablePush: false,
  initialWindowSize: 65_535,
};

export type CallerSession = {
  readonly account: CallerAccount;
  /** Called with the number of bytes that came in messages. */
  readonly received: (bytes: number) => void;
  /** Called before the connection ends by itself. */
  readonly leaving: Set<() => void>;
  /** Ends the connection at once. */
  readonly cut: (why: CutReason) => void;
  /** Announces that no further streams are accepted, and ends when the open ones have ended. */
  readonly leave: () => void;
  /**
   * Called often, at the time `performance.now()`: ends what has exceeded its account, is silent or has grown old.
   * Returns whether to look again soon: something came since the last look, or the connection may end soon.
   */
  readonly look: (now: number) => boolean;
  readonly destroy: () => void;
};

export type CallerSessionOptions = {
  readonly socket: TLSSocket;
  readonly account: CallerAccount;
  readonly place: Place;
  readonly onStream: (
    session: CallerSession,
    stream: ServerHttp2Stream,
    headers: IncomingHttpHeaders,
  ) => void;
  readonly onCut: (account: CallerAccount, why: CutReason) => void;
  readonly onClosed: (session: CallerSession) => void;
};

/**
 * Speaks HTTP/2 with one caller. Closes the connection if it exceeds its account, falls silent or grows old.
 */
export function openCallerSession(options: CallerSessionOptions): CallerSession {
  const { socket, account, place, onStream, onCut, onClosed } = options;
  // The memory of a session is Node's own count, in megabytes, of headers, answers and acknowledgements that
  // the caller has not read yet.
  const http2: ServerHttp2Session = performServerHandshake(socket, { settings, maxSessionMemory: 64 });
  const openedAt = performance.now();
  const leavesAt = openedAt + maxAgeMs[place] * (0.9 + 0.2 * Math.random());
  let pingsAt = openedAt + keepaliveMs;
  let silentAt = Infinity;
  let endsAt = Infinity;
  let useful = 0;
  let counted = 0;
  let lastRead = 0;

  function cut(why: CutReason): void {
    if (http2.destroyed) return;
    onCut(account, why);
    endsAt = performance.now() + goodbyeMs;
    http2.destroy(undefined, constants.NGHTTP2_ENHANCE_YOUR_CALM);
  }

  // Frames outside any stream are not reported. So what the socket has read is compared with what came in
  // messages.
  function lookAtOverhead(): void {
    const overhead = Math.max(0, socket.bytesRead - 2 * useful);
    const more = overhead - counted;
    counted = Math.max(counted, overhead);
    if (more > 0 && account.overhead && !account.overhead.spend(more)) cut('overhead');
  }

  function sendPing(): void {
    silentAt = performance.now() + keepaliveTimeoutMs;
    if (!http2.ping(() => (silentAt = Infinity))) destroy();
  }

  // Also for a connection that the caller has closed: its open streams get the same time.
  function leaveAt(now: number): void {
    endsAt = Math.min(endsAt, now + graceMs);
    if (http2.closed || http2.destroyed) return;
    for (const tell of session.leaving) tell();
    http2.close();
  }

  // Node ends a connection that was closed, and then waits for the caller to end it too.
  function destroy(): void {
    http2.destroy();
    socket.destroy();
  }

  const session: CallerSession = {
    account,
    leaving: new Set(),
    received: (bytes) => {
      useful += bytes;
    },
    cut,
    leave: () => {
      leaveAt(performance.now());
    },
    look: (now) => {
      lookAtOverhead();
      if (now >= silentAt || now >= endsAt) destroy();
      else if (now >= leavesAt || http2.closed) leaveAt(now);
      // Node sends no ping on a closed connection. Its streams may be open still.
      if (now >= pingsAt && !http2.closed && !http2.destroyed) {
        pingsAt = now + keepaliveMs;
        sendPing();
      }
      const isBusy = socket.bytesRead > lastRead || Math.min(silentAt, endsAt) < Infinity;
      lastRead = socket.bytesRead;
      return isBusy;
    },
    destroy,
  };
  account.connections++;
  http2.on('error', () => undefined);
  http2.on('close', () => {
    account.connections--;
    onClosed(session);
  });
  http2.on('stream', (stream, headers) => {
    stream.on('error', () => undefined);
    if (account.streams && !account.streams.spend(1)) cut('streams');
    else onStream(session, stream, headers);
  });
  return session;
}
