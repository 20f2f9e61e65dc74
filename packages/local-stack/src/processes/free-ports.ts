import { randomInt } from 'node:crypto';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { testWorker } from '../config.js';

// Below the ports that Linux gives to outgoing connections (32768 and up, ip(7)). Such a connection could take the port
// of a server that is being restarted.
const lowest = 12_000;
const highest = 32_000;
const attempts = 100;
/**
 * Workers of the tests start stacks at the same time. A port that is free for one may be promised to another, so each
 * has a part of the ports.
 */
const parts = 8;
const promised = new Set<number>();

/** `count` different ports of the loopback that were free a moment ago, and that no outgoing connection takes. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(Array.from({ length: count }, listenAnywhere));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(close));
  return ports;
}

/** Throws an Error with advice when another process listens on the port. */
export async function refuseTakenPort(port: number): Promise<void> {
  try {
    await close(await listen(port));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    const reason = code === 'EADDRINUSE' ? 'is taken by another process' : 'needs more rights';
    throw new Error(`port ${port} ${reason}; choose another with PORT=…, or PORT=0 for any free one`, {
      cause: error,
    });
  }
}

async function listenAnywhere(): Promise<Server> {
  const width = (highest - lowest) / parts;
  const first = lowest + width * (testWorker() % parts);
  for (let left = attempts; ; left--) {
    const port = randomInt(first, first + width);
    if (promised.has(port) && left > 0) continue;
    promised.add(port);
    try {
      return await listen(port);
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

function listen(port: number): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve(server);
    });
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
  });
}
