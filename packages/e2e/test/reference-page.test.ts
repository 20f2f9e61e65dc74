import { statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { errorCodes } from '@wallet-service/errors';
import { runningStack, type StackFile } from '@wallet-service/local-stack';
import { hasBrowser, sharedBrowser } from '@wallet-service/test-kit/browser';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { axeSource } from './axe-source.js';
import { demoCustomer } from './http/customer.js';
import { sharedStack } from './stacks.js';

// People read the page in a browser, so a browser reads it here: Chromium, on a running stack.

const describeInBrowser = hasBrowser || process.env['CI'] ? describe : describe.skip;
if (!hasBrowser) console.warn('the reference page is not tested: install chromium');

let dataDir: string;
let stack: StackFile;
let browser: Browser;
let docs: string;
/** What a page said or asked for that it must not. */
const complaints: string[] = [];
const contexts: BrowserContext[] = [];

describeInBrowser('the reference page', () => {
  beforeAll(async () => {
    const [shared, opened] = await Promise.all([
      sharedStack('reference page'),
      sharedBrowser(process.env['TEST_BROWSER_SOCKET']),
    ]);
    ({ dataDir } = shared);
    browser = opened;
    // The demo application, whose keys are in the file for the owner of the stack.
    const found = await runningStack(dataDir);
    if (!found) throw new Error('the shared stack does not run');
    stack = found;
    docs = `${stack.express_url}/docs`;
  });
  afterEach(() => Promise.all(contexts.splice(0).map((context) => context.close())));
  afterAll(() => browser.close());

  it('finds by search, and shows the samples of what it found', async () => {
    const page = await open(docs);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('typed data');
    await page
      .getByRole('option', { name: /Sign typed data/ })
      .first()
      .click();
    const operation = page.locator('section[id$="POST/v2/wallet/sign/typed_data"]');
    await operation.getByText('curl -X POST "$BASE_URL/v2/wallet/sign/typed_data"').waitFor();
    await operation.getByRole('button', { name: 'curl' }).click();
    await page.getByRole('option', { name: 'TypeScript' }).click();
    await operation.getByText('const response = await fetch').waitFor();
  });

  it('begins with authentication, and has the rule language, the values and the errors in its contents', async () => {
    const page = await open(docs);
    const titles = await page.locator('aside').first().getByRole('link').allInnerTexts();
    expect(titles.slice(0, 5)).toEqual([
      'Authentication',
      'Requests and answers',
      'Rule language',
      'Enumerated values',
      'Errors',
    ]);
  });

  it('has an anchor for every error, to which the type of a problem leads', async () => {
    const answer = await fetch(`${stack.express_url}/nowhere`);
    const { type } = (await answer.json()) as { type: string };
    const page = await open(new URL(type, answer.url).href);
    await expectInView(page, 'request.not-found');
    const anchors = await page.evaluate<unknown>(
      `[...document.querySelectorAll('h3[id*="/errors/"]')].map(({ id, textContent }) => [id, textContent.trim()])`,
    );
    expect(anchors).toEqual(Object.keys(errorCodes).map((code) => [`reference/errors/${code}`, code]));
    for (const code of ['auth.token-invalid', 'internal']) {
      await goTo(page, `errors/${code}`);
      await expectInView(page, code);
    }
  });

  it('takes the keys of the stack from a file for its owner, and makes a real request with them', async () => {
    const link = path.join(dataDir, 'docs.html');
    expect(statSync(link).mode & 0o777).toBe(0o600);
    const page = await open(pathToFileURL(link).href);
    expect(page.url()).not.toContain('keys');
    const wallet = await tryOut(page, 'post /v2/wallet', '/v2/wallet');
    expect(wallet.status()).toBe(200);
    const { express } = demoCustomer(stack);
    const { public_address: address } = (await wallet.json()) as { public_address: string };
    expect(address).toBe(await express.wallet(await express.token('alice'), 'ETH'));
    await page.getByText(address).first().waitFor();
    const [request] = [wallet.request()];
    expect(request.headers()).not.toHaveProperty('idempotency-key');
  });

  it('takes no keys in production', async () => {
    const context = await newContext({});
    await context.route('**/docs', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(' data-takes-keys', '') });
    });
    const page = await open(pathToFileURL(path.join(dataDir, 'docs.html')).href, context);
    const secret = stack.app.secret_key;
    const values = await page.evaluate<string[]>(
      '[...document.querySelectorAll("input")].map(({ value }) => value)',
    );
    expect([...values, await page.content()].filter((text) => text.includes(secret))).toEqual([]);
    const asked = await tryOut(page, 'post /v2/wallet', '/v2/wallet');
    expect(asked.status()).toBe(401);
  });

  it('can be used by keyboard alone', async () => {
    const page = await open(docs);
    const reached = new Set<string>();
    for (let presses = 0; presses < 12; presses += 1) {
      await page.keyboard.press('Tab');
      reached.add(await page.evaluate<string>('document.activeElement.textContent.trim().split("\\n")[0]'));
    }
    expect([...reached].join('|')).toMatch(/Search.*Authentication.*Errors.*Express wallets/s);
    await goTo(page, 'tag/express-wallets/POST/v2/wallet');
    const tryIt = page.getByRole('button', { name: /Test Request/ }).first();
    await tryIt.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Send Request/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Send Request/ }).waitFor({ state: 'hidden' });
  });

  it.each(['light', 'dark'] as const)(
    'is readable on a phone, a tablet and a screen, %s',
    async (colorScheme) => {
      const page = await open(docs, await newContext({ colorScheme }));
      const background = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
      expect(background).toMatch(colorScheme === 'light' ? /^rgb\(2\d\d, / : /^rgb\(\d\d?, /);
      for (const place of ['errors/policy.denied', 'tag/express-wallets/POST/v2/wallet/sign/message'])
        for (const width of [390, 820, 1440]) {
          await page.setViewportSize({ width, height: 900 });
          await goTo(page, place);
          await page.locator(`[id="reference/${place}"]`).first().waitFor();
          const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
          expect([place, width, beyond]).toEqual([place, width, 0]);
          // Each check takes a second or more.
          if ((width === 820) === place.startsWith('errors'))
            expect([place, width, await seriousFindings(page)]).toEqual([place, width, []]);
        }
    },
  );

  // Last, so that it counts for all the pages above.
  it('never breaks its policy, fails or asks another host', () => {
    expect(complaints).toEqual([]);
  });
});

async function newContext(options: Parameters<Browser['newContext']>[0]): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  context.setDefaultTimeout(60_000);
  contexts.push(context);
  const own = stack.express_url;
  context.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${own}/`) && !url.startsWith('file:')) complaints.push(`request to ${url}`);
  });
  context.on('weberror', (error) => complaints.push(error.error().message));
  context.on('console', (message) => {
    if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text());
  });
  const content = `addEventListener('securitypolicyviolation', ({ effectiveDirective, sample }) => {
    console.error('Content Security Policy: ' + effectiveDirective + ' ' + sample);
  });`;
  await context.addInitScript({ content });
  return context;
}

async function open(url: string, context?: BrowserContext): Promise<Page> {
  const page = await (context ?? (await newContext({}))).newPage();
  await page.goto(url);
  await page.getByRole('heading', { name: 'Wallet service' }).waitFor();
  await page.waitForLoadState('networkidle');
  return page;
}

async function expectInView(page: Page, code: string): Promise<void> {
  const heading = page.getByRole('heading', { name: code, exact: true });
  await heading.waitFor();
  await page.waitForFunction(`(() => {
    const heading = [...document.querySelectorAll('h3')].find((each) => each.textContent.trim() === '${code}');
    const { top } = heading.getBoundingClientRect();
    return top >= 0 && top < innerHeight / 2;
  })()`);
}

/** As a click on a link within the page. */
async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate(`location.hash = '${hash}'`);
}

/** Opens the form of an operation, sends it as it is, and returns the answer. */
async function tryOut(page: Page, operation: string, where: string) {
  const [, name = ''] = operation.split(' ');
  await goTo(page, `tag/express-wallets/POST${name}`);
  await page.getByRole('button', { name: `Test Request (${operation})`, exact: true }).click();
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === where);
  await page.getByRole('button', { name: /^Send Request/ }).click();
  return answered;
}

async function seriousFindings(page: Page): Promise<readonly string[]> {
  // The page completes what the renderer has drawn shortly after.
  await page.waitForTimeout(500);
  const session = await page.context().newCDPSession(page);
  // Not addScriptTag: the policy of the page allows no inline script.
  await session.send('Runtime.evaluate', { expression: axeSource });
  const { result } = await session.send('Runtime.evaluate', {
    expression: `axe.run({ resultTypes: ['violations'] }).then(({ violations }) => violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, nodes }) => nodes.map((node) => [id, node.html.slice(0, 160), node.any[0]?.message].join(' '))))`,
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value as string[];
}
