import { until } from '@wallet-service/test-kit/until';
import type { Locator, Page } from 'playwright-core';
import { consoleWorld, describeInBrowser } from './console-world.js';
import { accessibilityOf, type BrowserOptions, type PersonInBrowser } from './person-in-browser.js';
import { openEditorIn, policyIn, policyTextIn } from './policy-text-area.js';

// A person writes a policy: what the editor suggests, what it marks, and how the keyboard gets in and out.

/** What the editor suggests now. */
const suggestionsIn = (page: Page): Locator => page.locator('.cm-tooltip-autocomplete').getByRole('option');

/** The marked parts of the text. */
const marksIn = (page: Page): Promise<readonly string[]> =>
  page.locator('.cm-lintRange-error').allInnerTexts();

const policyWith = (method: string): string =>
  JSON.stringify(
    {
      ...{ name: 'Short', chain: 'ETH', scope: 'GLOBAL' },
      rules: [
        {
          ...{ name: 'short', method, action: 'ALLOW' },
          conditions: [{ field_source: 'message', field: 'length', operator: 'lt', value: 100 }],
        },
      ],
    },
    undefined,
    2,
  );

describeInBrowser('the editor of a policy', () => {
  const { customer, member } = consoleWorld();

  const openNew = async (role = 'owner', options?: BrowserOptions): Promise<PersonInBrowser> => {
    const person = await member(role, options);
    await person.open(`/a/${customer().id}/policies/new`, 'New policy');
    await openEditorIn(person.page);
    return person;
  };

  /** Takes the chosen suggestion when it is one of these. */
  async function take(page: Page, names: readonly string[]): Promise<void> {
    const isShown = (shown: readonly string[]) => JSON.stringify(shown) === JSON.stringify(names);
    let last: readonly string[] = [];
    await until(`the suggestions ${names.join(', ')}`, async () => {
      last = await suggestionsIn(page).locator('.cm-completionLabel').allInnerTexts();
      return isShown(last);
    }).catch(() => undefined);
    expect(last).toEqual(names);
    // The list takes no key in its first moments.
    await page.waitForTimeout(150);
    await page.keyboard.press('Enter');
  }

  it('suggests what fits where the cursor is, by keyboard alone', async () => {
    const person = await openNew();
    const { page } = person;
    const editor = policyIn(page);
    await editor.fill('');
    await page.keyboard.type('{"cha');
    await take(page, ['chain']);
    await take(page, ['ETH', 'SOL', 'BTC']);
    await page.keyboard.type(', "rules": [{"meth');
    await take(page, ['method']);
    await suggestionsIn(page).filter({ hasText: 'eth_sign7702Authorization' }).waitFor();
    expect(await accessibilityOf(person)).toEqual([]);
    await page.keyboard.type('pers');
    await take(page, ['personal_sign']);
    await page.keyboard.type(', "conditions": [{"field_source": "');
    await take(page, ['message', 'system']);
    await page.keyboard.type(', "field": "le');
    await take(page, ['length', 'byte_length']);
    await page.keyboard.type(', "operator": "l');
    await take(page, ['lt', 'lte']);
    expect(JSON.parse(await policyTextIn(page))).toEqual({
      chain: 'ETH',
      rules: [
        {
          method: 'personal_sign',
          conditions: [{ field_source: 'message', field: 'length', operator: 'lt' }],
        },
      ],
    });
  });

  it('suggests on demand, and Escape closes the list', async () => {
    const { page } = await openNew();
    await policyIn(page).fill('{"scope": }');
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Control+Space');
    await suggestionsIn(page).filter({ hasText: 'GLOBAL' }).waitFor();
    await page.keyboard.press('Escape');
    await suggestionsIn(page).first().waitFor({ state: 'detached' });
    await page.keyboard.press('Control+Space');
    await suggestionsIn(page).filter({ hasText: 'STEP_UP' }).waitFor();
    await page.waitForTimeout(150);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await policyIn(page).innerText()).toBe('{"scope": "STEP_UP"}');
  });

  it('lets Tab in and out, and changes nothing', async () => {
    const { page } = await openNew();
    const editor = policyIn(page);
    const before = await editor.innerText();
    await page.getByRole('button', { name: 'What a rule can say' }).focus();
    await page.keyboard.press('Tab');
    expect(await editor.and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press('Tab');
    const reason = page.getByLabel('Reason for the journal');
    expect(await reason.and(page.locator(':focus')).count()).toBe(1);
    await page.keyboard.press('Shift+Tab');
    expect(await editor.and(page.locator(':focus')).count()).toBe(1);
    expect(await editor.innerText()).toBe(before);
  });

  it('marks what is no JSON at its place, says it once, and leads to it', async () => {
    const person = await openNew();
    const { page } = person;
    await policyIn(page).fill('{\n"name": "Short",\n"chain": ETH\n}');
    await until('the mark', async () => (await marksIn(page)).length > 0);
    expect(await marksIn(page)).toEqual(['ETH']);
    expect(await page.locator('.cm-lint-marker-error').count()).toBe(1);
    expect(await page.getByText('Text needs double quotes').count()).toBe(1);
    expect(await policyIn(page).getAttribute('aria-invalid')).toBe('true');
    for (const name of ['Create', 'Try this policy', 'Try on past decisions'])
      expect(await page.getByRole('button', { name }).isDisabled()).toBe(true);
    expect(await accessibilityOf(person)).toEqual([]);
    await page.getByRole('button', { name: 'Line 3 Text needs double quotes.' }).press('Enter');
    await page.keyboard.type('"BTC"');
    await until('no mark', async () => (await marksIn(page)).length === 0);
    expect(await page.getByRole('button', { name: 'Create' }).isEnabled()).toBe(true);
  });

  // The page's policy allows no image but the console's own, and a person who breaks it complains.
  it.each(['light', 'dark'] as const)('draws its marks without an image: %s', async (theme) => {
    const { page } = await openNew('owner', { theme });
    await policyIn(page).fill('{\n"name": "Short",\n"chain": ETH\n}');
    await page.locator('.cm-lint-marker-error').hover();
    await page.locator('.cm-tooltip-lint').getByText('Text needs double quotes.').waitFor();
    const mark = page.locator('.cm-lintRange-error');
    await mark.hover();
    const styles = await page.evaluate<readonly string[]>(`
      [...document.querySelector('.editor').shadowRoot.querySelectorAll('*')].flatMap((one) =>
        ['', '::before', '::after'].map((part) => {
          const { backgroundImage, content, listStyleImage } = getComputedStyle(one, part || null);
          return [backgroundImage, content, listStyleImage].join(' ');
        }))`);
    expect(styles.filter((one) => one.includes('url('))).toEqual([]);
    await page.locator('.cm-foldGutter').getByText('▾').first().click();
  });

  it.each(['Create', 'Try this policy', 'Try on past decisions'])(
    'marks what the service refuses at its place, and says it once: %s',
    async (button) => {
      const person = await openNew();
      const { page } = person;
      await policyIn(page).fill(policyWith('eth_nothing'));
      await page.getByRole('button', { name: button }).click();
      const problem = page.getByRole('button', { name: /^Line 8 method must be one of eth_signTransaction/ });
      await problem.waitFor();
      expect(await marksIn(page)).toEqual(['"eth_nothing"']);
      await page.getByRole('alert').getByText('The service refuses this policy').waitFor();
      expect(await page.getByText('must be one of').count()).toBe(1);
      expect(await accessibilityOf(person)).toEqual([]);
      await problem.click();
      await page.keyboard.type('"personal_sign"');
      await until('no mark', async () => (await marksIn(page)).length === 0);
      expect(await problem.count()).toBe(0);
    },
  );

  it('marks that the chain of a policy cannot change', async () => {
    const { id } = await customer().succeed<{ id: string }>(
      'POST',
      '/v1/policy',
      JSON.parse(policyWith('personal_sign')) as object,
    );
    const { page, open } = await member('developer');
    await open(`/a/${customer().id}/policies/${id}`, 'Short');
    await policyIn(page).fill(policyWith('personal_sign').replace('ETH', 'SOL'));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: /^Line 3 chain cannot be changed/ }).waitFor();
    expect(await marksIn(page)).toEqual(['"SOL"']);
    await customer().succeed('DELETE', `/v1/policy/${id}`);
  });

  it('can be read, but not changed, by somebody who may not', async () => {
    const { page } = await openNew('auditor');
    const editor = policyIn(page);
    const before = await editor.innerText();
    expect(await editor.getAttribute('aria-readonly')).toBe('true');
    await editor.focus();
    await page.keyboard.type('x"');
    await page.keyboard.press('Control+Space');
    await page.keyboard.press('Delete');
    expect(await editor.innerText()).toBe(before);
    expect(await suggestionsIn(page).count()).toBe(0);
  });
});
