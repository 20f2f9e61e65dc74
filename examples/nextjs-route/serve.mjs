// Serves the route without Next.js, so that it can be tried: http://127.0.0.1:3000/api/sign
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { POST } from './route.js';

const { PORT = '3000' } = process.env;

const server = createServer(async (incoming, outgoing) => {
  try {
    await serve(incoming, outgoing);
  } catch (error) {
    // Without this, one bad request would end the process.
    console.error(error);
    outgoing.writeHead(500).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = /** @type {import('node:net').AddressInfo} */ (server.address());
  console.log(`listening on http://127.0.0.1:${address.port}`);
});

/**
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} outgoing
 */
async function serve(incoming, outgoing) {
  const { method = 'GET', url = '/', headers } = incoming;
  if (url !== '/api/sign' || method !== 'POST') {
    outgoing.writeHead(404).end();
    return;
  }
  const given = /** @type {Record<string, string>} */ (headers);
  const body = /** @type {ReadableStream} */ (Readable.toWeb(incoming));
  const init = { method, headers: given, body, duplex: 'half' };
  const answer = await POST(new Request(`http://${headers.host}${url}`, init));
  outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}
