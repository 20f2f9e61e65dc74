import { until } from '@wallet-service/test-kit/until';
import { startReceiver } from '@wallet-service/test-kit/webhook-receiver';
import { asksForSignature, consoleWorld, describeInBrowser } from './console-world.js';

// Lists say that something new has come, and show it when they are asked to.

describeInBrowser('news in lists of the console', () => {
  const { stack, customer, member } = consoleWorld();

  it('says that there are new decisions, and moves nothing until they are asked for', async () => {
    const { page, open } = await member('auditor');
    await open(`/a/${customer().id}/activity`, 'Activity');
    const rows = page.locator('tbody tr');
    const before = await rows.allInnerTexts();
    await asksForSignature(customer(), 'eve');
    await asksForSignature(customer(), 'eve');
    await page.getByRole('button', { name: '2 new' }).waitFor();
    expect(await rows.allInnerTexts()).toEqual(before);
    await page.getByRole('button', { name: '2 new' }).click();
    await until('the new rows', async () => (await rows.count()) === before.length + 2);
    expect(await page.getByRole('button', { name: /new$/ }).count()).toBe(0);
  });

  it('counts what fits the filters alone', async () => {
    const { page, open } = await member('auditor');
    await open(`/a/${customer().id}/activity?outcome=allow`, 'Activity');
    const other = await (await member('auditor')).context.newPage();
    await other.goto(`${stack().consoleUrl}/a/${customer().id}/activity`);
    await other.getByRole('cell', { name: 'Denied' }).first().waitFor();
    await asksForSignature(customer(), 'eve');
    await other.getByRole('button', { name: '1 new' }).waitFor();
    expect(await page.getByRole('button', { name: /new$/ }).count()).toBe(0);
  });

  it('says that the journal has new entries, and shows them first', async () => {
    const { page, open } = await member('auditor');
    await open(`/a/${customer().id}/journal`, 'Journal');
    await customer().succeed('POST', '/v1/secret_key', { label: 'news', scopes: ['read'] });
    const button = page.getByRole('button', { name: '1 new' });
    await button.waitFor();
    await button.click();
    await page
      .locator('tbody tr')
      .first()
      .getByRole('cell', { name: 'admin.secret_key_created', exact: true })
      .waitFor();
  });

  it('shows a delivery that is new, and what becomes of it', async () => {
    const receiver = await startReceiver();
    const { id } = await customer().succeed<{ id: string }>('POST', '/v1/webhook', { url: receiver.url() });
    const { page, open } = await member('developer');
    await open(`/a/${customer().id}/webhooks/${id}`, 'Deliveries');
    await customer().succeed('POST', `/v1/webhook/${id}/test`);
    await page.getByRole('button', { name: '1 new' }).click();
    await page.getByRole('cell', { name: 'webhook.test' }).waitFor();
    await page.getByRole('cell', { name: 'Delivered' }).waitFor();
    await receiver.close();
  });

  it('says that there is a change to approve, and who has approved it', async () => {
    const [ada, ben] = [await member('owner'), await member('owner')];
    await ada.open(`/a/${customer().id}/approvals`, 'Approvals');
    await ada.page.getByLabel('Owners who must approve').selectOption('2');
    await ada.page.getByLabel('policies').check();
    await ada.page.getByRole('button', { name: 'Save the rule' }).click();
    await ada.page.getByText('Saved.').waitFor();
    await ben.open(`/a/${customer().id}/approvals`, 'Approvals');
    await ada.open(`/a/${customer().id}/policies/new`, 'New policy');
    await ada.page.getByRole('button', { name: 'Create' }).click();
    await ada.page.getByRole('button', { name: 'Ask for approval' }).click();
    await ada.page.getByRole('link', { name: 'Look at it' }).click();
    await ben.page.getByRole('button', { name: '1 new' }).click();
    await ben.page.getByRole('cell', { name: '0 of 2' }).waitFor();
    await ada.page.getByRole('button', { name: 'Approve with passkey' }).click();
    await ben.page.getByRole('cell', { name: '1 of 2' }).waitFor();
  });
});
