import type { Page } from 'playwright-core';
import { consoleWorld, describeInBrowser } from './console-world.js';

// Somebody opens a link to a screen, and has to sign in first.

describeInBrowser('links to screens of the console', () => {
  const { stack, customer, member } = consoleWorld();

  const signIn = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' });
  const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

  it('leads there after the sign-in, with its filters', async () => {
    const { page, context } = await member('owner');
    const at = `/a/${customer().id}/activity?outcome=deny`;
    await context.clearCookies();
    await page.goto(stack().consoleUrl + at);
    await signIn(page).click();
    await page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
    expect(pathOf(page)).toBe(at);
    // Once: the start is the start again.
    await page.goto(stack().consoleUrl);
    await page.waitForURL(/\/overview$/);
  });

  it('begins at the start after somebody has signed out', async () => {
    const { page, open } = await member('developer');
    await open(`/a/${customer().id}/policies`, 'Policies');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(page).click();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  });

  it.each(['//example.com/', '/a/x/../..//example.com', '/%2F%2Fexample.com/', '/nowhere'])(
    'leads to no other site, and to no screen that is not: %s',
    async (at) => {
      const { page, context } = await member('developer');
      await context.clearCookies();
      await page.goto(stack().consoleUrl + at);
      await signIn(page).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      expect(new URL(page.url()).origin).toBe(stack().consoleUrl);
    },
  );
});
