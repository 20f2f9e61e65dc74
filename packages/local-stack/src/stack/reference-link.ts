import { writePrivateFile } from '@wallet-service/local-certificates/private-file';
import { createExpressClient } from '../http/express-client.js';
import type { StackFile } from './stack-file.js';

const tokenLifetimeSeconds = 86_400;

/**
 * A page for the owner of the data folder. It leads to the reference page of the running stack, and hands over the keys
 * to try requests with: in the fragment of the address, which no browser sends to a server. It is a file because a
 * terminal keeps what it shows.
 */
export async function writeReferenceLink(file: string, stack: StackFile): Promise<void> {
  const claims = { email: 'alice@example.com', expires_in: String(tokenLifetimeSeconds) };
  const token = await createExpressClient(stack).token('alice', claims);
  const keys = {
    api_key: stack.app.api_key,
    secret_key: stack.app.secret_key,
    operator_key: stack.operator_key,
    provider_id: stack.demo_provider.id,
    token,
  };
  const fragment = Buffer.from(JSON.stringify(keys)).toString('base64url');
  const address = `${stack.express_url}/docs#keys=${fragment}`;
  writePrivateFile(
    file,
    '<!doctype html><html lang="en"><meta charset="utf-8"><title>The reference of the local stack</title>' +
      `<meta http-equiv="refresh" content="0; url=${address}">` +
      `<p><a href="${address}">The reference, with the keys of the local stack</a></p></html>\n`,
  );
}
