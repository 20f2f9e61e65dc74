import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to the server of a database. The test passes on what comes. */
export type Proxy = { readonly url: string; readonly close: () => Promise<void> };

/** `onConnection` gets both sides of each connection. */
export async function proxyTo(
  databaseUrl: string,
  onConnection: (client: Socket, server: Socket) => void,
): Promise<Proxy> {
  const url = new URL(databaseUrl);
  const target = { port: Number(url.port), host: url.hostname };
  const proxy = createServer((client) => {
    const server = connect(target);
    for (const socket of [client, server]) socket.on('error', () => undefined);
    client.on('close', () => server.destroy());
    onConnection(client, server);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  url.port = String((proxy.address() as AddressInfo).port);
  return {
    url: url.href,
    close: async () => {
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}
