import { until } from '@wallet-service/test-kit/until';
import type { Page } from 'playwright-core';
import { consoleWorld, describeInBrowser } from './console-world.js';
import { accessibilityOf, endStepUp } from './person-in-browser.js';
import { policyIn, policyTextIn } from './policy-text-area.js';

// A form is open, and somebody else saves the same meanwhile. Nothing of theirs is lost, and the person learns of it.

const rule = {
  ...{ name: 'short', method: 'personal_sign', action: 'ALLOW' },
  conditions: [{ field_source: 'message', field: 'length', operator: 'lt', value: 9 }],
};

const draft = { name: 'Limits', chain: 'ETH', scope: 'GLOBAL', is_active: true, rules: [rule] };
type Policy = typeof draft & { readonly id: string };

/** The page hears nothing by itself. */
const deaf = `globalThis.EventSource = class extends EventTarget { static CLOSED = 2; close() {} };`;

describeInBrowser('what others change while a form is open', () => {
  const { stack, customer, member } = consoleWorld();

  afterEach(async () => {
    const headers = { 'x-service-operator-key': stack().stack.operator_key };
    const url = `${stack().expressUrl}/v1/admin/application/${customer().id}/approval_rule`;
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(204);
  });

  const made = () => customer().succeed<Policy>('POST', '/v1/policy', draft);
  const inForce = ({ id }: Policy) => customer().succeed<Policy>('GET', `/v1/policy/${id}`);
  const change = ({ id }: Policy, changes: object) =>
    customer().succeed('PATCH', `/v1/policy/${id}`, changes);
  const at = ({ id }: Policy) => `/a/${customer().id}/policies/${id}`;
  const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
  const mine = (name: string) => JSON.stringify({ ...draft, name }, undefined, 2);
  const textIn = async (page: Page): Promise<unknown> => JSON.parse(await policyTextIn(page));

  it('says before Save that a policy has a newer revision, moves nothing, and takes it when asked', async () => {
    const policy = await made();
    const owner = await member('owner');
    const { page, open } = owner;
    await open(at(policy), 'Limits');
    await policyIn(page).fill(mine('Mine'));
    const where = await save(page).boundingBox();
    await change(policy, { name: 'Theirs' });
    await page
      .getByRole('status')
      .getByText(/^Revision 2: updated by Secret key /)
      .waitFor();
    expect(await save(page).boundingBox()).toEqual(where);
    expect(await textIn(page)).toMatchObject({ name: 'Mine' });
    await page.getByRole('button', { name: 'See what changed' }).press('Enter');
    const panel = page.getByRole('region', { name: 'Revision 2 is newer than yours' });
    await panel.and(page.locator(':focus')).waitFor();
    const shown = await panel.locator('pre').allInnerTexts();
    expect(shown.map((text) => text.match(/^[-+] .*$/gm))).toEqual([
      ['-   "name": "Limits",', '+   "name": "Theirs",'],
      ['-   "name": "Theirs",', '+   "name": "Mine",'],
    ]);
    expect(await accessibilityOf(owner)).toEqual([]);
    await panel.getByRole('button', { name: 'Take theirs, drop mine' }).press('Enter');
    await page.getByRole('status').getByText('This is revision 2. Your text was dropped.').waitFor();
    expect(await textIn(page)).toMatchObject({ name: 'Theirs' });
    expect(await save(page).isDisabled()).toBe(true);
  });

  it('saves no policy over a newer revision, and goes on from it with the text of the person', async () => {
    const policy = await made();
    const { page, open } = await member('developer');
    await page.addInitScript(deaf);
    await open(at(policy), 'Limits');
    await policyIn(page).fill(mine('Mine'));
    await change(policy, { name: 'Theirs', is_active: false });
    await save(page).click();
    const panel = page.getByRole('region', { name: 'Revision 2 is newer than yours' });
    await panel.and(page.locator(':focus')).waitFor();
    expect(await inForce(policy)).toMatchObject({ name: 'Theirs', is_active: false });
    await panel.getByRole('button', { name: 'Go on from theirs, keep mine' }).click();
    await page.getByRole('status').getByText('You go on from revision 2, with your text.').waitFor();
    await page
      .getByRole('region', { name: 'What you would change' })
      .getByText('"is_active": true')
      .waitFor();
    await save(page).click();
    await page.getByRole('status').getByText('Saved. This is revision 3.').waitFor();
    expect(await inForce(policy)).toMatchObject({ name: 'Mine', is_active: true });
    await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
    expect(await page.getByText('What you would change').count()).toBe(0);
    expect(await save(page).isDisabled()).toBe(true);
  });

  it('saves twice in a row, and says each time that it did', async () => {
    const policy = await made();
    const { page, open } = await member('owner');
    await open(at(policy), 'Limits');
    expect(await save(page).isDisabled()).toBe(true);
    for (const [name, revision] of [
      ['Second', 2],
      ['Third', 3],
    ] as const) {
      await policyIn(page).fill(JSON.stringify({ ...draft, name }));
      await save(page).click();
      await page.getByRole('status').getByText(`Saved. This is revision ${revision}.`).waitFor();
      expect(await save(page).isDisabled()).toBe(true);
    }
    await page.getByText('Revision 3', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'See what changed' }).count()).toBe(0);
  });

  it('takes members in another order for no change', async () => {
    const policy = await made();
    const { page, open } = await member('owner');
    await open(at(policy), 'Limits');
    const turned = (value: object) => Object.fromEntries(Object.entries(value).toReversed());
    await policyIn(page).fill(JSON.stringify({ ...turned(draft), rules: [turned(rule)] }));
    expect(await save(page).isDisabled()).toBe(true);
    expect(await page.getByText('What you would change').count()).toBe(0);
  });

  it('deletes no policy in a newer revision than the one in view', async () => {
    const policy = await made();
    const { page, open } = await member('owner');
    await page.addInitScript(deaf);
    await open(at(policy), 'Limits');
    await change(policy, { name: 'Theirs' });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('region', { name: 'Revision 2 is newer than yours' }).waitFor();
    expect(await inForce(policy)).toMatchObject({ name: 'Theirs' });
  });

  it('says that a policy was deleted, and keeps what the person has written', async () => {
    const policy = await made();
    const owner = await member('owner');
    const { page, open } = owner;
    await open(at(policy), 'Limits');
    await policyIn(page).fill(mine('Mine'));
    await customer().succeed('DELETE', `/v1/policy/${policy.id}`);
    await page.getByRole('button', { name: 'See what changed' }).click();
    await page.getByRole('region', { name: 'This policy was deleted' }).waitFor();
    expect(await textIn(page)).toMatchObject({ name: 'Mine' });
    expect(await accessibilityOf(owner)).toEqual([]);
  });

  it('asks for no approval of a change that is of an older revision', async () => {
    const policy = await made();
    const [ada, ben] = [await member('owner'), await member('owner')];
    const { page } = ada;
    await page.addInitScript(deaf);
    await ada.open(at(policy), 'Limits');
    await policyIn(page).fill(mine('Mine'));
    await change(policy, { name: 'Theirs' });
    await ben.open(`/a/${customer().id}/approvals`, 'Approvals');
    await ben.page.getByLabel('Owners who must approve').selectOption('2');
    await ben.page.getByLabel('policies').check();
    await ben.page.getByRole('button', { name: 'Save the rule' }).click();
    await ben.page.getByRole('status').getByText('Saved.').waitFor();
    await save(page).click();
    await page.getByRole('button', { name: 'Ask for approval' }).click();
    const panel = page.getByRole('region', { name: 'Revision 2 is newer than yours' });
    await panel.getByRole('button', { name: 'Go on from theirs, keep mine' }).click();
    const asked = () => customer().succeed<{ data: { before: object }[] }>('GET', '/v1/change_request');
    expect((await asked()).data).toEqual([]);
    await save(page).click();
    await page.getByRole('button', { name: 'Ask for approval' }).click();
    await page.getByText('It waits for approvals').waitFor();
    expect((await asked()).data).toMatchObject([{ before: { name: 'Theirs' }, body: { name: 'Mine' } }]);
  });

  it('keeps what the person has changed of the settings, and saves no more than that', async () => {
    const { page, open } = await member('owner');
    await customer().succeed('PATCH', '/v1/application', {
      recency_window_minutes: 30,
      default_action: 'deny',
    });
    await open(`/a/${customer().id}/settings`, 'Settings');
    await page.getByLabel('How long it counts (minutes)').fill('40');
    await customer().succeed('PATCH', '/v1/application', { default_action: 'allow' });
    await until('what they changed', async () => {
      return (await page.getByLabel('If no rule matches').inputValue()) === 'allow';
    });
    expect(await page.getByLabel('How long it counts (minutes)').inputValue()).toBe('40');
    await save(page).click();
    await page.getByRole('status').getByText('Saved.').waitFor();
    expect(await save(page).isDisabled()).toBe(true);
    expect(await customer().succeed('GET', '/v1/application')).toMatchObject({
      ...{ recency_window_minutes: 40, default_action: 'allow' },
    });
  });

  it('saves no setting over one that somebody else has saved meanwhile', async () => {
    const owner = await member('owner');
    const { page, open } = owner;
    await page.addInitScript(deaf);
    await customer().succeed('PATCH', '/v1/application', { recency_window_minutes: 30 });
    await open(`/a/${customer().id}/settings`, 'Settings');
    await page.getByLabel('How long it counts (minutes)').fill('40');
    await customer().succeed('PATCH', '/v1/application', { recency_window_minutes: 20 });
    await save(page).click();
    const panel = page.getByRole('region', { name: 'Somebody else has changed the same' });
    await panel.and(page.locator(':focus')).waitFor();
    const minutes = async () =>
      (await customer().succeed<{ recency_window_minutes: number }>('GET', '/v1/application'))
        .recency_window_minutes;
    expect(await minutes()).toBe(20);
    expect(await accessibilityOf(owner)).toEqual([]);
    await panel.getByRole('button', { name: 'Go on from theirs, keep mine' }).click();
    await save(page).click();
    await page.getByRole('status').getByText('Saved.').waitFor();
    expect(await minutes()).toBe(40);
  });

  it('looks again what is in force when the person has confirmed that it is them', async () => {
    const { page, open } = await member('owner');
    await page.addInitScript(deaf);
    await customer().succeed('PATCH', '/v1/application', { recency_window_minutes: 30 });
    await endStepUp(page, 'PATCH', '/v1/application');
    await open(`/a/${customer().id}/settings`, 'Settings');
    await page.getByLabel('How long it counts (minutes)').fill('40');
    await save(page).click();
    await page.getByRole('button', { name: 'Use passkey' }).waitFor();
    await customer().succeed('PATCH', '/v1/application', { recency_window_minutes: 20 });
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await page.getByRole('region', { name: 'Somebody else has changed the same' }).waitFor();
    expect(await customer().succeed('GET', '/v1/application')).toMatchObject({ recency_window_minutes: 20 });
    expect(await page.getByText('Saved.', { exact: true }).count()).toBe(0);
  });

  it('saves no rule of approvals over another that has come meanwhile', async () => {
    const [ada, ben] = [await member('owner'), await member('owner')];
    const { page } = ada;
    await ada.page.addInitScript(deaf);
    await ada.open(`/a/${customer().id}/approvals`, 'Approvals');
    await page.getByLabel('Owners who must approve').selectOption('3');
    await ben.open(`/a/${customer().id}/approvals`, 'Approvals');
    await ben.page.getByLabel('Owners who must approve').selectOption('2');
    await ben.page.getByLabel('policies').check();
    await ben.page.getByRole('button', { name: 'Save the rule' }).click();
    await ben.page.getByRole('status').getByText('Saved.').waitFor();
    await page.getByRole('button', { name: 'Save the rule' }).click();
    const panel = page.getByRole('region', { name: 'Somebody else has changed the same' });
    await panel.getByRole('button', { name: 'Take theirs, drop mine' }).click();
    expect(await page.getByLabel('Owners who must approve').inputValue()).toBe('2');
    expect(await page.getByLabel('policies').isChecked()).toBe(true);
    expect(await page.getByRole('button', { name: 'Save the rule' }).isDisabled()).toBe(true);
  });
});
