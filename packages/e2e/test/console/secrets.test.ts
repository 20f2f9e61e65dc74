import { until } from '@wallet-service/test-kit/until';
import type { Page } from 'playwright-core';
import { consoleWorld, describeInBrowser } from './console-world.js';
import { accept, invitationLink } from './person-in-browser.js';

// A secret is shown once, and no part of the page keeps it afterwards.

/** All that the page remembers of the changes that it has made. React knows where its cache is. */
const changesKept = `(() => {
  const root = document.querySelector('#root');
  const clientIn = (node) => {
    if (!node) return undefined;
    const client = node.memoizedProps?.client;
    return client?.getMutationCache ? client : (clientIn(node.child) ?? clientIn(node.sibling));
  };
  const name = Object.keys(root).find((key) => key.startsWith('__reactContainer'));
  return JSON.stringify(clientIn(root[name]).getMutationCache().getAll().map(({ state }) => state));
})()`;

/** Reads the secret that is shown, closes its dialog, and looks what is left of it. */
async function expectShownOnce(page: Page): Promise<void> {
  const shown = await page.getByLabel('Shown only now').inputValue();
  const secret = shown.split('#').at(-1) ?? '';
  expect(secret.length).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'I have it' }).click();
  const isKept = async () => (await page.evaluate<string>(changesKept)).includes(secret);
  await until('the page to forget it', async () => !(await isKept()), 10_000);
  expect(await page.content()).not.toContain(secret);
}

describeInBrowser('secrets in the console', () => {
  const { stack, customer, member, stranger } = consoleWorld();
  const dialog = (page: Page) => page.getByRole('dialog');

  it('forgets those of an application', async () => {
    const { page, open } = await member('owner');
    const at = `/a/${customer().id}`;
    await open(`${at}/keys`, 'Secret keys');
    await page.getByRole('button', { name: 'Make a key' }).click();
    await expectShownOnce(page);
    await open(`${at}/members`, 'People');
    await page.getByLabel('Name', { exact: true }).fill('Hal');
    await page.getByRole('button', { name: 'Invite' }).click();
    await expectShownOnce(page);
    await open(`${at}/webhooks`, 'Webhooks');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await dialog(page).getByLabel('URL').fill('https://example.com/once');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await expectShownOnce(page);
    await page.getByRole('link', { name: 'https://example.com/once' }).click();
    await page.getByRole('button', { name: 'New secret' }).click();
    await dialog(page).getByText('The old one is valid for a day').waitFor();
    await dialog(page).getByRole('button', { name: 'New secret' }).click();
    await expectShownOnce(page);
  });

  it('forgets those that operators see', async () => {
    const ola = await stranger();
    await accept(ola, await invitationLink(stack(), `Ola ${customer().id}`, { isOperator: true }));
    const { page, open } = ola;
    await open('/operator/applications', 'Applications');
    await page.getByLabel('Name', { exact: true }).fill('of secrets');
    await page.getByRole('button', { name: 'Create' }).click();
    await expectShownOnce(page);
    await open('/operator/people', 'Everybody');
    await page.getByLabel('Name', { exact: true }).fill(`Ole ${customer().id}`);
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    await expectShownOnce(page);
  });

  it('forgets that of a change which owners have approved', async () => {
    const { page, open } = await member('owner');
    await open(`/a/${customer().id}/approvals`, 'Approvals');
    await page.getByLabel('Owners who must approve').selectOption('1');
    await page.getByLabel('secret keys').check();
    await page.getByRole('button', { name: 'Save the rule' }).click();
    await page.getByText('Saved.').waitFor();
    await open(`/a/${customer().id}/keys`, 'Secret keys');
    await page.getByLabel('Reason for the journal').fill('for the shop');
    await page.getByRole('button', { name: 'Make a key' }).click();
    expect(await dialog(page).getByLabel('Why').inputValue()).toBe('for the shop');
    await page.getByRole('button', { name: 'Ask for approval' }).click();
    await page.getByRole('link', { name: 'Look at it' }).click();
    await page.getByRole('button', { name: 'Approve with passkey' }).click();
    await page.getByRole('button', { name: 'Carry out' }).click();
    await expectShownOnce(page);
    await page.getByText('Done', { exact: true }).waitFor();
    const rule = `${stack().expressUrl}/v1/admin/application/${customer().id}/approval_rule`;
    const operator = { 'x-service-operator-key': stack().stack.operator_key };
    expect((await fetch(rule, { method: 'DELETE', headers: operator })).status).toBe(204);
  });
});
