import net from 'node:net';
import tls from 'node:tls';
import { Allowance } from './allowance.js';
import type { Tls } from './tls.js';

const handshakeTimeoutMs = 5_000;
/**
 * Handshakes of one address. They are the only thing that costs us as much as the caller before we know who
 * it is.
 */
const handshakesPerSecond = 100;
const handshakesAtOnce = 400;
const mostAddresses = 1_000;

export type FrontDoor = {
  /** What to connect to: `unix:/path` or `host:port` with the real port. */
  readonly address: string;
  readonly close: () => void;
};

export type FrontDoorOptions = {
  readonly listen: string;
  readonly tls: Tls;
  /** Called for callers whose certificate the authority issued. `names`: its DNS names. */
  readonly onConnection: (socket: tls.TLSSocket, names: readonly string[]) => void;
  readonly onTurnedAway: () => void;
};

/**
 * Accepts connections, with a limited number of handshakes per address, and authenticates callers before
 * anything else is read from them.
 */
export function openFrontDoor(options: FrontDoorOptions): Promise<FrontDoor> {
  const { listen, onConnection, onTurnedAway } = options;
  const { ca, cert, key } = options.tls;
  const handshakes = new Map<string, Allowance>();

  const mayShakeHands = (address: string): boolean => {
    // Beyond a number of addresses, new ones share the allowance of one.
    const key = handshakes.has(address) || handshakes.size < mostAddresses ? address : 'others';
    const allowance = handshakes.get(key) ?? new Allowance(handshakesPerSecond, handshakesAtOnce);
    handshakes.set(key, allowance);
    return allowance.spendIfThere(1);
  };

  const secure = tls.createServer(
    {
      ca,
      cert,
      key,
      requestCert: true,
      rejectUnauthorized: true,
      ALPNProtocols: ['h2'],
      handshakeTimeout: handshakeTimeoutMs,
    },
    (socket) => {
      socket.on('error', () => undefined);
      if (socket.authorized && socket.alpnProtocol === 'h2') onConnection(socket, namesIn(socket));
      else socket.destroy();
    },
  );
  const server = net.createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => undefined);
    if (!mayShakeHands(socket.remoteAddress ?? '')) {
      socket.destroy();
      onTurnedAway();
      return;
    }
    secure.emit('connection', socket);
  });

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(whereToListen(listen), () => {
      server.off('error', reject);
      // A connection that could not be accepted, such as for want of a file descriptor.
      server.on('error', onTurnedAway);
      resolve({
        address: addressOf(server, listen),
        close() {
          server.close();
        },
      });
    });
  });
}

function whereToListen(listen: string): net.ListenOptions {
  if (listen.startsWith('unix:')) return { path: listen.slice('unix:'.length) };
  const colon = listen.lastIndexOf(':');
  return { host: listen.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(listen.slice(colon + 1)) };
}

function addressOf(server: net.Server, listen: string): string {
  const bound = server.address();
  return typeof bound === 'object' && bound ? listen.replace(/:\d+$/, `:${bound.port}`) : listen;
}

/**
 * DNS names of the client certificate's SAN. The common name is ignored on purpose, because it does not say
 * who may use the key.
 */
function namesIn(socket: tls.TLSSocket): readonly string[] {
  const certificate: Partial<tls.PeerCertificate> = socket.getPeerCertificate();
  return (certificate.subjectaltname ?? '')
    .split(', ')
    .filter((name) => name.startsWith('DNS:'))
    .map((name) => name.slice('DNS:'.length));
}
