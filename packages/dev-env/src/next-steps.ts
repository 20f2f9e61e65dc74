import type { StackFile } from './stack-file.js';

/** What to try on a stack that is ready, to copy and paste into a shell. */
export function nextSteps(stack: StackFile, dataDir: string): string {
  const { express_url: url, app, demo_provider: provider } = stack;
  const headers = [
    `-H "Authorization: Bearer $JWT"`,
    `-H 'X-Service-API-Key: ${app.api_key}'`,
    `-H 'X-OIDC-Provider-ID: ${provider.id}'`,
    `-H 'X-Service-Chain: ETH'`,
  ].join(' ');
  return `
The API is at ${url}. Keys and addresses are in ${dataDir}/stack.json.

# a token for the user alice
JWT=$(curl -s ${provider.token_url} -d grant_type=demo -d subject=alice -d email=alice@example.com | sed 's/.*"id_token":"\\([^"]*\\)".*/\\1/')

# her wallet (ETH, SOL or BTC), made at the first call
curl -s -X POST ${url}/v2/wallet ${headers}

# a signature of hers
curl -s ${url}/v2/wallet/sign/message ${headers} -H 'Content-Type: application/json' -d '{"message_base64":"aGVsbG8="}'

# the identity providers of the demo application
curl -s ${url}/v1/identity/provider -H 'X-Service-Secret-Key: ${app.secret_key}'

Ctrl-C stops everything.
`;
}
