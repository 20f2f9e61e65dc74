import { until } from '@wallet-service/test-kit/until';
import { operatorScreens, screens } from './all-screens.js';
import { asksForSignature, consoleWorldUnder, describeInBrowser } from './console-world.js';
import { accept, invitationLink } from './person-in-browser.js';

// The console at the path /console, as deploy/compose has it. A request for anything elsewhere is a complaint.

const prefix = '/console';

describeInBrowser('the console under a path', () => {
  const { stack, customer, member, stranger } = consoleWorldUnder(prefix);

  it('lets a person in by invitation and passkey, and back to the screen of a link', async () => {
    const { page, context } = await member('owner');
    await page.waitForURL(`${stack().consoleUrl}/a/${customer().id}/overview`);
    const [session, ...others] = await context.cookies();
    expect(others).toEqual([]);
    expect(session).toMatchObject({
      ...{ name: '__Host-session', domain: 'localhost', path: '/' },
      ...{ httpOnly: true, secure: true, sameSite: 'Strict' },
    });
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL(`${stack().consoleUrl}/sign-in`);
    expect(await context.cookies()).toEqual([]);
    await page.goto(`${stack().consoleUrl}/a/${customer().id}/activity?outcome=deny`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
    expect(page.url()).toBe(`${stack().consoleUrl}/a/${customer().id}/activity?outcome=deny`);
    await page.goto(stack().consoleUrl);
    await page.waitForURL(/\/overview$/);
  });

  it('opens every screen, by its address', async () => {
    const owner = await member('owner');
    for (const [at, heading] of screens) await owner.open(`/a/${customer().id}/${at}`, heading);
    await owner.open('/me', 'owner');
    const opal = await stranger();
    await accept(opal, await invitationLink(stack(), 'Opal', { isOperator: true }));
    for (const [at, heading] of operatorScreens) await opal.open(`/operator/${at}`, heading);
  });

  it('opens every screen of the menu by its link, without loading the page anew', async () => {
    const { page } = await member('owner');
    const menu = page.getByRole('navigation', { name: 'Screens' });
    await page.evaluate('globalThis.isSamePage = true');
    for (const [at, heading] of screens.filter(([path]) => !path.includes('/'))) {
      await menu.locator(`a[href="${prefix}/a/${customer().id}/${at}"]`).click();
      await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    }
    expect(await page.evaluate('globalThis.isSamePage')).toBe(true);
  });

  it('shows a new decision by itself', async () => {
    const { page, open } = await member('auditor');
    await open(`/a/${customer().id}/overview`, 'Overview');
    await page.getByText('Live', { exact: true }).waitFor();
    const denials = page.locator('.rows li');
    const before = await denials.count();
    expect((await asksForSignature(customer(), 'eve')).status).toBe(403);
    await until('the new denial', async () => (await denials.count()) > before);
  });

  it('changes something, and shows an invitation that leads back here', async () => {
    const { page, open } = await member('owner');
    await open(`/a/${customer().id}/members`, 'People');
    await page.getByLabel('Name').fill('Ben');
    await page.getByRole('button', { name: 'Invite' }).click();
    const link = await page.getByLabel('Shown only now').inputValue();
    expect(link.startsWith(`${stack().consoleUrl}/invitation#inv_`)).toBe(true);
    const ben = await stranger();
    await accept(ben, link);
    await ben.page.waitForURL(`${stack().consoleUrl}/a/${customer().id}/overview`);
  });
});
