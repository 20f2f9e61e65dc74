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
    await ada.page.getByText('The rule holds').waitFor();
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
});
