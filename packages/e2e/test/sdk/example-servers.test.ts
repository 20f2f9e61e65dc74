import { createHmac, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { startProcess, type StartedProcess } from '@wallet-service/test-kit/start-process';
import { hasBrowser, sharedBrowser } from '@wallet-service/test-kit/browser';
import { until } from '@wallet-service/test-kit/until';
import { verifyMessage, type Hex } from 'viem';
import { demoCustomer } from '../http/customer.js';
import { sharedStack, type SharedStack } from '../stacks.js';
import { runIn, userProject, variablesOf } from './user-project.js';

// The examples that are servers, started as their READMEs say.

let folder: string;
let stack: SharedStack;
let variables: Record<string, string>;
const started: StartedProcess[] = [];

beforeAll(async () => {
  [folder, stack] = await Promise.all([userProject(), sharedStack('example servers')]);
  variables = await variablesOf(stack, 'alice');
});
afterAll(async () => {
  await Promise.all(started.map((process) => process.end()));
  rmSync(folder, { recursive: true });
});

async function freePort(): Promise<string> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}

/** The commands of a README's first block that begin so, joined. */
function fromReadme(name: string, command: string): string[] {
  const readme = readFileSync(path.join(folder, 'examples', name, 'README.md'), 'utf8').replace(
    /\\\n\s*/g,
    '',
  );
  const line = readme.split('\n').find((each) => each.startsWith(command));
  if (line === undefined) throw new Error(`the README of ${name} does not say ${command}`);
  return line.trim().split(/\s+/);
}

function start(name: string, more: Readonly<Record<string, string>> = {}): StartedProcess {
  const [, program = ''] = fromReadme(name, 'node ');
  const { PATH } = process.env;
  const env = { PATH, ...variables, ...more };
  const running = startProcess(path.join(folder, program), { env, cwd: folder, endsWithUs: false });
  started.push(running);
  return running;
}

async function bundle(name: string): Promise<void> {
  const bundled = await runIn(folder, fromReadme(name, 'npx esbuild'), {});
  expect([bundled.code, bundled.stderr]).toEqual([0, expect.not.stringContaining('error')]);
}

describe('nextjs-route', () => {
  it('signs for the user whose session it is, and for nobody else', async () => {
    await bundle('nextjs-route');
    const server = start('nextjs-route', { PORT: '0' });
    const [, url = ''] = await server.printed(/listening on (\S+)/);
    const post = async (headers: Record<string, string>, body = '{"message":"hello"}') => {
      const answer = await fetch(`${url}/api/sign`, { method: 'POST', headers, body });
      return { status: answer.status, body: (await answer.json()) as Record<string, string> };
    };
    const cookie = `theme=dark; id_token=${variables['USER_TOKEN']}`;
    const signed = await post({ cookie });
    expect(signed.status).toBe(200);
    const { address, signature } = signed.body as { address: Hex; signature: Hex };
    expect(await verifyMessage({ address, signature, message: 'hello' })).toBe(true);
    expect(await post({})).toEqual({ status: 401, body: { code: 'logged-out' } });
    expect(await post({ cookie, 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
    expect(await post({ cookie }, '{}')).toMatchObject({ status: 422 });
    expect(await post({ cookie }, 'null')).toMatchObject({ status: 422 });
    expect(await post({ cookie }, 'x')).toEqual({ status: 400, body: { code: 'body-malformed' } });
    expect(await post({ cookie: 'id_token=e30.eyJpc3MiOiJ4Iiwic3ViIjoieSJ9.x' })).toEqual({
      status: 401,
      body: { code: 'auth.token-invalid', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) as string },
    });
  });
});

describe('webhook-receiver', () => {
  it('takes what the service sends once, refuses forgeries, and asks for it again after a failure', async () => {
    const PORT = await freePort();
    const url = `http://127.0.0.1:${PORT}/`;
    const { succeed, express } = demoCustomer(stack.stack);
    const endpoint = { url, event_types: ['wallet.created'] };
    const { secret } = await succeed<{ secret: string }>('POST', '/v1/webhook', endpoint);
    const events = path.join(folder, 'kept', 'events.ndjson');
    const server = start('webhook-receiver', { WEBHOOK_SECRET: secret, EVENTS_FILE: events, PORT });
    await server.printed(/listening/);

    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const send = async (id: string, body: string, by = key): Promise<number> => {
      const timestamp = String(Math.floor(Date.now() / 1000));
      const mac = createHmac('sha256', by).update(`${id}.${timestamp}.${body}`).digest('base64');
      const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` };
      return (await fetch(url, { method: 'POST', headers, body })).status;
    };
    const body = JSON.stringify({ type: 'wallet.created', timestamp: new Date().toISOString(), data: {} });
    const id = randomUUID();
    expect(await send(id, body, Buffer.from('another'))).toBe(400);
    // The folder of its file is missing, so the handler fails.
    expect(await send(id, body)).toBe(500);
    mkdirSync(path.dirname(events));
    expect([await send(id, body), await send(id, body)]).toEqual([204, 204]);

    const address = await express.wallet(await express.token('hooked'), 'SOL');
    const lines = (): string[] => (existsSync(events) ? readFileSync(events, 'utf8').trim().split('\n') : []);
    await until('the delivery', () => lines().length >= 2);
    expect(lines().map((line) => JSON.parse(line) as object)).toEqual([
      { id, type: 'wallet.created', data: {} },
      expect.objectContaining({ data: expect.objectContaining({ address }) as object }),
    ]);
  });
});

(hasBrowser ? describe : describe.skip)('browser-viem (skipped without Chromium)', () => {
  it('logs a user in, signs with viem, and says why a refused page can do nothing', async () => {
    await bundle('browser-viem');
    const PORT = await freePort();
    const server = start('browser-viem', { PORT });
    const [, url = ''] = await server.printed(/open (\S+)/);
    const allow = (...allowed_origins: string[]) =>
      demoCustomer(stack.stack).succeed('PATCH', '/v1/application', { allowed_origins });
    await allow();
    const browser = await sharedBrowser(process.env['TEST_BROWSER_SOCKET']);
    try {
      const page = await browser.newPage();
      const wrong: string[] = [];
      page.on('pageerror', (error) => wrong.push(error.message));
      const logIn = async (name?: string): Promise<void> => {
        await page.goto(url);
        await page.getByRole('button', { name: 'Log in' }).click();
        if (name === undefined) return;
        await page.getByLabel('Name').fill(name);
        await page.getByRole('button', { name: 'Log in' }).click();
      };
      await logIn('grace');
      await page.getByText('client.network').waitFor();
      await allow(url.slice(0, -1));
      await logIn();
      await page.getByText('Wallet of grace').waitFor();
      const message = 'pay 1 € to “Ada”';
      await page.getByLabel('Message').fill(message);
      await page.getByRole('button', { name: 'Sign' }).click();
      await page.getByText('(verified)').waitFor();
      const screenshot = process.env['SCREENSHOT'];
      if (screenshot) await page.screenshot({ path: screenshot });
      const address = (await page.locator('#address').textContent()) as Hex;
      const [signature] = ((await page.locator('#result').textContent()) ?? '').split(' ');
      expect(await verifyMessage({ address, message, signature: signature as Hex })).toBe(true);
      expect(new URL(page.url()).search).toBe('');
      expect(wrong).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
