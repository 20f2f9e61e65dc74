import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot, type TestStack } from '@wallet-service/local-stack';
import { hasBrowser, openBrowser } from '@wallet-service/test-kit/browser';
import { until } from '@wallet-service/test-kit/until';
import type { Browser } from 'playwright-core';
import { demoCustomer, type Customer } from '../http/customer.js';
import { ownStack } from '../stacks.js';
import {
  accept,
  accessibilityOf,
  invitationLink,
  newPerson,
  type BrowserOptions,
  type PersonInBrowser,
} from './person-in-browser.js';

// People use the console in a browser, so a browser uses it here: Chromium, on a running stack. Passkeys are real.
// CONSOLE_SCREENSHOTS=1 writes those of the guide.

const describeInBrowser = hasBrowser || process.env['CI'] ? describe : describe.skip;
if (!hasBrowser) console.warn('the console is not tested: install chromium');

const pictures =
  process.env['CONSOLE_SCREENSHOTS'] === '1' ? path.join(repositoryRoot(), 'docs/console') : undefined;

let stack: TestStack;
let browser: Browser;
let customer: Customer;
const people: PersonInBrowser[] = [];

/** Somebody with a role in the demo application, signed in. */
async function member(role: string, options?: BrowserOptions): Promise<PersonInBrowser> {
  const person = await newPerson(browser, stack.consoleUrl, options);
  people.push(person);
  await accept(person, await invitationLink(stack, role, { application: customer.id, role }));
  return person;
}

const screens = [
  ['overview', 'Overview'],
  ['activity', 'Activity'],
  ['users', 'Users'],
  ['wallets', 'Wallets'],
  ['policies', 'Policies'],
  ['policies/new', 'New policy'],
  ['providers', 'Identity providers'],
  ['webhooks', 'Webhooks'],
  ['journal', 'Journal'],
  ['keys', 'Secret keys'],
  ['members', 'People'],
  ['settings', 'Settings'],
] as const;

describeInBrowser('the console', () => {
  beforeAll(async () => {
    [stack, browser] = await Promise.all([ownStack({ CONSOLE: 'true' }), openBrowser()]);
    customer = demoCustomer(stack.stack);
    for (const user of ['alice', 'bob']) {
      const token = await customer.express.token(user);
      await customer.express.wallet(token, 'ETH');
      await customer.express.post('/v2/wallet/sign/message', token, 'ETH', { message_base64: 'aGVsbG8=' });
    }
    await customer.succeed('PATCH', '/v1/application', {
      policy_evaluation_enabled: true,
      default_action: 'deny',
    });
    const token = await customer.express.token('mallory');
    await customer.express.wallet(token, 'ETH');
    const denied = await customer.express.post('/v2/wallet/sign/message', token, 'ETH', {
      message_base64: 'aGVsbG8=',
    });
    expect(denied.status).toBe(403);
  });
  afterEach(async () => {
    const complaints = people.flatMap((one) => one.complaints);
    await Promise.all(people.splice(0).map(({ context }) => context.close()));
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await stack.stop();
  });

  it.each<[string, BrowserOptions]>([
    ['light', { theme: 'light' }],
    ['dark', { theme: 'dark' }],
    ['phone', { theme: 'light', width: 390 }],
  ])('shows an owner every screen, readable for everybody: %s', async (name, options) => {
    const owner = await member('owner', options);
    for (const [at, heading] of screens) {
      await owner.open(`/a/${customer.id}/${at}`, heading);
      expect([at, await accessibilityOf(owner)]).toEqual([at, []]);
      const { scroll, width } = await owner.page.evaluate<{ scroll: number; width: number }>(
        '({ scroll: document.documentElement.scrollWidth, width: innerWidth })',
      );
      expect([at, scroll <= width]).toEqual([at, true]);
      if (pictures !== undefined)
        await owner.page.screenshot({ path: path.join(pictures, `${at.replace('/', '-')}-${name}.png`) });
    }
  });

  it.each([
    ['developer', ['Policies', 'Secret keys', 'Settings'], []],
    ['auditor', ['Policies', 'Journal'], []],
    [
      'support',
      ['Activity', 'Users', 'Wallets'],
      ['Policies', 'Journal', 'Secret keys', 'People', 'Settings'],
    ],
  ])('shows %s what the role may see, and offers nothing else', async (role, shown, hidden) => {
    const { page, open } = await member(role);
    await open(`/a/${customer.id}/overview`, 'Overview');
    const nav = page.getByRole('navigation', { name: 'Screens' });
    await nav.getByRole('link', { name: shown[0] ?? '', exact: true }).waitFor();
    const links = await nav.getByRole('link').allInnerTexts();
    expect(links).toEqual(expect.arrayContaining(shown));
    for (const one of hidden) expect(links).not.toContain(one);
    await open(`/a/${customer.id}/policies`, 'Policies');
    await open(`/a/${customer.id}/keys`, 'Secret keys');
    expect(await page.getByRole('button', { name: 'Make a key' }).count()).toBe(0);
    if (role === 'support') await page.getByText('Your role does not allow this').waitFor();
    if (role !== 'developer') {
      await open(`/a/${customer.id}/policies`, 'Policies');
      expect(await page.getByRole('link', { name: 'New policy' }).count()).toBe(0);
    }
  });

  it('says why a signature was denied, and what the journal has of it', async () => {
    const { page, open } = await member('auditor');
    await open(`/a/${customer.id}/activity?outcome=deny`, 'Activity');
    await page.getByRole('link', { name: 'Why?' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Why?' }).waitFor();
    await page.getByText('default_action').first().waitFor();
    await page.getByRole('heading', { name: 'In the journal' }).waitFor();
    await page.getByText('"operation": "message"').first().waitFor();
  });

  it('shows a new decision by itself', async () => {
    const { page, open } = await member('auditor');
    await open(`/a/${customer.id}/overview`, 'Overview');
    await page.getByText('Live', { exact: true }).waitFor();
    const denials = page.locator('.rows li');
    const before = await denials.count();
    const token = await customer.express.token('eve');
    await customer.express.wallet(token, 'ETH');
    await customer.express.post('/v2/wallet/sign/message', token, 'ETH', { message_base64: 'aGVsbG8=' });
    await until('the new denial', async () => (await denials.count()) > before);
  });

  it('asks for a passkey before a change, when the last confirmation is too old', async () => {
    const { page, open, context } = await member('owner');
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({
      name: '__Host-session',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    });
    // As five minutes later: the row of the session has a MAC, so the step-up is answered as if it were over.
    let isOver = true;
    await page.route('**/api/v1/policy', async (route) => {
      if (route.request().method() !== 'POST' || !isOver) return route.continue();
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
    await open(`/a/${customer.id}/policies/new`, 'New policy');
    await page.getByRole('button', { name: 'Try this policy' }).click();
    await page.getByText('"outcome": "allow"').first().waitFor();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await page.getByRole('heading', { level: 1, name: 'Short messages only' }).waitFor();
    const { data } = await customer.succeed<{
      data: { operation: string; details: { actor: { kind: string } } }[];
    }>('GET', '/v1/audit?after=0&wallet_id=00000000-0000-0000-0000-000000000000');
    const created = data.find(({ operation }) => operation === 'admin.policy_created');
    expect(created?.details.actor.kind).toBe('person');
  });

  it('shows a new secret key once, and keeps no secret in the browser', async () => {
    const { page, open } = await member('owner');
    await open(`/a/${customer.id}/keys`, 'Secret keys');
    await page.getByLabel('Label').fill('from the console');
    await page.getByRole('checkbox', { name: 'read' }).check();
    await page.getByRole('button', { name: 'Make a key' }).click();
    const secret = await page.getByLabel('Shown only now').inputValue();
    expect(secret).toMatch(/^sk_/);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('cell', { name: 'from the console' }).waitFor();
    const kept = await page.evaluate<string[]>(
      '[JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie, ' +
        'document.documentElement.innerHTML, location.href]',
    );
    for (const text of kept) expect(text).not.toMatch(/sk_[0-9a-f]{32}_|ses_|inv_/);
  });

  it('asks before it revokes a key, and says what follows', async () => {
    const { page, open } = await member('owner');
    await customer.succeed('POST', '/v1/secret_key', { label: 'old server', scopes: ['read'] });
    await open(`/a/${customer.id}/keys`, 'Secret keys');
    const row = page.getByRole('row').filter({ hasText: 'old server' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Every program that uses it is refused at once').waitFor();
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
  });

  it('can be used by keyboard alone: signing in, and filtering', async () => {
    const owner = await member('owner');
    const { page } = owner;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Wallet console' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    await owner.open(`/a/${customer.id}/activity`, 'Activity');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByLabel('Issuer').focus();
    await page.keyboard.type(customer.provider.issuer);
    await page.keyboard.press('Tab');
    await page.keyboard.type('mallory');
    await page.keyboard.press('Enter');
    await page.waitForURL(/subject=mallory/);
    await page.getByRole('cell', { name: 'Denied' }).first().waitFor();
    expect(await page.getByRole('cell', { name: 'Allowed' }).count()).toBe(0);
  });

  it('verifies the journal in the browser', async () => {
    const { page, open } = await member('auditor');
    await open(`/a/${customer.id}/journal`, 'Journal');
    await page.getByRole('button', { name: 'Verify the journal here' }).click();
    await page.getByText(/\d+ entries are in one log/).waitFor();
  });

  it('says which claim of a token is wrong, and keeps the token in the page', async () => {
    const { page, open, context } = await member('developer');
    await open(`/a/${customer.id}/providers`, 'Identity providers');
    const token = await customer.express.token('alice', { audience: 'another' });
    await page.getByText('Would this token be taken?').click();
    const sent: string[] = [];
    context.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.getByLabel(/Paste a token/).fill(token);
    await page.getByText('iss', { exact: true }).waitFor();
    expect(sent.join()).not.toContain(token.slice(0, 20));
  });

  it('invites a person, who gets in with the link once', async () => {
    const owner = await member('owner');
    await owner.open(`/a/${customer.id}/members`, 'People');
    await owner.page.getByLabel('Name').fill('Ben');
    await owner.page.getByRole('button', { name: 'Invite' }).click();
    const link = await owner.page.getByLabel('Shown only now').inputValue();
    const ben = await newPerson(browser, stack.consoleUrl);
    people.push(ben);
    await accept(ben, link);
    await ben.page.getByText('Ben').first().waitFor();
    expect(ben.page.url()).not.toContain('inv_');
    const late = await newPerson(browser, stack.consoleUrl);
    people.push(late);
    await late.page.goto(link);
    await late.page.getByText(/not valid, was used, or has expired/).waitFor();
  });

  it('lets an operator see the installation, and other people not', async () => {
    const olga = await newPerson(browser, stack.consoleUrl);
    people.push(olga);
    await accept(olga, await invitationLink(stack, 'Olga', { isOperator: true }));
    await olga.open('/operator/applications', 'Applications');
    await olga.page.getByRole('cell', { name: 'demo' }).waitFor();
    await olga.open('/operator/people', 'People');
    await olga.page.getByRole('cell', { name: 'Olga' }).waitFor();
    expect(await accessibilityOf(olga)).toEqual([]);
    await olga.open('/me', 'Olga');
    const owner = await member('owner');
    await owner.open('/operator/people', 'People');
    await owner.page.getByText('You have no access here').waitFor();
  });

  it('loads in less than 200 KiB, and logs no session', async () => {
    const { page, open, context } = await member('auditor');
    await page.close();
    const fresh = await context.newPage();
    let bytes = 0;
    fresh.on('response', (response) => {
      bytes += Number(response.headers()['content-length'] ?? 0);
    });
    await fresh.goto(`${stack.consoleUrl}/a/${customer.id}/overview`);
    await fresh.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    expect(open).toBeDefined();
    expect(bytes).toBeGreaterThan(10_000);
    expect(bytes).toBeLessThan(200 * 1_024);
    const [cookie] = await context.cookies();
    const secret = cookie?.value.slice(-43) ?? '';
    expect(secret).toHaveLength(43);
    for (const file of readdirSync(stack.logsDir))
      expect(readFileSync(path.join(stack.logsDir, file), 'utf8')).not.toContain(secret);
  });
});
