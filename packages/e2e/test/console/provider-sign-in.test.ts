import { adminRequest, administrate } from '@wallet-service/operator-cli/admin';
import { sharedBrowser } from '@wallet-service/test-kit/browser';
import { startReceiver } from '@wallet-service/test-kit/webhook-receiver';
import type { TestStack } from '@wallet-service/local-stack';
import type { Browser } from 'playwright-core';
import { demoCustomer } from '../http/customer.js';
import { ownStack } from '../stacks.js';
import { describeInBrowser } from './console-world.js';
import { consoleClientId, startPeopleOidcProvider, type PeopleOidcProvider } from './people-oidc-provider.js';
import { newPerson, type PersonInBrowser } from './person-in-browser.js';

// People sign in to the console at an OpenID provider, with a browser, the real services and a certified provider.

/** The provider's own page asks for them. */
const fonts = 'https://fonts.googleapis.com';

describeInBrowser('signing in with an organization', () => {
  let provider: PeopleOidcProvider;
  let stack: TestStack;
  let browser: Browser;
  const people: PersonInBrowser[] = [];
  beforeAll(async () => {
    provider = await startPeopleOidcProvider();
    const people = { PEOPLE_ISSUER: provider.issuer, PEOPLE_CLIENT_ID: consoleClientId };
    [stack, browser] = await Promise.all([
      ownStack({ CONSOLE: 'true', ...people }),
      sharedBrowser(process.env['TEST_BROWSER_SOCKET']),
    ]);
  });
  afterEach(async () => {
    const complaints = people.flatMap((one) => one.complaints);
    await Promise.all(people.splice(0).map(({ context }) => context.close()));
    expect(complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser.close();
    await stack.stop();
    await provider.close();
  });

  async function stranger(): Promise<PersonInBrowser> {
    const person = await newPerson(browser, stack.consoleUrl, { asks: [provider.issuer, fonts] });
    await person.context.route(`${fonts}/**`, (route) =>
      route.fulfill({ contentType: 'text/css', body: '' }),
    );
    people.push(person);
    return person;
  }

  async function invite(name: string): Promise<void> {
    const target = { url: stack.expressUrl, operatorKey: stack.stack.operator_key };
    const access = { application: stack.stack.app.id, role: 'owner', email: `${name}@example.com` };
    await administrate(target, adminRequest(['person', 'invite', name], access));
  }

  /** Up to the moment when the provider sends the browser back. */
  async function signInAs(name: string, { page }: PersonInBrowser, at = '/sign-in'): Promise<void> {
    await page.goto(stack.consoleUrl + at);
    await page.getByRole('link', { name: 'Sign in with your organization' }).click();
    await page.locator('input[name=login]').fill(name);
    await page.locator('input[name=password]').fill('any');
    await page.getByRole('button', { name: 'Sign-in' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
  }

  /** The address to which the provider sends the browser, which never gets there. */
  async function callbackOf(name: string, person: PersonInBrowser): Promise<string> {
    const kept = provider.keepNextAnswer();
    await signInAs(name, person);
    return kept;
  }

  const sessionOf = async ({ context }: PersonInBrowser) =>
    (await context.cookies()).find((cookie) => cookie.name === '__Host-session');

  it('lets in who was invited, who then makes a passkey to change something', async () => {
    await invite('ada');
    const ada = await stranger();
    await signInAs('ada', ada);
    await ada.page.getByRole('navigation', { name: 'Screens' }).waitFor();
    expect(await sessionOf(ada)).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict' });
    await ada.open(`/a/${stack.stack.app.id}/members`, 'People');
    await ada.page.getByText('ada@example.com').waitFor();
    await ada.page.getByLabel('Name').fill('Ben');
    await ada.page.getByRole('button', { name: 'Invite' }).click();
    await ada.page.getByText('This change needs a passkey, and you have none.').waitFor();
    await ada.open('/me', 'ada');
    await ada.page.getByText(/^Chrome on/).waitFor();
    await ada.page.getByRole('button', { name: 'Add a passkey' }).click();
    await ada.page.getByText('last used').nth(1).waitFor();
    await ada.open(`/a/${stack.stack.app.id}/members`, 'People');
    await ada.page.getByLabel('Name').fill('Ben');
    await ada.page.getByRole('button', { name: 'Invite' }).click();
    await ada.page.getByRole('button', { name: 'Use passkey' }).click();
    expect(await ada.page.getByLabel('Shown only now').inputValue()).toContain('inv_');
  });

  it('asks for the passkey before anything is sent to a webhook', async () => {
    const receiver = await startReceiver();
    const webhook = { url: receiver.url() };
    const { id } = await demoCustomer(stack.stack).succeed<{ id: string }>('POST', '/v1/webhook', webhook);
    await invite('fay');
    const fay = await stranger();
    const { page, open } = fay;
    await signInAs('fay', fay);
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    await open('/me', 'fay');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByText('last used').nth(1).waitFor();
    await open(`/a/${stack.stack.app.id}/webhooks/${id}`, 'Deliveries');
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByRole('button', { name: 'Use passkey' }).waitFor();
    expect(receiver.received).toEqual([]);
    await page.getByRole('button', { name: 'Use passkey' }).click();
    expect((await receiver.until(1))[0]?.event.type).toBe('webhook.test');
    await receiver.close();
  });

  it('leads to the screen that the person wanted to see', async () => {
    await invite('gus');
    const gus = await stranger();
    const at = `/a/${stack.stack.app.id}/policies`;
    await signInAs('gus', gus, at);
    await gus.page.getByRole('heading', { level: 1, name: 'Policies' }).waitFor();
    expect(gus.page.url()).toBe(stack.consoleUrl + at);
  });

  it('lets nobody else in, and says why', async () => {
    const eve = await stranger();
    await signInAs('eve', eve);
    await eve.page.getByText('Nobody has invited this account').waitFor();
    expect(await sessionOf(eve)).toBeUndefined();
  });

  it('takes the answer of the provider in the browser that began, and once', async () => {
    await invite('carl');
    const carl = await stranger();
    const callback = await callbackOf('carl', carl);
    // Somebody is made to open it: otherwise they would work in the session of another.
    const victim = await stranger();
    await victim.page.goto(callback);
    await victim.page.getByText('This sign-in did not begin here').waitFor();
    await callbackOf('victim', victim);
    await victim.page.goto(callback);
    await victim.page.getByText('Your organization did not confirm that it is you').waitFor();
    expect(await sessionOf(victim)).toBeUndefined();
    await carl.page.goto(callback);
    await carl.page.getByRole('navigation', { name: 'Screens' }).waitFor();
    await carl.page.goto(callback);
    await carl.page.getByText('This sign-in did not begin here').waitFor();
  });

  it('says so when the provider refuses, or is away', async () => {
    const dora = await stranger();
    const { page } = dora;
    await page.goto(`${stack.consoleUrl}/sign-in`);
    await page.getByRole('link', { name: 'Sign in with your organization' }).click();
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByText('Your organization did not confirm that it is you').waitFor();
    await provider.close();
    await page.getByRole('link', { name: 'Sign in with your organization' }).click();
    await page.waitForURL(/problem=provider/);
    await page.getByText('Your organization did not confirm that it is you').waitFor();
    provider = await startPeopleOidcProvider();
  });
});
