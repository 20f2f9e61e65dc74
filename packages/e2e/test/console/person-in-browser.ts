import { randomBytes } from 'node:crypto';
import { adminRequest, administrate } from '@wallet-service/operator-cli/admin';
import { until } from '@wallet-service/test-kit/until';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import type { TestStack } from '@wallet-service/local-stack';
import { axeSource } from '../axe-source.js';

/** A person with a browser of their own, whose passkeys a virtual authenticator of Chromium holds. */
export type PersonInBrowser = {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the page said or tried that it must not. */
  readonly complaints: string[];
  /** Opens a screen, and waits for its heading. */
  readonly open: (at: string, heading: string) => Promise<void>;
};

export type BrowserOptions = {
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  /** Other origins that the browser may go to. */
  readonly asks?: readonly string[];
  /** Through which the browser asks for everything. */
  readonly proxy?: string | undefined;
};

const quiet = /favicon/;

export async function newPerson(
  browser: Browser,
  consoleUrl: string,
  { theme = 'light', width = 1_280, asks = [], proxy }: BrowserOptions = {},
): Promise<PersonInBrowser> {
  const context = await browser.newContext({
    ...{ viewport: { width, height: 900 }, colorScheme: theme },
    ...(proxy !== undefined && { proxy: { server: proxy } }),
    // The console limits what one address asks. People of many suites are here at once.
    extraHTTPHeaders: { 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` },
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    const isExpected = quiet.test(message.text()) || /status of 4\d\d/.test(message.text());
    if (['error', 'warning'].includes(message.type()) && !isExpected) complaints.push(message.text());
  });
  page.on('request', (request) => {
    const isExpected = [consoleUrl, ...asks].some((origin) => request.url().startsWith(origin));
    if (!isExpected) complaints.push(`asked ${request.url()}`);
  });
  await page.addInitScript(
    `document.addEventListener('securitypolicyviolation', (event) => {
      console.error('CSP: ' + event.violatedDirective + ' ' + event.blockedURI);
    });`,
  );
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  const open = async (at: string, heading: string): Promise<void> => {
    await page.goto(consoleUrl + at);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await allPartsOf(page);
  };
  return { page, context, complaints, open };
}

/** Waits until the screen has all that it asks for. */
export async function allPartsOf(page: Page): Promise<void> {
  await until('all parts', async () => (await page.locator('[aria-busy=true]').count()) === 0);
}

/** The link of an invitation, from the operator's program. */
export async function invitationLink(
  { stack, consoleUrl }: Pick<TestStack, 'stack' | 'consoleUrl'>,
  name: string,
  access: object,
): Promise<string> {
  const target = { url: stack.express_url, operatorKey: stack.operator_key };
  const answer = await administrate(target, adminRequest(['person', 'invite', name], access));
  return `${consoleUrl}/invitation#${(answer as { readonly invitation: string }).invitation}`;
}

/** Makes the passkey and signs in. */
export async function accept({ page }: PersonInBrowser, link: string): Promise<void> {
  await page.goto(link);
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  await page.getByRole('link', { name: 'Wallet console' }).waitFor();
}

/** What axe finds on the page as it is, by all of its rules or by some. Its findings, in words. */
export async function accessibilityOf(
  { page }: PersonInBrowser,
  rules?: readonly string[],
): Promise<readonly string[]> {
  // By the debugger, which the page's policy does not bind.
  await page.evaluate(axeSource);
  type Found = { readonly id: string; readonly nodes: readonly { readonly target: readonly string[] }[] };
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const found = await page.evaluate<readonly Found[]>(
    `axe.run(${options}).then(({ violations }) => violations)`,
  );
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target[0])).join(', ')}`);
}

/** As five minutes later, once: the row of the session has a MAC, so the step-up is answered as if it were over. */
export async function endStepUp(page: Page, method: string, path: string): Promise<void> {
  let isOver = true;
  await page.route(`**/api${path}`, async (route) => {
    if (route.request().method() !== method || !isOver) return route.continue();
    isOver = false;
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({
        ...{ type: 'about:blank', title: 'x', status: 403, detail: 'confirm', trace_id: '0'.repeat(32) },
        code: 'auth.step-up-required',
      }),
    });
  });
}

/** How many pixels of its content are beyond the right edge of an element. */
export async function hiddenIn(page: Page, selector: string): Promise<number> {
  return page.evaluate<number>(
    `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('${selector}'))`,
  );
}
