import net, { type AddressInfo } from 'node:net';
import { run } from '@wallet-service/runtime';
import { delayProxyConfig } from './config.js';

// Only for `pnpm bench --scale`: forwards to a port of this machine, each way later by DELAY_MS. Timers of one length
// fire in order, so bytes stay in order.
run('delay-proxy', async (lifecycle) => {
  const { targetPort, delayMs } = delayProxyConfig();
  const open = new Set<net.Socket>();
  const server = net.createServer({ noDelay: true }, (client) => {
    const target = net.connect({ port: targetPort, host: '127.0.0.1', noDelay: true });
    const pass = (from: net.Socket, to: net.Socket): void => {
      open.add(from);
      from.on('data', (bytes) => setTimeout(() => to.write(bytes), delayMs));
      from.on('error', () => undefined);
      from.on('close', () => {
        open.delete(from);
        setTimeout(() => to.destroy(), delayMs);
      });
    };
    pass(client, target);
    pass(target, client);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  lifecycle.onStop('proxy', () => {
    server.close();
    for (const socket of open) socket.destroy();
    return Promise.resolve();
  });
  console.log(JSON.stringify({ port: (server.address() as AddressInfo).port }));
});
