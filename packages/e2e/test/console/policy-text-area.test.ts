import { until } from '@wallet-service/test-kit/until';
import type { Page } from 'playwright-core';
import { consoleWorld, describeInBrowser } from './console-world.js';
import { accessibilityOf, type BrowserOptions, type PersonInBrowser } from './person-in-browser.js';
import { policyIn, policyTextIn } from './policy-text-area.js';

// The text of a policy is there before its editor, which comes when somebody turns to it.

const chunk = /policy-editor-view-[^/]*\.js$/;

const hasEditor = async (page: Page): Promise<boolean> => (await page.locator('.cm-editor').count()) === 1;

/** Keeps the editor back until it is released. */
async function holdEditor(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(chunk, async (route) => {
    await isReleased;
    await route.continue();
  });
  return release;
}

describeInBrowser('the text of a policy before its editor', () => {
  const { customer, member } = consoleWorld();

  const openNew = async (options?: BrowserOptions, role = 'owner'): Promise<PersonInBrowser> => {
    const person = await member(role, options);
    await person.open(`/a/${customer().id}/policies/new`, 'New policy');
    return person;
  };

  it('keeps what is typed, the caret and the focus when the editor comes, and can undo it', async () => {
    const person = await openNew();
    const { page } = person;
    const before = await policyTextIn(page);
    const release = await holdEditor(page);
    await policyIn(page).focus();
    await page.keyboard.press('Control+Home');
    await page.keyboard.type('{"one": 1, ');
    expect(await hasEditor(page)).toBe(false);
    expect(await accessibilityOf(person)).toEqual([]);
    release();
    for (const letter of 'abcdefghijklmnopqrstuvwxyz') await page.keyboard.type(letter, { delay: 20 });
    await page.locator('.cm-editor').waitFor();
    await page.keyboard.type('!');
    expect(await policyTextIn(page)).toBe(`{"one": 1, abcdefghijklmnopqrstuvwxyz!${before}`);
    expect(await policyIn(page).and(page.locator(':focus')).count()).toBe(1);
    expect(await accessibilityOf(person)).toEqual([]);
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Control+z');
    expect(await policyTextIn(page)).toBe(before);
  });

  it('keeps what is selected', async () => {
    const { page } = await openNew();
    const release = await holdEditor(page);
    await policyIn(page).focus();
    await page.keyboard.press('Control+Home');
    for (let step = 0; step < 2; step += 1) await page.keyboard.press('Shift+ArrowDown');
    release();
    await page.locator('.cm-editor').waitFor();
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.type('x');
    expect(await policyTextIn(page)).toMatch(/^x {2}"scope": "GLOBAL"/);
  });

  it('waits while a character is composed', async () => {
    const { page, context } = await openNew();
    const release = await holdEditor(page);
    await policyIn(page).fill('');
    const devtools = await context.newCDPSession(page);
    await devtools.send('Input.imeSetComposition', { text: 'か', selectionStart: 1, selectionEnd: 1 });
    release();
    await page.waitForTimeout(300);
    expect(await hasEditor(page)).toBe(false);
    await devtools.send('Input.insertText', { text: '漢' });
    await page.locator('.cm-editor').waitFor();
    await page.keyboard.type('!');
    expect(await policyTextIn(page)).toBe('漢!');
  });

  it.each([1_280, 390])('has each line where the editor has it: %s pixels', async (width) => {
    const { page } = await openNew({ width });
    const box = await page.locator('.editor').boundingBox();
    const { x = 0, y = 0 } = box ?? {};
    const first = `(() => {
      const area = document.querySelector('.editor > textarea');
      const { paddingLeft, paddingTop } = getComputedStyle(area);
      const { x, y } = area.getBoundingClientRect();
      return [x + parseFloat(paddingLeft), y + parseFloat(paddingTop)];
    })()`;
    const [left = 0, top = 0] = await page.evaluate<readonly number[]>(first);
    await policyIn(page).focus();
    const line = page.locator('.cm-line').first();
    await line.waitFor();
    const now = await page.evaluate<readonly number[]>(`(() => {
      const line = document.querySelector('.editor').shadowRoot.querySelector('.cm-line');
      const range = document.createRange();
      range.selectNodeContents(line);
      const { x } = range.getBoundingClientRect();
      return [x, line.getBoundingClientRect().y];
    })()`);
    expect([now[0], now[1]].map((one) => Math.round(one ?? 0))).toEqual([left, top].map(Math.round));
    expect(await page.locator('.editor').boundingBox()).toEqual({ ...box, x, y });
  });

  it('comes for a mouse that points at it, and for a refusal, and moves no focus', async () => {
    const { page } = await openNew();
    await page.locator('.editor').hover();
    await page.locator('.cm-editor').waitFor();
    expect(await policyIn(page).and(page.locator(':focus')).count()).toBe(0);
    await page.goto(page.url());
    await page.mouse.move(0, 0);
    await policyIn(page).waitFor();
    expect(await hasEditor(page)).toBe(false);
    await page.addInitScript(`{
      const real = fetch;
      globalThis.fetch = (at, options = {}) =>
        real(at, typeof options.body === 'string'
          ? { ...options, body: options.body.replaceAll('personal_sign', 'eth_nothing') } : options);
    }`);
    await page.reload();
    await page.getByRole('button', { name: 'Try this policy' }).press('Enter');
    await page.getByRole('button', { name: /^Line \d+ method must be one of/ }).waitFor();
    expect(await page.locator('.cm-lintRange-error').allInnerTexts()).toEqual(['"personal_sign"']);
  });

  it('says what is wrong, and leads there, though the editor never comes', async () => {
    const person = await openNew();
    const { page, complaints } = person;
    await page.route(chunk, (route) => route.abort());
    await policyIn(page).fill('{\n"name": "Short",\n"chain": ETH\n}');
    await page.getByText('The editor did not load.').waitFor();
    expect(await accessibilityOf(person)).toEqual([]);
    await page.getByRole('button', { name: 'Line 3 Text needs double quotes.' }).press('Enter');
    await page.keyboard.type('"BTC"');
    expect(JSON.parse(await policyTextIn(page))).toEqual({ name: 'Short', chain: 'BTC' });
    expect(await page.getByRole('button', { name: 'Create' }).isEnabled()).toBe(true);
    await until('the complaint of the browser', () => Promise.resolve(complaints.length > 0));
    for (const one of complaints.splice(0)) expect(one).toContain('ERR_FAILED');
  });

  it('can be read, but not changed, by somebody who may not', async () => {
    const { page } = await openNew({}, 'auditor');
    await page.route(chunk, (route) => route.abort());
    const before = await policyTextIn(page);
    expect(await policyIn(page).isEditable()).toBe(false);
    expect(before).toContain('"Short messages only"');
  });
});
