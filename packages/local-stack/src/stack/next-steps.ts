import path from 'node:path';
import type { StackFile } from './stack-file.js';

/**
 * Commands to try on a running stack, to copy and paste into a shell. The shell reads the secret key from
 * stack.json, because a terminal keeps what it shows.
 */
export function nextSteps(stack: StackFile, dataDir: string): string {
  const { express_url: url, app, demo_provider: provider } = stack;
  const headers = [
    `-H "Authorization: Bearer $JWT"`,
    `-H 'X-Service-API-Key: ${app.api_key}'`,
    `-H 'X-OIDC-Provider-ID: ${provider.id}'`,
    `-H 'X-Service-Chain: ETH'`,
  ].join(' ');
  const ask = `curl -s ${provider.token_url} -d grant_type=demo -d subject=alice -d email=alice@example.com`;
  const readToken = String.raw`sed 's/.*"id_token":"\([^"]*\)".*/\1/'`;
  const stackFile = path.join(dataDir, 'stack.json');
  return `
The API is at ${url}. Keys and addresses are in ${stackFile}. The reference is at ${url}/docs.
To try requests on it with the keys of this stack, open this file in a browser: ${path.join(dataDir, 'docs.html')}

# a token for the user alice
JWT=$(${ask} | ${readToken})

# the wallet of alice, created by the first call: ETH, SOL or BTC
curl -s -X POST ${url}/v2/wallet ${headers}

# a signature by that wallet
curl -s ${url}/v2/wallet/sign/message ${headers} -H 'Content-Type: application/json' -d '{"message_base64":"aGVsbG8="}'

# the identity providers of the demo application
SECRET_KEY=$(node -p 'require(process.argv[1]).app.secret_key' ${quoted(stackFile)})
curl -s ${url}/v1/identity/provider -H "X-Service-Secret-Key: $SECRET_KEY"

Ctrl-C stops everything.
`;
}

/** Quotes it as one word of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
