import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { verifyMessage } from 'viem';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import { sharedStack, type SharedStack } from './stacks.js';

// Clients that three generators make of the API document, used against a running stack.

type Given = Readonly<Record<'baseUrl' | 'secretKey' | 'token' | 'apiKey' | 'providerId', string>>;
type Calls = (given: Given) => Promise<{
  readonly address: string;
  readonly signature: string;
  readonly name: string;
  readonly isGone: boolean;
}>;

const tooling = fileURLToPath(new URL('../../tooling', import.meta.url));
const folder = `${tooling}/dist/called-clients`;

let stack: SharedStack;
beforeAll(async () => {
  stack = await sharedStack('generated clients');
  await promisify(execFile)(process.execPath, [`${tooling}/generated-clients.mjs`, folder]);
});

it.each(['openapi-fetch', 'hey-api', 'orval'])(
  'a client of %s makes a wallet, signs, and knows why it is refused',
  async (name) => {
    const { app, demo_provider, express_url: baseUrl } = stack.stack;
    const token = await createExpressClient(stack.stack).token(`${name}-user`);
    const credentials = { secretKey: app.secret_key, apiKey: app.api_key, providerId: demo_provider.id };
    const { calls } = (await import(`${folder}/${name}/calls.mjs`)) as {
      calls: Calls;
    };
    const { address, signature, ...rest } = await calls({ baseUrl, token, ...credentials });
    expect(rest).toEqual({ name: 'from a generated client', isGone: true });
    const signed = { address: address as `0x${string}`, signature: signature as `0x${string}` };
    expect(await verifyMessage({ ...signed, message: 'hello' })).toBe(true);
  },
);
