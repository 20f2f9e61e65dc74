import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@wallet-service/test-kit/until';
import type { Page } from 'playwright-core';
import { operatorScreens, screens } from './all-screens.js';
import { asksForSignature, consoleWorld, describeInBrowser } from './console-world.js';
import { accept, hiddenIn, invitationLink, type PersonInBrowser } from './person-in-browser.js';

// Nothing that a person reads moves when answers come late, and in another order than they were asked for.

/** A tenth of what is called good elsewhere (0.1) is not seen. */
const mostShift = 0.02;

/** A browser excuses shifts for half a second after a click. */
const afterClick = 550;

/** Each answer of the API comes later than the one before, and all of them at least so many milliseconds late. */
async function slow(page: Page, leastMs = afterClick): Promise<void> {
  let asked = 0;
  await page.route('**/api/**', async (route) => {
    asked += 1;
    await sleep(leastMs + (asked % 4) * 130);
    await route.continue().catch(() => undefined);
  });
}

const observe = `
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries())
      window.shifts.push({ value, of: sources.map(({ node, previousRect: from, currentRect: to }) =>
        [node?.nodeName, node?.className, from.x, from.y, '>', to.x, to.y].join(' ')) });
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Controls that stick out of their panel. */
const beyond = `[...document.querySelectorAll('.panel :is(button, .button, input, select, textarea)')]
  .filter((one) => one.closest('.table, .json') === null)
  .filter((one) => one.getBoundingClientRect().right > one.closest('.panel').getBoundingClientRect().right)
  .map((one) => one.textContent)`;

type Shift = { readonly value: number; readonly of: readonly string[] };

/** What has moved since the last call, if it is too much. Shifts soon after a click count as well. */
async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  await until('all answers', async () => (await page.locator('[aria-busy=true]').count()) === 0);
  // The frame in which the last answer was drawn is observed after the next one.
  await sleep(250);
  const shifts = await page.evaluate<readonly Shift[]>('window.shifts.splice(0)');
  return shifts.reduce((sum, { value }) => sum + value, 0) > mostShift ? shifts : [];
}

describeInBrowser('the layout of the console', () => {
  const { stack, customer, member, stranger } = consoleWorld();

  const begin = async (person: PersonInBrowser, leastMs?: number): Promise<void> => {
    await person.page.addInitScript(observe);
    await slow(person.page, leastMs);
  };

  it.each([1_280, 390])(
    'keeps its place on every screen while answers come, and lets no control stick out of its panel: %s pixels',
    async (width) => {
      const owner = await member('owner', { width });
      await begin(owner, 80);
      const moved: unknown[] = [];
      for (const [at, heading] of screens) {
        await owner.open(`/a/${customer().id}/${at}`, heading);
        moved.push(...(await shiftsOf(owner.page)).map((shift) => [at, shift]));
        expect([at, await owner.page.evaluate(beyond)]).toEqual([at, []]);
      }
      expect(moved).toEqual([]);
    },
  );

  it.each([1_280, 390])(
    'shows all of each journal entry, with the longest names: %s pixels',
    async (width) => {
      const { page, open } = await member('owner', { width });
      // What the stream tells takes the place of what was asked for.
      await page.addInitScript(`{
      globalThis.EventSource = class extends EventTarget { static CLOSED = 2; close() {} };
      const real = fetch;
      globalThis.fetch = async (...asked) => {
        const answer = await real(...asked);
        if (!String(asked[0]).includes('/v1/audit')) return answer;
        const text = await answer.text();
        return new Response(
          text
            .replaceAll(/"operation":"admin\\.[a-z_.]+"/g, '"operation":"admin.signature_approval_withdrawn"')
            .replaceAll('"reason":null', '"reason":"https://tickets.example.com/${'wide'.repeat(20)}"'),
          answer,
        );
      };
    }`);
      await open(`/a/${customer().id}/journal`, 'Journal');
      await page.getByText('admin.signature_approval_withdrawn').first().waitFor();
      const table = page.getByRole('region', { name: 'Journal' });
      expect(await hiddenIn(page, '.table')).toBe(0);
      const { x: left = 0, width: room = 0 } = (await table.boundingBox()) ?? {};
      for (const button of await page.getByRole('button', { name: /^Show entry/ }).all()) {
        const box = await button.boundingBox();
        expect((box?.x ?? width) + (box?.width ?? width)).toBeLessThanOrEqual(left + room);
      }
    },
  );

  it.each([1_280, 390])('keeps its place while it finds out why: %s pixels', async (width) => {
    const denied = await asksForSignature(customer(), 'mallory');
    const owner = await member('owner', { width });
    const decided = denied.headers.get('x-trace-id') ?? '';
    const refused = await customer().express.post('/v2/wallet/sign/message', 'none', 'ETH', { text: 1 });
    const unknown = 'ab'.repeat(16);
    await begin(owner, 80);
    const moved: unknown[] = [];
    for (const of of ['', decided, refused.headers.get('x-trace-id') ?? '', unknown, 'mallory']) {
      await owner.open(`/a/${customer().id}/why?of=${of}`, 'Why was it denied?');
      moved.push(...(await shiftsOf(owner.page)).map((shift) => [of, shift]));
    }
    expect(moved).toEqual([]);
    await owner.page.getByLabel(/Trace id/).fill(unknown);
    expect(await hiddenIn(owner.page, 'input[name=of]')).toBe(0);
  });

  it('keeps its place from screen to screen', async () => {
    const { page, open } = await member('owner');
    await page.addInitScript(observe);
    await open(`/a/${customer().id}/overview`, 'Overview');
    await slow(page);
    await shiftsOf(page);
    const moved: unknown[] = [];
    const nav = page.getByRole('navigation', { name: 'Screens' });
    const names = await nav.getByRole('link').allInnerTexts();
    expect(names.length).toBeGreaterThan(10);
    for (const name of names) {
      await nav.getByRole('link', { name, exact: true }).click();
      await page.getByRole('heading', { level: 1 }).waitFor();
      moved.push(...(await shiftsOf(page)).map((shift) => [name, shift]));
    }
    expect(moved).toEqual([]);
  });

  it('keeps its place on records, on the next page, and while it filters', async () => {
    for (let count = 0; count < 12; count += 1) await asksForSignature(customer(), 'mallory');
    await customer().succeed('POST', '/v1/webhook', { url: 'https://example.com/hook' });
    const owner = await member('owner');
    const { page } = owner;
    await begin(owner);
    const moved: unknown[] = [];
    const look = async (name: string): Promise<void> => {
      moved.push(...(await shiftsOf(page)).map((shift) => [name, shift]));
    };
    await owner.open(`/a/${customer().id}/activity`, 'Activity');
    await look('list');
    await page.getByLabel('Outcome').selectOption('deny');
    await page.waitForURL(/outcome=deny/);
    await look('filtered');
    expect(await page.getByRole('cell', { name: 'Allowed' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Why?' }).first().click();
    await page.getByRole('heading', { name: 'In the journal' }).waitFor();
    await look('decision');
    await owner.open(`/a/${customer().id}/journal`, 'Journal');
    await look('journal');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(/after=/);
    expect(await page.getByRole('row').count()).toBeGreaterThan(50);
    await look('next page');
    await owner.open(`/a/${customer().id}/webhooks`, 'Webhooks');
    await page.getByRole('link', { name: 'https://example.com/hook' }).click();
    await page.getByRole('heading', { level: 1, name: 'Deliveries' }).waitFor();
    await look('webhook');
    await owner.open('/me', 'owner');
    await look('me');
    expect(moved).toEqual([]);
  });

  it('keeps its place for the operator', async () => {
    const olga = await stranger();
    await accept(olga, await invitationLink(stack(), 'Olga', { isOperator: true }));
    await begin(olga);
    for (const [at, heading] of operatorScreens) {
      await olga.open(`/operator/${at}`, heading);
      expect([at, await shiftsOf(olga.page)]).toEqual([at, []]);
    }
  });
});
