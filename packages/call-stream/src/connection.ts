import { connect as connectHttp2, type ClientHttp2Session } from 'node:http2';
import tls from 'node:tls';
import type { Resolve } from './targets.js';

const keepaliveMs = 30_000;
const keepaliveTimeoutMs = 10_000;
/** A server that has been told goodbye, and does not answer, is left after this time. */
const goodbyeMs = 2_000;

const settings = {
  enablePush: false,
  maxHeaderListSize: 16 * 1024,
  initialWindowSize: 1 << 20,
};

/** A server of ours, and how it proves that it is one. */
export type Peer = {
  readonly resolve: Resolve;
  readonly secure: tls.SecureContext;
  /** The DNS SAN that its certificate must have. */
  readonly serverName: string;
};

/** One connection to a server that has proved its name. It ends only by `close`, `destroy`, or the server. */
export class Connection {
  readonly session: ClientHttp2Session;
  readonly serverName: string;
  /** The server has accepted our limits. They hold only for streams that are opened after that. */
  readonly agreed: Promise<void>;
  readonly #socket: tls.TLSSocket;
  readonly #keepalive: NodeJS.Timeout;
  #goodbye: NodeJS.Timeout | undefined;

  constructor(socket: tls.TLSSocket, serverName: string) {
    this.#socket = socket;
    this.serverName = serverName;
    // The memory of a session is Node's own count, in megabytes, of headers, acknowledgements and requests that the
    // server has not read yet. At its limit, 10 by default, no stream can be opened and no ping sent.
    this.session = connectHttp2(`https://${serverName}`, {
      createConnection: () => socket,
      settings,
      maxSessionMemory: 64,
    });
    this.session.on('error', () => undefined);
    this.agreed = new Promise((resolve, reject) => {
      this.session.once('localSettings', () => {
        resolve();
      });
      socket.once('close', () => {
        reject(new Error('the server closed the connection'));
      });
    });
    // Whoever waits for it hears of a failure.
    this.agreed.catch(() => undefined);
    this.#keepalive = setInterval(() => {
      this.ping(keepaliveTimeoutMs);
    }, keepaliveMs).unref();
    socket.once('close', () => {
      clearInterval(this.#keepalive);
      clearTimeout(this.#goodbye);
    });
  }

  /**
   * Asks for a sign of life, and ends the connection if none comes in time. Does nothing on a connection that is
   * closing: Node sends no ping there, and calls in flight have their deadlines.
   */
  ping(timeoutMs: number, onAnswer: () => void = () => undefined): void {
    if (this.session.closed && !this.session.destroyed) return;
    const silence = setTimeout(() => {
      this.destroy();
    }, timeoutMs).unref();
    const isSent =
      !this.session.destroyed &&
      this.session.ping((error) => {
        clearTimeout(silence);
        if (!error) onAnswer();
      });
    if (isSent) return;
    clearTimeout(silence);
    this.destroy();
  }

  /** Opens no more streams, and ends when those that are open have ended. */
  close(): void {
    if (this.#socket.destroyed) return;
    this.session.close();
    // Node waits for the other side to end the connection too.
    this.#goodbye ??= setTimeout(() => {
      this.destroy();
    }, goodbyeMs).unref();
  }

  destroy(): void {
    this.session.destroy();
    this.#socket.destroy();
  }
}

/**
 * Connects, and verifies the server's certificate and name before anything is sent. Rejects if that fails, or if
 * `signal` is aborted.
 */
export async function connectTo(
  { resolve, secure, serverName }: Peer,
  signal: AbortSignal,
): Promise<Connection> {
  const address = await aborted(signal, resolve());
  const socket = tls.connect({
    ...address,
    secureContext: secure,
    servername: serverName,
    ALPNProtocols: ['h2'],
    // Also where the environment says otherwise.
    rejectUnauthorized: true,
    checkServerIdentity: mustHaveName,
  });
  try {
    await aborted(
      signal,
      new Promise<void>((connected, failed) => {
        socket.once('secureConnect', connected);
        socket.once('error', failed);
        socket.once('close', () => {
          failed(new Error('the server closed the connection'));
        });
      }),
    );
    if (socket.alpnProtocol !== 'h2') throw new Error('the server does not speak HTTP/2');
  } catch (error) {
    socket.on('error', () => undefined).destroy();
    throw error;
  }
  const connection = new Connection(socket.setNoDelay(true), serverName);
  try {
    await aborted(signal, connection.agreed);
  } catch (error) {
    connection.destroy();
    throw error;
  }
  return connection;
}

/** The common name is ignored on purpose, because it does not say who may use the key. */
function mustHaveName(name: string, certificate: tls.PeerCertificate): Error | undefined {
  const hasNames = (certificate.subjectaltname ?? '').includes('DNS:');
  return hasNames ? tls.checkServerIdentity(name, certificate) : new Error('the certificate has no DNS name');
}

function aborted<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const giveUp = (): void => {
      reject(signal.reason instanceof Error ? signal.reason : new Error('given up'));
    };
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', giveUp);
    });
  });
}
