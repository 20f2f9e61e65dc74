import { until } from '@wallet-service/test-kit/until';
import { startReceiver } from '@wallet-service/test-kit/webhook-receiver';
import { asksForSignature, consoleWorld, describeInBrowser } from './console-world.js';
import { accept, accessibilityOf, endStepUp } from './person-in-browser.js';

// What people come to the console for, in Chromium on a running stack.

const short = {
  ...{ name: 'short', method: 'personal_sign', action: 'ALLOW' },
  conditions: [{ field_source: 'message', field: 'length', operator: 'lt', value: 9 }],
};

describeInBrowser('a person who uses the console', () => {
  const { stack, customer, member, stranger } = consoleWorld();

  it('says why a signature was denied, and what the journal has of it', async () => {
    const { page, open } = await member('auditor');
    await open(`/a/${customer().id}/activity?outcome=deny`, 'Activity');
    await page.getByRole('link', { name: 'Why?' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Why?' }).waitFor();
    await page.getByText('default_action').first().waitFor();
    await page.getByRole('heading', { name: 'In the journal' }).waitFor();
    await page
      .getByText(/^denied_by_policy|^denied|policy\.denied/)
      .first()
      .waitFor();
    await page.getByText('Entry', { exact: true }).first().click();
    await page.getByText('"operation": "message"').first().waitFor();
  });

  it('says why, from the trace id of an answer', async () => {
    const { page, open } = await member('support');
    const denied = await asksForSignature(customer(), 'mallory');
    await open(`/a/${customer().id}/why`, 'Why was it denied?');
    await page.getByLabel(/Trace id/).fill(denied.headers.get('x-trace-id') ?? '');
    await page.getByRole('button', { name: 'Find out' }).click();
    await page.getByText('It was denied').waitFor();
    await page.getByText('default_action').first().waitFor();
    const claims = page.getByRole('region', { name: 'Claims of the token' });
    await claims.getByText('mallory', { exact: true }).waitFor();
    await claims.getByText(customer().provider.issuer).waitFor();
  });

  it('says why, from a user', async () => {
    const { page, open } = await member('support');
    await asksForSignature(customer(), 'mallory');
    await open(`/a/${customer().id}/users?subject_prefix=mal`, 'Users');
    await page.getByRole('link', { name: 'Denials' }).click();
    await page.getByText('Newest denials of this user').waitFor();
    await page
      .getByRole('link', { name: /Denied/ })
      .first()
      .click();
    await page.getByText('default_action').first().waitFor();
    await page.getByRole('region', { name: 'Claims of the token' }).getByText('mallory').waitFor();
  });

  it('adds a webhook, and sends it a test event', async () => {
    const receiver = await startReceiver();
    const { page, open } = await member('developer');
    await open(`/a/${customer().id}/webhooks`, 'Webhooks');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await page.getByLabel('URL', { exact: true }).fill(receiver.url());
    await page.getByLabel('policy.changed').check();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await page.getByLabel('Shown only now').inputValue()).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('link', { name: receiver.url() }).click();
    await page.getByRole('button', { name: 'Send a test event' }).click();
    const [received] = await receiver.until(1);
    expect(received?.event.type).toBe('webhook.test');
    await until('the delivery', async () => {
      await page.reload();
      await page.getByRole('cell', { name: 'webhook.test' }).waitFor();
      return (await page.getByRole('cell', { name: 'Delivered' }).count()) > 0;
    });
    await receiver.close();
  });

  it('shows a new decision by itself', async () => {
    const { page, open } = await member('auditor');
    await open(`/a/${customer().id}/overview`, 'Overview');
    await page.getByText('Live', { exact: true }).waitFor();
    const denials = page.locator('.rows li');
    const before = await denials.count();
    expect((await asksForSignature(customer(), 'eve')).status).toBe(403);
    await until('the new denial', async () => (await denials.count()) > before);
  });

  it('asks for a passkey before a change, when the last confirmation is too old', async () => {
    const { page, open, context } = await member('owner');
    const [cookie] = await context.cookies();
    expect(cookie).toMatchObject({
      name: '__Host-session',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
    });
    await endStepUp(page, 'POST', '/v1/policy');
    await open(`/a/${customer().id}/policies/new`, 'New policy');
    await page.getByRole('button', { name: 'Try this policy' }).click();
    await page.getByRole('status').getByText('Allowed').waitFor();
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await page.getByRole('heading', { level: 1, name: 'Short messages only' }).waitFor();
    const { data } = await customer().succeed<{
      data: { operation: string; details: { actor: { kind: string } } }[];
    }>('GET', '/v1/audit?after=0&wallet_id=00000000-0000-0000-0000-000000000000');
    const created = data.find(({ operation }) => operation === 'admin.policy_created');
    expect(created?.details.actor.kind).toBe('person');
  });

  it('tries a draft on past decisions, with its filters in the URL, and leads to the decision', async () => {
    const owner = await member('owner');
    const { page, open } = owner;
    await open(`/a/${customer().id}/policies/new`, 'New policy');
    const panel = page.getByRole('region', { name: 'Against past decisions' });
    await panel.getByLabel('Newest decisions').selectOption('25');
    await panel.getByLabel('Outcome then').selectOption('deny');
    expect(new URL(page.url()).search).toBe('?last=25&was=deny');
    await panel.getByRole('button', { name: 'Try on past decisions' }).click();
    await panel.getByText(/^([1-9]\d*) of \1 would change/).waitFor();
    await panel.getByText(/from denied to allowed\./).waitFor();
    const row = panel.getByRole('row').nth(1);
    expect(await row.innerText()).toMatch(/Denied[^]*Allowed[^]*Changes[^]*short of this draft/);
    expect(await accessibilityOf(owner)).toEqual([]);
    await row.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: 'Why?' }).waitFor();
  });

  it('shows conflicts of policies, which lead to the policies that they name', async () => {
    const rules = [{ ...short, action: 'DENY' }, short];
    const made = { name: 'Contradiction', chain: 'ETH', scope: 'GLOBAL', rules };
    const { id } = await customer().succeed<{ id: string }>('POST', '/v1/policy', made);
    const auditor = await member('auditor');
    const { page, open } = auditor;
    await open(`/a/${customer().id}/policies`, 'Policies');
    await page.getByRole('link', { name: 'Conflicts' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Contradiction' }).first();
    await row.getByText('Never decides').waitFor();
    expect(await accessibilityOf(auditor)).toEqual([]);
    await page.getByLabel('Kind').selectOption('Reaches nobody');
    await page.getByText('Nothing fits this filter').waitFor();
    expect(new URL(page.url()).searchParams.get('kind')).toBe('policy.step-up-reaches-nobody');
    await page.getByLabel('Kind').selectOption('Never decides');
    await row.getByRole('link', { name: 'Contradiction', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Contradiction' }).waitFor();
    await customer().succeed('DELETE', `/v1/policy/${id}`);
  });

  it('shows a new secret key once, and keeps no secret in the browser', async () => {
    const { page, open } = await member('owner');
    await open(`/a/${customer().id}/keys`, 'Secret keys');
    await page.getByLabel('Label').fill('from the console');
    await page.getByRole('checkbox', { name: 'read' }).check();
    await page.getByRole('button', { name: 'Make a key' }).click();
    const secret = await page.getByLabel('Shown only now').inputValue();
    expect(secret).toMatch(/^sk_/);
    for (let press = 0; press < 4; press += 1) await page.keyboard.press('Escape');
    expect(await page.getByLabel('Shown only now').isVisible()).toBe(true);
    await page.getByRole('button', { name: 'I have it' }).click();
    await page.getByRole('cell', { name: 'from the console' }).waitFor();
    const kept = await page.evaluate<string[]>(
      '[JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage }), document.cookie, ' +
        'document.documentElement.innerHTML, location.href]',
    );
    for (const text of kept) expect(text).not.toMatch(/sk_[0-9a-f]{32}_|ses_|inv_/);
  });

  it('can be used by keyboard alone: signing in, and filtering', async () => {
    const owner = await member('owner');
    const { page } = owner;
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'Wallet console' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Screens' }).waitFor();
    await owner.open(`/a/${customer().id}/activity`, 'Activity');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByLabel('Issuer').focus();
    await page.keyboard.type(customer().provider.issuer);
    await page.keyboard.press('Tab');
    await page.keyboard.type('mallory');
    await page.keyboard.press('Enter');
    await page.waitForURL(/subject=mallory/);
    await page.getByRole('cell', { name: 'Denied' }).first().waitFor();
    // The rows of before stay until the answer is here.
    const allowed = page.getByRole('cell', { name: 'Allowed' });
    await until('the filtered rows', async () => (await allowed.count()) === 0);
  });

  afterEach(async () => {
    const headers = { 'x-service-operator-key': stack().stack.operator_key };
    const url = `${stack().expressUrl}/v1/admin/application/${customer().id}/approval_rule`;
    expect((await fetch(url, { method: 'DELETE', headers })).status).toBe(204);
  });

  it('lets two owners approve what one of them wants to change', async () => {
    const [ada, ben] = [await member('owner'), await member('owner')];
    await ada.open(`/a/${customer().id}/approvals`, 'Approvals');
    await ada.page.getByLabel('Owners who must approve').selectOption('2');
    await ada.page.getByLabel('policies').check();
    await ada.page.getByRole('button', { name: 'Save the rule' }).click();
    await ada.page.getByText('Saved.').waitFor();
    await ada.open(`/a/${customer().id}/policies/new`, 'New policy');
    await ada.page.getByRole('button', { name: 'Create' }).click();
    await ada.page.getByLabel(/^Why/).fill('for the sale');
    await ada.page.getByRole('button', { name: 'Ask for approval' }).click();
    await ada.page.getByRole('link', { name: 'Look at it' }).click();
    await ada.page.getByRole('heading', { level: 1, name: 'New policy: Short messages only' }).waitFor();
    await ada.page.getByText('for the sale').first().waitFor();
    expect(await accessibilityOf(ada)).toEqual([]);
    await ada.page.getByRole('button', { name: 'Approve with passkey' }).click();
    await ada.page.getByText('Approvals: 1 of 2').waitFor();
    expect(await ada.page.getByRole('button', { name: 'Approve with passkey' }).count()).toBe(0);
    // A gateway that shows another change than identity has.
    const lying = await member('owner');
    await lying.page.addInitScript(`{
      const real = fetch;
      globalThis.fetch = async (...asked) => {
        const answer = await real(...asked);
        const text = (await answer.clone().text()).replaceAll('Short messages only', 'Long messages only');
        return text.includes('Long messages only') ? new Response(text, answer) : answer;
      };
    }`);
    await lying.open(new URL(ada.page.url()).pathname, 'New policy: Long messages only');
    await lying.page.getByRole('button', { name: 'Approve with passkey' }).click();
    await lying.page.getByText(/something else than this page shows/).waitFor();
    await ben.open(`/a/${customer().id}/approvals`, 'Approvals');
    expect(await accessibilityOf(ben)).toEqual([]);
    await ben.page.getByRole('link', { name: 'New policy' }).click();
    await ben.page.getByRole('button', { name: 'Approve with passkey' }).click();
    await ben.page.getByText('Done', { exact: true }).waitFor();
    await ben.open(`/a/${customer().id}/policies`, 'Policies');
    await ben.page.getByRole('link', { name: 'Short messages only' }).first().waitFor();
  });

  it('verifies the journal in the browser', async () => {
    const { page, open } = await member('auditor');
    await open(`/a/${customer().id}/journal`, 'Journal');
    await page.getByRole('button', { name: 'Verify the journal here' }).click();
    await page.getByText(/\d+ entries are in one log/).waitFor();
  });

  it('invites a person, who gets in with the link once', async () => {
    const owner = await member('owner');
    await owner.open(`/a/${customer().id}/members`, 'People');
    await owner.page.getByLabel('Name').fill('Ben');
    await owner.page.getByRole('button', { name: 'Invite' }).click();
    const link = await owner.page.getByLabel('Shown only now').inputValue();
    const rowOfBen = owner.page.getByRole('row').filter({ hasText: 'Ben' });
    await rowOfBen.getByText(/^Invited until/).waitFor();
    const ben = await stranger();
    await accept(ben, link);
    await ben.page.getByText('Ben').first().waitFor();
    expect(ben.page.url()).not.toContain('inv_');
    await owner.open(`/a/${customer().id}/members`, 'People');
    await rowOfBen.getByText('Active', { exact: true }).waitFor();
    const late = await stranger();
    await late.page.goto(link);
    await late.page.getByText(/not valid, was used, or has expired/).waitFor();
  });
});
