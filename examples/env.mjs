// Prints, as commands for a POSIX shell, what the examples and guides need to call the stack of `pnpm start`:
//   eval "$(node examples/env.mjs alice)"
// The token is of the demo provider, which believes everybody, and lasts 5 minutes. DATA_DIR is `.local` by default.
import { readFileSync } from 'node:fs';
import path from 'node:path';

const [, , subject = 'alice'] = process.argv;
const file = path.resolve(process.env.DATA_DIR ?? '.local', 'stack.json');
const { express_url, app, demo_provider } = JSON.parse(readFileSync(file, 'utf8'));
const form = { grant_type: 'demo', subject, email: `${subject}@example.com` };
const answer = await fetch(demo_provider.token_url, { method: 'POST', body: new URLSearchParams(form) });
if (!answer.ok) throw new Error(`the demo provider answered ${answer.status}: ${await answer.text()}`);
const { id_token } = await answer.json();
const variables = {
  BASE_URL: express_url,
  API_KEY: app.api_key,
  SECRET_KEY: app.secret_key,
  PROVIDER_ID: demo_provider.id,
  ISSUER: demo_provider.issuer,
  TOKEN_URL: demo_provider.token_url,
  USER_TOKEN: id_token,
};
for (const [name, value] of Object.entries(variables)) console.log(`export ${name}='${value}'`);
