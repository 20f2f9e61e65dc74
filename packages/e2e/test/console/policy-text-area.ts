import type { Locator, Page } from 'playwright-core';

/** The text of a policy: a plain text area until somebody turns to it, and the editor from then on. */
export const policyIn = (page: Page): Locator => page.getByRole('textbox', { name: 'Policy (JSON)' });

/** Turns to the text, and waits for the editor. */
export async function openEditorIn(page: Page): Promise<void> {
  await policyIn(page).focus();
  await page.locator('.cm-editor').waitFor();
}

/** In one step, because the editor may take the place of the text area at any time. */
export const policyTextIn = (page: Page): Promise<string> =>
  policyIn(page).evaluate((text: { readonly value?: string; readonly innerText: string }) =>
    (text.value ?? text.innerText).replaceAll('\u200b', ''),
  );
