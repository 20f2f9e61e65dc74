import { appendFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { WalletServiceError } from '@wallet-service/sdk';
import { verifyWebhook } from '@wallet-service/sdk/webhooks';

// WEBHOOK_SECRET may have two secrets with a comma between them, while one replaces the other.
const { WEBHOOK_SECRET = '', EVENTS_FILE = 'events.ndjson', PORT = '4000' } = process.env;
const secrets = WEBHOOK_SECRET.split(',');

/**
 * The events that were handled, or are being handled, by id. A real receiver keeps the ids in its database, in the same
 * transaction as what it does: an event may arrive again days later, and after a restart.
 * @type {Map<string, Promise<void>>}
 */
const handled = new Map();

/** @param {import('@wallet-service/sdk/webhooks').VerifiedWebhook} event */
async function handle({ id, type, data }) {
  await appendFile(EVENTS_FILE, `${JSON.stringify({ id, type, data })}\n`);
}

/** @param {import('@wallet-service/sdk/webhooks').VerifiedWebhook} event */
function handleOnce(event) {
  const before = handled.get(event.id);
  if (before) return before;
  const now = handle(event);
  handled.set(event.id, now);
  // The service sends it again, and then it is tried again.
  now.catch(() => handled.delete(event.id));
  return now;
}

const server = createServer(async (request, response) => {
  try {
    // The bytes as they arrived: those are what is signed.
    await handleOnce(await verifyWebhook({ headers: request.headers, body: await buffer(request) }, secrets));
    response.writeHead(204).end();
  } catch (error) {
    const isForged = error instanceof WalletServiceError && error.code === 'client.webhook-invalid';
    if (!isForged) console.error(error);
    // Any answer but 2xx makes the service try again later.
    response.writeHead(isForged ? 400 : 500).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => {
  console.log(`listening on port ${PORT}`);
});
