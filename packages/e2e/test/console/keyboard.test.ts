import type { Page } from 'playwright-core';
import { screens } from './all-screens.js';
import { tabTo, walk } from './by-keyboard.js';
import { consoleWorld, describeInBrowser } from './console-world.js';
import { endStepUp } from './person-in-browser.js';
import { policyIn } from './policy-text-area.js';
import { recordScreens } from './record-screens.js';

// A person without a mouse gets everywhere, and sees where they are.

/** The next control is on the screen, and not the first one of the page. */
async function expectToGoOn(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  expect(await page.locator('main :focus').count()).toBeGreaterThan(0);
}

describeInBrowser('the console by keyboard', () => {
  const { stack, customer, member } = consoleWorld();

  it('comes to every control of every screen, in order, and shows where it is', async () => {
    const owner = await member('owner');
    const records = await recordScreens(stack(), customer());
    for (const [at, heading] of [...screens, ...records]) {
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

  it('saves a policy, and confirms it with the passkey', async () => {
    const condition = { field_source: 'message', field: 'length', operator: 'lt', value: 9 };
    const rule = { name: 'short', method: 'personal_sign', action: 'ALLOW', conditions: [condition] };
    const policy = { name: 'By keyboard', chain: 'ETH', scope: 'GLOBAL', rules: [rule] };
    const { id } = await customer().succeed<{ id: string }>('POST', '/v1/policy', policy);
    const { page, open } = await member('owner');
    await endStepUp(page, 'PATCH', `/v1/policy/${id}`);
    await open(`/a/${customer().id}/policies`, 'Policies');
    await tabTo(page, page.getByRole('link', { name: policy.name }));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: policy.name }).waitFor();
    await tabTo(page, policyIn(page));
    await page.locator('.cm-editor').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.insertText(JSON.stringify({ ...policy, rules: [{ ...rule, name: 'shorter' }] }));
    await tabTo(page, page.getByLabel('Reason for the journal').first());
    await page.keyboard.type('nobody has a mouse');
    await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Use passkey' }));
    await page.keyboard.press('Enter');
    await page.getByText('Saved. This is revision 2.').waitFor();
    await expectToGoOn(page);
    await tabTo(page, page.getByRole('button', { name: 'Delete' }));
    await customer().succeed('DELETE', `/v1/policy/${id}`);
  });

  it('demands approvals, and approves a change', async () => {
    const { page, open } = await member('owner');
    await endStepUp(page, 'PATCH', '/v1/approval_rule');
    await open(`/a/${customer().id}/approvals`, 'Approvals');
    await tabTo(page, page.getByLabel('Owners who must approve'));
    await page.keyboard.press('ArrowDown');
    await tabTo(page, page.getByLabel('secret keys'));
    await page.keyboard.press('Space');
    await tabTo(page, page.getByRole('button', { name: 'Save the rule' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Use passkey' }));
    await page.keyboard.press('Enter');
    await page.getByText('Saved.').waitFor();
    await expectToGoOn(page);
    const change = { method: 'POST', path: '/v1/secret_key', body: { label: 'cron', scopes: ['read'] } };
    await customer().succeed('POST', '/v1/change_request', change);
    await page.reload();
    await tabTo(page, page.getByRole('link', { name: 'New secret key: cron' }));
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByRole('button', { name: 'Approve with passkey' }));
    await page.keyboard.press('Enter');
    await page.getByText('Approvals: 1 of 1').waitFor();
    await expectToGoOn(page);
    const url = `${stack().expressUrl}/v1/admin/application/${customer().id}/approval_rule`;
    const headers = { 'x-service-operator-key': stack().stack.operator_key };
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(204);
  });
});
