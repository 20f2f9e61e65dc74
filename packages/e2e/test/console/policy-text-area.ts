import type { Locator, Page } from 'playwright-core';

/** The text of a policy: a plain text area until somebody turns to it, and the editor from then on. */
export const policyIn = (page: Page): Locator => page.getByRole('textbox', { name: 'Policy (JSON)' });

/** Turns to the text, and waits for the editor. */
export async function openEditorIn(page: Page): Promise<void> {
  await policyIn(page).focus();
  await page.locator('.cm-editor').waitFor();
}

export async function policyTextIn(page: Page): Promise<string> {
  const text = policyIn(page);
  const isPlain = (await page.locator('.editor > textarea').count()) === 1;
  return isPlain ? text.inputValue() : (await text.innerText()).replaceAll('\u200b', '');
}
