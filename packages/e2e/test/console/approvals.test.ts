import { consoleWorld, describeInBrowser } from './console-world.js';
import { accessibilityOf, type PersonInBrowser } from './person-in-browser.js';

describeInBrowser('approvals in the console', () => {
  const { stack, customer, member } = consoleWorld();
  const operator = () => ({ 'x-service-operator-key': stack().stack.operator_key });
  const remove = async (path: string): Promise<void> => {
    const url = `${stack().expressUrl}/v1/admin/${path}`;
    expect((await fetch(url, { method: 'DELETE', headers: operator() })).status).toBe(204);
  };
  afterEach(() => remove(`application/${customer().id}/approval_rule`));

  const row = ({ page }: PersonInBrowser, text: string) => page.getByRole('row').filter({ hasText: text });

  it('names what changes are about, and says why one is closed', async () => {
    const app = customer().id;
    const webhook = { url: 'https://example.com/orders' };
    const { id } = await customer().succeed<{ id: string }>('POST', '/v1/webhook', webhook);
    const key = await customer().succeed<{ id: string }>('POST', '/v1/secret_key', {
      ...{ label: 'nightly job', scopes: ['read'] },
    });
    const [ada, dan] = [await member('owner'), await member('developer')];
    await ada.open(`/a/${app}/approvals`, 'Approvals');
    await ada.page.getByText('exportPrivateKey').waitFor();
    await ada.page.getByLabel('Owners who must approve').selectOption('1');
    for (const scope of ['identity providers', 'webhooks', 'secret keys'])
      await ada.page.getByLabel(scope).check();
    await ada.page.getByRole('button', { name: 'Save the rule' }).click();
    await ada.page.getByText('Saved.').waitFor();
    // Webhooks need no confirmation by passkey. The page asks for approvals all the same.
    await dan.open(`/a/${app}/webhooks/${id}`, 'Deliveries');
    await dan.page.getByRole('button', { name: 'Delete' }).click();
    await dan.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await dan.page.getByRole('button', { name: 'Ask for approval' }).click();
    await dan.page.getByRole('link', { name: 'Look at it' }).click();
    const title = `Removal of a webhook: ${webhook.url}`;
    await dan.page.getByRole('heading', { level: 1, name: title }).waitFor();
    const request = dan.page.url().split('/').at(-1) ?? '';

    const ask = (path: string) =>
      customer().succeed('POST', '/v1/change_request', { method: 'DELETE', path });
    await ask(`/v1/secret_key/${key.id}`);
    await ask(`/v1/identity/provider/${customer().provider.id}`);
    await ada.open(`/a/${app}/approvals`, 'Approvals');
    await row(ada, 'Removal of a secret key: nightly job').waitFor();
    await row(ada, `Removal of an identity provider: ${customer().provider.issuer}`).waitFor();
    await row(ada, title).filter({ hasText: 'Waits' }).waitFor();

    type Asked = { readonly asked_by: string };
    const { asked_by: asker } = await customer().succeed<Asked>('GET', `/v1/change_request/${request}`);
    await remove(`person/${asker.replace('per_', '')}`);
    await ada.page.reload();
    await row(ada, title).filter({ hasText: 'who may not any more' }).waitFor();
    await ada.page.getByRole('link', { name: title }).click();
    await ada.page.getByText('It is closed: who asked may make no such change any more').waitFor();
    expect(await ada.page.getByRole('button', { name: 'Approve with passkey' }).count()).toBe(0);
    expect(await accessibilityOf(ada)).toEqual([]);
    await ada.page.getByRole('button', { name: 'Decline' }).click();
    await ada.page.getByRole('dialog').getByRole('button', { name: 'Decline' }).click();
    await ada.page.getByText('Declined', { exact: true }).waitFor();
  });

  it('shows what a change takes away, says when it is outdated, and who asked for what is done', async () => {
    const app = customer().id;
    const key = await customer().succeed<{ id: string }>('POST', '/v1/secret_key', {
      ...{ label: 'old job', scopes: ['read'] },
    });
    const ada = await member('owner');
    const { page } = ada;
    await ada.open(`/a/${app}/approvals`, 'Approvals');
    await page.getByLabel('Owners who must approve').selectOption('1');
    await page.getByLabel('secret keys').check();
    await page.getByRole('button', { name: 'Save the rule' }).click();
    await page.getByText('Saved.').waitFor();
    const ask = (change: object) =>
      customer().succeed<{ id: string }>('POST', '/v1/change_request', {
        ...{ ...change, path: `/v1/secret_key/${key.id}`, reason: 'spring cleaning' },
      });
    const removal = await ask({ method: 'DELETE' });
    const renaming = await ask({ method: 'PATCH', body: { label: 'new job' } });

    const outdated = page.getByText('It is outdated: what it changes has changed since');
    const linesIn = () => page.locator('pre.difference > span').allInnerTexts();
    await ada.open(`/a/${app}/approvals/${removal.id}`, 'Removal of a secret key: old job');
    expect((await linesIn()).filter((line) => !line.startsWith('-'))).toEqual([]);
    expect(await linesIn()).toContainEqual(expect.stringContaining('"label": "old job"'));
    expect(await outdated.count()).toBe(0);
    await ada.open(`/a/${app}/approvals/${renaming.id}`, 'Change of a secret key: old job');
    expect((await linesIn()).map((line) => line.trim())).toEqual(
      expect.arrayContaining(['-   "label": "old job",', '+   "label": "new job",']),
    );
    await page.getByRole('button', { name: 'Approve with passkey' }).click();
    await page.getByText('Done', { exact: true }).waitFor();
    await ada.open(`/a/${app}/approvals/${removal.id}`, 'Removal of a secret key: old job');
    await outdated.waitFor();
    expect(await accessibilityOf(ada)).toEqual([]);

    const entry = row(ada, 'admin.change_carried_out').filter({ hasText: 'spring cleaning' });
    await ada.open(`/a/${app}/journal`, 'Journal');
    await entry.getByText('An approved change, asked for by Secret key').waitFor();
  });

  it('lets an owner carry out what a key asked for, and was approved, and was not carried out', async () => {
    const app = customer().id;
    const key = await customer().succeed<{ id: string }>('POST', '/v1/secret_key', {
      ...{ label: 'left over', scopes: ['read'] },
    });
    // A rule asks for no more owners than there are.
    const [ada] = [await member('owner'), await member('owner')];
    const { page } = ada;
    await ada.open(`/a/${app}/approvals`, 'Approvals');
    await page.getByLabel('Owners who must approve').selectOption('1');
    await page.getByLabel('secret keys').check();
    await page.getByRole('button', { name: 'Save the rule' }).click();
    await page.getByText('Saved.').waitFor();
    const removal = await customer().succeed<{ id: string }>('POST', '/v1/change_request', {
      ...{ method: 'DELETE', path: `/v1/secret_key/${key.id}` },
    });
    // A stricter rule has it approved and not carried out, as if the gateway had ended in between.
    await page.getByLabel('Owners who must approve').selectOption('2');
    await page.getByRole('button', { name: 'Save the rule' }).click();
    await page.getByRole('button', { name: 'Ask for approval' }).click();
    await page.getByRole('link', { name: 'Look at it' }).click();
    await page.getByRole('button', { name: 'Approve with passkey' }).click();
    await page.getByText('Done', { exact: true }).waitFor();
    await ada.open(`/a/${app}/approvals/${removal.id}`, 'Removal of a secret key: left over');
    await page.getByRole('button', { name: 'Approve with passkey' }).click();
    await page.getByRole('button', { name: 'Carry out' }).waitFor();
    await remove(`application/${app}/approval_rule`);
    await page.getByRole('button', { name: 'Carry out' }).click();
    await page.getByText('Done', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Carry out' }).count()).toBe(0);
    type Key = { readonly id: string; readonly time_revoked: number | null };
    const { data } = await customer().succeed<{ data: readonly Key[] }>('GET', '/v1/secret_key');
    expect(data.find(({ id }) => id === key.id)?.time_revoked).not.toBeNull();
  });
});
