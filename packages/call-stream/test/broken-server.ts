import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2';
import type net from 'node:net';
import type { World } from './world.js';

export const head = { ':status': 200, 'content-type': 'application/grpc' };
export const framed = (message: Buffer, flag = 0): Buffer => {
  const prefix = Buffer.from([flag, 0, 0, 0, 0]);
  prefix.writeUInt32BE(message.length, 1);
  return Buffer.concat([prefix, message]);
};

/** A server with the certificate of the wallet service, and the given answer. */
async function serve(
  world: World,
  answer: (stream: ServerHttp2Stream, count: number) => void,
  tls: object,
): Promise<{ listen: string; server: Http2SecureServer; sockets: Set<net.Socket> }> {
  const listen = world.socket();
  const server = createSecureServer(tls);
  const sockets = new Set<net.Socket>();
  let count = 0;
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => undefined);
  });
  server.on('sessionError', () => undefined);
  server.on('stream', (stream: ServerHttp2Stream) => {
    stream.on('error', () => undefined);
    answer(stream, ++count);
  });
  await new Promise<void>((resolve) => server.listen(listen.slice('unix:'.length), resolve));
  world.later(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { listen, server, sockets };
}

/** Starts such servers in a world, which ends them. `count`: how many streams there have been, with this one. */
export const serverIn =
  (world: World) =>
  (answer: (stream: ServerHttp2Stream, count: number) => void, tls: object = world.tls('wallet')) =>
    serve(world, answer, tls);
