import { until } from '@wallet-service/test-kit/until';
import { startReceiver } from '@wallet-service/test-kit/webhook-receiver';
import { consoleWorld, describeInBrowser } from './console-world.js';
import { accept, accessibilityOf, endStepUp, invitationLink } from './person-in-browser.js';

describeInBrowser('reasons of changes', () => {
  const { stack, customer, member, stranger } = consoleWorld();

  it('asks before it revokes a key, and says what follows', async () => {
    const { page, open } = await member('owner');
    await customer().succeed('POST', '/v1/secret_key', { label: 'old server', scopes: ['read'] });
    await open(`/a/${customer().id}/keys`, 'Secret keys');
    const row = page.getByRole('row').filter({ hasText: 'old server' });
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('Every program that uses it is refused at once').waitFor();
    await page.keyboard.press('Escape');
    await row.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog').getByLabel('Reason for the journal').fill('größerer Umzug');
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await row.getByText('Revoked').waitFor();
    await until('the entry', async () => {
      await open(`/a/${customer().id}/journal`, 'Journal');
      const entry = page.getByRole('row').filter({ hasText: 'größerer Umzug' });
      return (await entry.count()) === 1 && /secret_key.*owner/s.test(await entry.innerText());
    });
    await page
      .getByRole('button', { name: /^Show entry/ })
      .first()
      .click();
    await page.getByRole('dialog').getByText('"operation"').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
  });

  it('names who made a policy, also after they have left, and keys by their labels', async () => {
    const [owner, grace] = [await member('owner'), await stranger()];
    const { id: application } = customer();
    const condition = { field_source: 'message', field: 'length', operator: 'gt', value: 1_000 };
    await accept(grace, await invitationLink(stack(), 'Grace', { application, role: 'developer' }));
    await grace.open(`/a/${application}/policies/new`, 'New policy');
    await grace.page.getByLabel('Reason for the journal').fill('limits of the shop');
    await grace.page.getByRole('button', { name: 'Create' }).click();
    await grace.page.getByRole('heading', { level: 1, name: 'Short messages only' }).waitFor();
    await customer().succeed('POST', '/v1/policy', {
      ...{ name: 'by a key', chain: 'SOL', scope: 'GLOBAL' },
      rules: [{ name: 'none', method: 'signMessage', action: 'DENY', conditions: [condition] }],
    });
    const { page, open } = owner;
    await open(`/a/${application}/members`, 'People');
    const row = page.getByRole('row').filter({ hasText: 'Grace' });
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await row.waitFor({ state: 'detached' });
    await open(`/a/${application}/journal`, 'Journal');
    const made = page.getByRole('row').filter({ hasText: 'admin.policy_created' });
    await made.filter({ hasText: 'Grace limits of the shop' }).waitFor();
    await made.filter({ hasText: /secret key/i }).waitFor();
    await open(`/a/${application}/policies`, 'Policies');
    await page.getByRole('link', { name: 'Short messages only' }).click();
    await page.getByText('Grace limits of the shop').waitFor();
  });

  it('changes a role when it is confirmed, with a reason, and not by a key that was pressed', async () => {
    const [owner, ida] = [await member('owner'), await stranger()];
    const { id: application } = customer();
    await accept(ida, await invitationLink(stack(), 'Ida', { application, role: 'owner' }));
    const { page, open } = owner;
    await open(`/a/${application}/members`, 'People');
    const role = page.getByLabel('Role of Ida');
    const dialog = page.getByRole('dialog', { name: 'Change the role of Ida?' });
    await role.press('ArrowDown');
    await dialog.getByText('From owner to developer').waitFor();
    expect(await accessibilityOf(owner)).toEqual([]);
    await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
    await dialog.waitFor({ state: 'detached' });
    expect(await role.inputValue()).toBe('owner');
    expect(await role.and(page.locator(':focus')).count()).toBe(1);
    type Member = { name: string; role: string };
    const roleInForce = async () => {
      const { data } = await customer().succeed<{ data: Member[] }>('GET', '/v1/member');
      return data.find(({ name }) => name === 'Ida')?.role;
    };
    expect(await roleInForce()).toBe('owner');
    await role.selectOption('auditor');
    await dialog.getByLabel('Reason for the journal').fill('she audits now');
    await dialog.getByRole('button', { name: 'Change role' }).click();
    await until('the role', async () => (await role.inputValue()) === 'auditor');
    expect(await roleInForce()).toBe('auditor');
    await until('the entry', async () => {
      await open(`/a/${application}/journal`, 'Journal');
      return (await page.getByRole('row').filter({ hasText: 'she audits now' }).count()) === 1;
    });
  });

  it('names an operator who changed the application, and shows operators what they did elsewhere', async () => {
    const [owner, olga] = [await member('owner'), await stranger()];
    // The journal of the installation has what the operators of other suites did.
    const { id: application } = customer();
    const [name, invited] = [`Olga ${application}`, `Ben ${application}`];
    await accept(olga, await invitationLink(stack(), name, { isOperator: true }));
    await olga.open('/operator/people', 'Everybody');
    // The console has no form for it, and the session is the browser's.
    const status = await olga.page.evaluate(
      `fetch('/api/v1/admin/application/${application}/secret_key', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-reason': 'support case 12' },
        body: '{}',
      }).then((answer) => answer.status)`,
    );
    expect(status).toBe(201);
    await owner.open(`/a/${application}/journal`, 'Journal');
    const made = owner.page.getByRole('row').filter({ hasText: 'support case 12' });
    await made.filter({ hasText: `${name}, as operator support case 12` }).waitFor();
    const signedIn = owner.page.getByRole('row').filter({ hasText: 'admin.person_signed_in' });
    await signedIn.filter({ hasText: 'owner' }).first().waitFor();
    expect(await signedIn.filter({ hasText: name }).count()).toBe(0);

    await olga.open('/operator/people', 'Everybody');
    await olga.page.getByLabel('Name').fill(invited);
    await olga.page.getByRole('button', { name: 'Invite', exact: true }).click();
    await olga.page.getByRole('button', { name: 'I have it' }).click();
    await olga.open('/operator/journal', 'Journal');
    const rows = olga.page.getByRole('row');
    await rows
      .filter({ hasText: 'admin.person_invited' })
      .filter({ hasText: `${name}, as operator` })
      .filter({ hasText: invited })
      .waitFor();
    await rows.filter({ hasText: 'admin.person_signed_in' }).filter({ hasText: name }).waitFor();
    await olga.page.getByRole('button', { name: 'Verify the journal here' }).click();
    await olga.page.getByText(/entries are in one log/).waitFor();
  });

  it('tells keys without a label apart by their ids', async () => {
    const made = async () =>
      customer().succeed<{ id: string; secret_key: string }>('POST', '/v1/secret_key', {
        scopes: ['read', 'policies'],
      });
    const keys = [await made(), await made()];
    const condition = { field_source: 'message', field: 'length', operator: 'gt', value: 1_000 };
    for (const { id, secret_key: key } of keys) {
      const answer = await fetch(`${stack().expressUrl}/v1/policy`, {
        method: 'POST',
        headers: { 'x-service-secret-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({
          ...{ name: `by ${id}`, chain: 'SOL', scope: 'GLOBAL' },
          rules: [{ name: 'none', method: 'signMessage', action: 'DENY', conditions: [condition] }],
        }),
      });
      expect(answer.status).toBe(201);
    }
    const { page, open } = await member('auditor');
    await until('both entries', async () => {
      await open(`/a/${customer().id}/journal`, 'Journal');
      const rows = page.getByRole('row').filter({ hasText: 'admin.policy_created' });
      const texts = await rows.allInnerTexts();
      return keys.every(({ id }) => texts.some((text) => text.includes(`Secret key …${id.slice(-6)}`)));
    });
  });

  type Entry = { operation: string; details: { reason: string | null } | null };
  const newestEntries = async () => {
    const { data } = await customer().succeed<{ data: Entry[] }>('GET', '/v1/audit?order=desc&limit=50');
    return data.map(({ operation, details }) => [operation, details?.reason]);
  };

  it('sends no reason of a change that the person has cancelled, or has left', async () => {
    const webhook = { url: 'https://example.com/hook' };
    const { id } = await customer().succeed<{ id: string }>('POST', '/v1/webhook', webhook);
    const { page, open } = await member('owner');
    const dialog = page.getByRole('dialog');
    await open(`/a/${customer().id}/policies/new`, 'New policy');
    await page.getByLabel('Reason for the journal').fill('a policy after all');
    // Within the page, which keeps what its scripts know.
    await page.getByRole('link', { name: 'Webhooks', exact: true }).click();
    await page.getByRole('link', { name: webhook.url }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByLabel('Reason for the journal').fill('obsolete');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await page.getByText('It is being sent').waitFor();
    // Given up when the passkey is asked for.
    await endStepUp(page, 'DELETE', `/v1/webhook/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByLabel('Reason for the journal').fill('obsolete');
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Confirm that it is you').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('You did not confirm it').waitFor();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    await until('both entries', async () => {
      const sent = (await newestEntries()).filter(([operation]) => operation === 'admin.webhook_test_sent');
      for (const [, reason] of sent) expect(reason).toBeNull();
      return sent.length === 2;
    });
    await page.getByRole('button', { name: 'Turn off' }).click();
    expect(await dialog.getByLabel('Reason for the journal').inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    await until('its entry', async () => {
      const [newest] = await newestEntries();
      return newest?.[0] === 'admin.webhook_updated' && newest[1] === null;
    });
  });

  it('asks for no reason that the journal would not have', async () => {
    const { page, open } = await member('owner');
    await open('/me', 'owner');
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByText('It no longer signs you in').waitFor();
    expect(await page.getByLabel('Reason for the journal').count()).toBe(0);
  });

  it('keeps the reason for a policy while the draft is tried', async () => {
    const { page, open } = await member('developer');
    await open(`/a/${customer().id}/policies/new`, 'New policy');
    const reason = page.getByLabel('Reason for the journal');
    await reason.fill('tried first');
    await page.getByRole('button', { name: 'Try this policy' }).click();
    await page.getByText('Whole answer').waitFor();
    expect(await reason.inputValue()).toBe('tried first');
  });

  it('takes a reason for each change of a webhook, and for fetching keys', async () => {
    const receiver = await startReceiver();
    const { id } = await customer().succeed<{ id: string }>('POST', '/v1/webhook', { url: receiver.url() });
    await customer().succeed('POST', `/v1/webhook/${id}/test`);
    await receiver.until(1);
    const owner = await member('owner');
    const { page, open } = owner;
    const change = async (button: string, reason: string) => {
      await page.getByRole('button', { name: button }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Reason for the journal').fill(reason);
      expect(await accessibilityOf(owner)).toEqual([]);
      await dialog.getByRole('button', { name: button }).click();
    };
    await open(`/a/${customer().id}/webhooks/${id}`, 'Deliveries');
    await change('Send again', 'they lost it');
    await page.getByText('It is being sent').waitFor();
    await change('New secret', 'it leaked');
    await page.getByRole('button', { name: 'I have it' }).click();
    await change('Turn off', 'maintenance');
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    await change('Turn on', 'maintenance is over');
    await page.getByRole('button', { name: 'Turn off' }).waitFor();
    await open(`/a/${customer().id}/providers`, 'Identity providers');
    await change('Fetch keys', 'a key was withdrawn');
    await page.getByText('Fetched', { exact: true }).waitFor();
    const wanted = [
      ['admin.webhook_redelivered', 'they lost it'],
      ['admin.webhook_secret_rotated', 'it leaked'],
      ['admin.webhook_updated', 'maintenance'],
      ['admin.webhook_updated', 'maintenance is over'],
      ['admin.provider_refreshed', 'a key was withdrawn'],
    ];
    await until('all entries', async () => {
      const entries = (await newestEntries()).map((one) => one.join(': '));
      return wanted.every((one) => entries.includes(one.join(': ')));
    });
    await receiver.close();
    await customer().succeed('DELETE', `/v1/webhook/${id}`);
  });
});
