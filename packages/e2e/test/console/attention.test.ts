import { until } from '@wallet-service/test-kit/until';
import type { Page } from 'playwright-core';
import { consoleWorld, describeInBrowser } from './console-world.js';
import type { PersonInBrowser } from './person-in-browser.js';

// A page that was left open does not keep its session alive, and shows nothing once the session has ended.

/** Signs out in another tab. */
async function endSession({ context }: PersonInBrowser, consoleUrl: string): Promise<void> {
  const other = await context.newPage();
  await other.goto(consoleUrl);
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await other.close();
}

/** Resolves when the page has seen the pointer there: the clock of the page must not go on before. */
async function movePointer(page: Page, to: number): Promise<void> {
  await page.evaluate(
    'addEventListener("pointermove", ({ clientX }) => { globalThis.pointerAt = clientX; })',
  );
  await page.mouse.move(to, to);
  await until('the move', () => page.evaluate<boolean>(`globalThis.pointerAt === ${to}`));
}

describeInBrowser('the console while nobody looks', () => {
  const { stack, customer, member } = consoleWorld();

  it('asks for nothing until somebody is there again', async () => {
    const { page, open } = await member('developer');
    await page.clock.install();
    await open(`/a/${customer().id}/overview`, 'Overview');
    await page.getByText('Live', { exact: true }).waitFor();
    // The clock also goes on by itself, and slow machines take more than a few seconds.
    await page.clock.fastForward('03:30');
    await movePointer(page, 100);
    await page.clock.fastForward('03:30');
    await page.getByText('Live', { exact: true }).waitFor();
    await until('the end of patience', async () => {
      await page.clock.fastForward('00:40');
      return (await page.getByText('Not live').count()) > 0;
    });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.clock.runFor('25:00');
    expect(asked).toEqual([]);
    await movePointer(page, 200);
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('is left for the sign-in when the session is ended elsewhere, which leads back', async () => {
    const person = await member('auditor');
    await person.open(`/a/${customer().id}/activity`, 'Activity');
    await endSession(person, stack().consoleUrl);
    await person.page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await person.page.getByRole('heading', { level: 1, name: 'Activity' }).waitFor();
  });

  it('shows nothing of an application once its session must have ended for not being used', async () => {
    const person = await member('auditor');
    const { page, open } = person;
    await page.clock.install();
    await open(`/a/${customer().id}/members`, 'People');
    await page.clock.fastForward('05:01');
    await endSession(person, stack().consoleUrl);
    await page.clock.fastForward('31:00');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  });
});
