import { screens } from './all-screens.js';
import { consoleWorld, describeInBrowser } from './console-world.js';
import type { PersonInBrowser } from './person-in-browser.js';

// A person without a mouse gets everywhere, and sees where they are.

/** Names each control, and notes all that a person could use now. */
const begin = `(() => {
  const controls = [...document.querySelectorAll(
    'a[href], button, input, select, :not(.editor) > textarea, summary, [tabindex="0"], .editor')]
    .filter((each) => !each.disabled && !each.closest('fieldset:disabled') && each.checkVisibility());
  controls.forEach((each, at) => { each.dataset.place = at; });
  document.activeElement?.blur();
  return controls.length;
})()`;

/** Where the focus is, and what is wrong with how it is shown. */
const look = `(() => {
  const active = document.activeElement;
  if (!active || active === document.body) return undefined;
  // The editor is one control, whatever is in it.
  const focused = active.closest('.editor') ?? active;
  const { left, right, top, bottom } = focused.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(focused);
  const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2,
    (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
  const seen = document.elementFromPoint(x, y);
  return {
    place: focused.dataset.place,
    name: (focused.nodeName + ' ' + (focused.ariaLabel ?? focused.name ?? '') + ' ' +
      focused.textContent.slice(0, 30)).trim(),
    isInMain: focused.closest('main') !== null,
    left, right, top: top + scrollY, bottom: bottom + scrollY,
    isMarked: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    isSeen: seen !== null && (focused.contains(seen) || seen.contains(focused)),
  };
})()`;

type Focused = {
  readonly place: string | undefined;
  readonly name: string;
  readonly isInMain: boolean;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly isMarked: boolean;
  readonly isSeen: boolean;
};

const mostSteps = 400;

/** Goes through the page with Tab, once. What is wrong. */
async function walk({ page }: PersonInBrowser): Promise<readonly string[]> {
  const wrong: string[] = [];
  const count = await page.evaluate<number>(begin);
  const visited = new Set<string>();
  let before: Focused | undefined;
  for (let step = 0; step < mostSteps; step += 1) {
    await page.keyboard.press('Tab');
    const now = await page.evaluate<Focused | undefined>(look);
    if (!now || (now.place !== undefined && visited.has(now.place))) break;
    if (now.place !== undefined) visited.add(now.place);
    if (!now.isMarked) wrong.push(`the focus is not shown: ${now.name}`);
    if (!now.isSeen) wrong.push(`something is over it: ${now.name}`);
    // The next one is below, or to the right: of the same line, or in the next column.
    const isBack = before && now.bottom <= before.top && now.left < before.right;
    if (before?.isInMain && now.isInMain && isBack)
      wrong.push(`goes back from ${before.name} to ${now.name}`);
    before = now;
  }
  const missed = Array.from({ length: count }, (_, at) => String(at)).filter((at) => !visited.has(at));
  for (const at of missed)
    wrong.push(`Tab does not come to ${await page.locator(`[data-place="${at}"]`).first().innerText()}`);
  return wrong;
}

describeInBrowser('the console by keyboard', () => {
  const { customer, member } = consoleWorld();

  it('comes to every control of every screen, in order, and shows where it is', async () => {
    const owner = await member('owner');
    for (const [at, heading] of screens) {
      await owner.open(`/a/${customer().id}/${at}`, heading);
      expect([at, await walk(owner)]).toEqual([at, []]);
    }
    await owner.open('/me', 'owner');
    expect(await walk(owner)).toEqual([]);
  });

  it.each([
    ['providers', 'Identity providers', 'Add a provider'],
    ['providers', 'Identity providers', 'Delete'],
    ['webhooks', 'Webhooks', 'Add a webhook'],
    ['policies/new', 'New policy', 'What a rule can say'],
    ['keys', 'Secret keys', 'Revoke'],
  ])('keeps the focus in the dialog, and gives it back: %s, %s, %s', async (at, heading, name) => {
    const { page, open } = await member('owner');
    await open(`/a/${customer().id}/${at}`, heading);
    const opener = page.getByRole('button', { name }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    const place = `document.activeElement === document.body ? 'page' :
      document.activeElement.closest('dialog') ? 'dialog' : 'behind'`;
    expect(await page.evaluate(place)).toBe('dialog');
    const places = new Set<unknown>();
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab');
      places.add(await page.evaluate(place));
    }
    expect(places).not.toContain('behind');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await opener.and(page.locator(':focus')).count()).toBe(1);
  });

  it('stays where it was while a list is filtered', async () => {
    const { page, open } = await member('owner');
    await open(`/a/${customer().id}/activity`, 'Activity');
    const field = page.getByLabel('User (sub)');
    await field.focus();
    await page.keyboard.type('mallory');
    await page.getByLabel('Issuer').fill(customer().provider.issuer);
    await field.focus();
    await page.keyboard.press('Enter');
    await page.waitForURL(/subject=mallory/);
    await page.getByRole('cell', { name: 'Denied' }).first().waitFor();
    expect(await field.and(page.locator(':focus')).count()).toBe(1);
    await page.goBack();
    await page.waitForURL(/activity$/);
    expect(await field.inputValue()).toBe('');
  });

  it('opens the menu of a phone, and closes it', async () => {
    const { page, open } = await member('owner', { width: 390 });
    await open(`/a/${customer().id}/activity`, 'Activity');
    const menu = page.getByRole('button', { name: 'Menu' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Wallets' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Wallets' }).waitFor({ state: 'hidden' });
    expect(await menu.and(page.locator(':focus')).count()).toBe(1);
  });
});
