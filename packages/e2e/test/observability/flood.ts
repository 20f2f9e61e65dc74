import net from 'node:net';

// The gateway works most for each byte with these, and logs none of them.
const manyRequests = Buffer.from('GET /healthz HTTP/1.1\r\nhost: gateway\r\n\r\n'.repeat(500));

/** Sends requests faster than one process answers them, until it is told to stop. */
export function flood(url: string): () => void {
  const sockets = Array.from({ length: 4 }, () => net.connect(Number(new URL(url).port), '127.0.0.1'));
  for (const socket of sockets) {
    const send = () => {
      while (socket.write(manyRequests));
    };
    socket.on('connect', send).on('drain', send).on('error', fail).resume();
  }
  return () => {
    for (const socket of sockets) socket.destroy();
  };
}

function fail(error: Error): void {
  throw error;
}
