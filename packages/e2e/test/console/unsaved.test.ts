import { once } from 'node:events';
import type { Dialog, Page } from 'playwright-core';
import { consoleWorld, describeInBrowser } from './console-world.js';
import { accessibilityOf } from './person-in-browser.js';
import { policyIn, policyTextIn } from './policy-text-area.js';

// Nobody loses what they have written without being asked.

describeInBrowser('what is written and not saved', () => {
  const { stack, customer, member } = consoleWorld();

  const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
  const goTo = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const mine = '{"name": "Mine"}';

  it('asks before a draft of a policy is left, by a link, by going back, and by keyboard', async () => {
    const owner = await member('owner');
    const { page, open } = owner;
    await open(`/a/${customer().id}/policies`, 'Policies');
    await goTo(page, 'New policy');
    await heading(page, 'New policy').waitFor();
    await policyIn(page).fill(mine);
    await goTo(page, 'Webhooks');
    await question(page).waitFor();
    expect(await accessibilityOf(owner)).toEqual([]);
    await page.keyboard.press('Escape');
    await question(page).waitFor({ state: 'detached' });
    expect(await policyTextIn(page)).toBe(mine);
    await page.goBack();
    await question(page).getByRole('button', { name: 'Stay' }).press('Enter');
    await question(page).waitFor({ state: 'detached' });
    expect(await policyTextIn(page)).toBe(mine);
    expect(new URL(page.url()).pathname).toMatch(/policies\/new$/);
    await goTo(page, 'Webhooks');
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await heading(page, 'Webhooks').waitFor();
    expect(await question(page).count()).toBe(0);
  });

  it('asks before the window is closed or loaded anew', async () => {
    const { page, open } = await member('owner');
    await open(`/a/${customer().id}/policies/new`, 'New policy');
    await policyIn(page).fill(mine);
    await page.keyboard.press('End');
    // A browser asks in its own words.
    page.on('dialog', (dialog) => void dialog.dismiss());
    const asked = once(page as never, 'dialog') as Promise<[Dialog]>;
    await page.close({ runBeforeUnload: true });
    expect((await asked)[0].type()).toBe('beforeunload');
    expect(await policyTextIn(page)).toBe(mine);
    page.removeAllListeners('dialog');
  });

  it('asks nothing when nothing was written, when it was saved, and for a filter in the address', async () => {
    const { page, open } = await member('owner');
    await open(`/a/${customer().id}/policies/new`, 'New policy');
    await goTo(page, 'Policies');
    await goTo(page, 'New policy');
    await heading(page, 'New policy').waitFor();
    const text = (await policyTextIn(page)).replace('Short messages only', 'Saved soon');
    await policyIn(page).fill(text);
    await page.getByLabel('Newest decisions').selectOption('25');
    await page.waitForURL(/last=25/);
    await page.getByRole('button', { name: 'Create' }).click();
    await heading(page, 'Saved soon').waitFor();
    await goTo(page, 'Webhooks');
    await heading(page, 'Webhooks').waitFor();
    await page.goBack();
    await heading(page, 'Saved soon').waitFor();
    await policyIn(page).fill(text.replace('Saved soon', 'Deleted soon'));
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await heading(page, 'Policies').waitFor();
    expect(await question(page).count()).toBe(0);
  });

  it('asks nothing when the draft has become a change that waits for approvals', async () => {
    const [ada] = [await member('owner'), await member('owner')];
    const { page, open } = ada;
    const url = `${stack().expressUrl}/v1/admin/application/${customer().id}/approval_rule`;
    const headers = { 'x-service-operator-key': stack().stack.operator_key };
    await open(`/a/${customer().id}/approvals`, 'Approvals');
    await page.getByLabel('Owners who must approve').selectOption('2');
    await page.getByLabel('policies').check();
    await page.getByRole('button', { name: 'Save the rule' }).click();
    await page.getByText('Saved.').waitFor();
    await goTo(page, 'Policies');
    await goTo(page, 'New policy');
    await heading(page, 'New policy').waitFor();
    const text = (await policyTextIn(page)).replace('Short messages only', 'Approved soon');
    await policyIn(page).fill(text);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Ask for approval' }).click();
    await page.getByRole('link', { name: 'Look at it' }).click();
    await heading(page, 'New policy: Approved soon').waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(204);
  });

  it('asks before changes of settings and of the rule of approvals are left', async () => {
    const { page, open } = await member('owner');
    await open(`/a/${customer().id}/settings`, 'Settings');
    const box = page.getByRole('checkbox').first();
    await box.click();
    await goTo(page, 'Approvals');
    await question(page).getByRole('button', { name: 'Stay' }).click();
    await box.click();
    await goTo(page, 'Approvals');
    await heading(page, 'Approvals').waitFor();
    await page.getByLabel('Owners who must approve').selectOption('1');
    await goTo(page, 'Settings');
    await question(page).getByRole('button', { name: 'Leave' }).click();
    await heading(page, 'Settings').waitFor();
  });
});
