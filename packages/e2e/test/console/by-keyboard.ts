import type { Locator, Page } from 'playwright-core';
import type { PersonInBrowser } from './person-in-browser.js';

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
  // A link may go on in the next line: its first part.
  const part = focused.getClientRects()[0];
  const [x, y] = [(Math.max(part.left, 0) + Math.min(part.right, innerWidth)) / 2,
    (Math.max(part.top, 0) + Math.min(part.bottom, innerHeight)) / 2];
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
export async function walk({ page }: PersonInBrowser): Promise<readonly string[]> {
  const wrong: string[] = [];
  const count = await page.evaluate<number>(begin);
  const visited = new Set<string | undefined>();
  let before: Focused | undefined;
  for (let step = 0; step < mostSteps; step += 1) {
    await page.keyboard.press('Tab');
    const now = await page.evaluate<Focused | undefined>(look);
    // A field for a time has a stop for each of its parts.
    if (before && isSame(now, before)) continue;
    if (!now || isIn(visited, now)) break;
    visited.add(now.place);
    wrong.push(...wrongWith(now, before));
    before = now;
  }
  const missed = Array.from({ length: count }, (_, at) => String(at)).filter((at) => !visited.has(at));
  for (const at of missed)
    wrong.push(`Tab does not come to ${await page.locator(`[data-place="${at}"]`).first().innerText()}`);
  return wrong;
}

// Controls that came later have no place.
const isSame = (now: Focused | undefined, { place }: Focused): boolean =>
  place !== undefined && now?.place === place;
const isIn = (visited: ReadonlySet<string | undefined>, { place }: Focused): boolean =>
  place !== undefined && visited.has(place);

function wrongWith(now: Focused, before: Focused | undefined): readonly string[] {
  // The next one is below, or to the right: of the same line, or in the next column.
  const isBack = before && now.bottom <= before.top && now.left < before.right;
  return [
    ...(now.isMarked ? [] : [`the focus is not shown: ${now.name}`]),
    ...(now.isSeen ? [] : [`something is over it: ${now.name}`]),
    ...(before?.isInMain && now.isInMain && isBack ? [`goes back from ${before.name} to ${now.name}`] : []),
  ];
}

/** Goes on with Tab to a control, and no further. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor();
  for (let step = 0; step < mostSteps; step += 1) {
    await page.keyboard.press('Tab');
    if ((await control.and(page.locator(':focus')).count()) === 1) return;
  }
  throw new Error(`Tab does not come to ${String(control)}`);
}
