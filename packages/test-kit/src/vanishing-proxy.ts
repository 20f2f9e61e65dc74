import net, { type AddressInfo } from 'node:net';

/** A proxy between a service and a server. Its connections can vanish, as behind a firewall that has forgotten them. */
export type VanishingProxy = {
  /** The server's URL with the port of the proxy. */
  readonly through: (url: string) => string;
  /** From now on nothing passes over the open connections, and neither side is told. New ones work. */
  readonly vanish: () => void;
  readonly close: () => Promise<void>;
};

/** Forwards to a port of the loopback interface. */
export async function startVanishingProxy(targetPort: number): Promise<VanishingProxy> {
  const open = new Set<readonly [net.Socket, net.Socket]>();
  const vanished = new Set<readonly [net.Socket, net.Socket]>();

  const server = net.createServer({ noDelay: true }, (client) => {
    const target = net.connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    const pair = [client, target] as const;
    open.add(pair);
    client.pipe(target).pipe(client);
    for (const socket of pair) {
      const end = (): void => {
        open.delete(pair);
        // When a connection has vanished, neither end learns that the other has closed.
        if (vanished.has(pair)) socket.destroy();
        else for (const each of pair) each.destroy();
      };
      socket.on('error', end).on('close', end);
    }
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const { port } = server.address() as AddressInfo;

  return {
    through(url) {
      const changed = new URL(url);
      changed.port = String(port);
      return changed.href;
    },
    vanish() {
      for (const pair of open) {
        // Swallows what is sent.
        for (const socket of pair) socket.unpipe().resume();
        vanished.add(pair);
      }
      open.clear();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        for (const socket of [...open, ...vanished].flat()) socket.destroy();
      }),
  };
}
