import net, { type AddressInfo } from 'node:net';

/** A proxy on the loopback interface, whose server can be exchanged and whose streams can be held. */
export type SwitchableProxy = {
  readonly port: number;
  /** New connections go to this port. Open ones end. */
  readonly switchTo: (targetPort: number) => void;
  /** From now on nothing passes, and neither side is told. */
  readonly hold: () => void;
  /** What was held passes, and so does what comes after it. */
  readonly release: () => void;
  readonly close: () => Promise<void>;
};

export async function startSwitchableProxy(firstPort: number): Promise<SwitchableProxy> {
  let targetPort = firstPort;
  let held = false;
  const open = new Set<net.Socket>();
  const server = net.createServer({ noDelay: true }, (client) => {
    const target = net.connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      open.add(from);
      from.on('data', (bytes) => void to.write(bytes));
      from.on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        to.destroy();
      });
      if (held) from.pause();
    }
  });
  server.listen(0, '127.0.0.1');
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject));
  const endAll = (): void => {
    for (const socket of open) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    switchTo(port) {
      targetPort = port;
      endAll();
    },
    hold() {
      held = true;
      for (const socket of open) socket.pause();
    },
    release() {
      held = false;
      for (const socket of open) socket.resume();
    },
    async close() {
      endAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
