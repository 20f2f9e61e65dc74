import type { Page } from 'playwright-core';
import { newCustomer } from '../http/customer.js';
import { screens } from './all-screens.js';
import { describeInBrowser, ownConsoleWorld } from './console-world.js';
import { accept, accessibilityOf, invitationLink, type PersonInBrowser } from './person-in-browser.js';
import { recordScreens, type RecordScreen } from './record-screens.js';

// What screens say while they wait, when there is nothing, and when a part of the service does not answer.

const empty = [
  ['overview', 'Overview', 'Nothing was denied'],
  ['activity', 'Activity', 'Nothing was asked for yet'],
  ['users', 'Users', 'Nobody has a wallet yet'],
  ['wallets', 'Wallets', 'There is no wallet yet'],
  ['policies', 'Policies', 'There is no policy yet'],
  ['webhooks', 'Webhooks', 'There is no webhook yet'],
  ['approvals', 'Approvals', 'No change waits for approvals'],
  ['signatures', 'Signature requests', 'No signature waits for approvals'],
] as const;

/** The screens that ask a process, besides the session: where, or the kind of record. */
const behind = [
  [
    'policy',
    ['overview', 'activity', 'policies', 'signatures', 'settings', 'decision', 'policy', 'signature'],
  ],
  ['wallet', ['users', 'wallets', 'journal', 'attestation']],
  ['webhooks', ['webhooks', 'deliveries']],
] as const;

/** What the browser says of answers that are to fail. */
function expectFailures({ complaints }: PersonInBrowser): void {
  const others = complaints.splice(0).filter((one) => !/status of 50\d/.test(one));
  complaints.push(...others);
}

describeInBrowser('the states of the console', () => {
  const { stack, customer, member, stranger } = ownConsoleWorld();

  let records: readonly RecordScreen[];
  beforeAll(async () => {
    records = await recordScreens(stack(), customer());
  });

  it('says of a new application what is not there yet, and what to do', async () => {
    const fresh = await newCustomer(stack().stack, 'fresh');
    const owner = await stranger();
    await accept(owner, await invitationLink(stack(), 'Ada', { application: fresh.id, role: 'owner' }));
    for (const [at, heading, text] of empty) {
      await owner.open(`/a/${fresh.id}/${at}`, heading);
      await owner.page.getByText(text).first().waitFor();
      expect([
        at,
        await owner.page
          .locator('.state')
          .getByText(/\w+ \w+.*\./)
          .count(),
      ]).not.toEqual([at, 0]);
      expect([at, await accessibilityOf(owner)]).toEqual([at, []]);
    }
    await owner.open(`/a/${fresh.id}/activity?outcome=deny`, 'Activity');
    await owner.page.getByText('Nothing fits these filters').waitFor();
  });

  it('says that it waits, readable for everybody', async () => {
    const owner = await member('owner');
    const { page } = owner;
    for (const [at, heading] of [...screens, ...records]) {
      if (['why', 'policies/new'].includes(at)) continue;
      let release = (): void => undefined;
      const isReleased = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/api\/(?!v1\/session)/, async (route) => {
        await isReleased;
        await route.continue().catch(() => undefined);
      });
      await page.goto(`${stack().consoleUrl}/a/${customer().id}/${at}`);
      // A record's name is one of the answers.
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect([at, await page.locator('[aria-busy=true]').count()]).not.toEqual([at, 0]);
      expect([at, await accessibilityOf(owner)]).toEqual([at, []]);
      release();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  it('comes back when the service does, by "Try again"', async () => {
    const owner = await member('owner');
    const { page } = owner;
    const refusal = { type: 'about:blank', title: 'x', status: 503, detail: 'policy does not answer' };
    await page.route('**/api/v1/policy/decisions*', (route) =>
      route.fulfill({
        status: 503,
        contentType: 'application/problem+json',
        body: JSON.stringify({ ...refusal, code: 'service.unavailable', trace_id: '0'.repeat(32) }),
      }),
    );
    await owner.open(`/a/${customer().id}/activity`, 'Activity');
    await page.getByRole('alert').getByText('A part of the service does not answer').waitFor();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('cell', { name: 'Denied' }).first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expectFailures(owner);
  });

  it('says which part does not answer, and offers to try again, on every screen that needs it', async () => {
    const owner = await member('owner');
    const { page, open } = owner;
    const headings = new Map<string, string>(screens);
    const placeOf = (kind: string): string => records.find(([, , name]) => name === kind)?.[0] ?? '';
    const failed = async (page: Page): Promise<void> => {
      const alert = page.getByRole('alert').first();
      await alert.waitFor({ timeout: 25_000 });
      await alert.getByRole('button', { name: 'Try again' }).waitFor();
      expect(await accessibilityOf({ ...owner, page })).toEqual([]);
    };
    await open(`/a/${customer().id}/overview`, 'Overview');
    for (const [name, asking] of behind) {
      const stopped = stack().processes.filter((each) => each.name.startsWith(name));
      expect(stopped.length).toBeGreaterThan(0);
      for (const each of stopped) await each.stop();
      await Promise.all(
        asking.map(async (name) => {
          const other = await owner.context.newPage();
          const heading = headings.get(name);
          const at = heading === undefined ? placeOf(name) : name;
          await other.goto(`${stack().consoleUrl}/a/${customer().id}/${at}`);
          await other
            .getByRole('heading', { level: 1, ...(heading !== undefined && { name: heading }) })
            .waitFor();
          await failed(other);
          await other.close();
        }),
      );
    }
    for (const each of stack().processes.filter(({ name }) => name.startsWith('gateway'))) await each.stop();
    await page.goto(`${stack().consoleUrl}/a/${customer().id}/members`);
    await failed(page);
    expectFailures(owner);
  }, 400_000);
});
