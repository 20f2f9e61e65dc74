import { exportRecipient } from '../http/hpke.js';
import { consoleWorld, describeInBrowser } from './console-world.js';
import { accessibilityOf, hiddenIn } from './person-in-browser.js';

describeInBrowser('approving signatures in the console', () => {
  const { stack, customer, member } = consoleWorld();

  it('lets an owner approve exactly the signature that the page shows, and others only look', async () => {
    const condition = { field_source: 'message', field: 'content', operator: 'contains', value: 'withdraw' };
    const rule = {
      name: 'owners look',
      method: 'personal_sign',
      action: 'require_approval',
      conditions: [condition],
    };
    const policy = { name: 'withdrawals', chain: 'ETH', scope: 'GLOBAL', rules: [rule] };
    const { id } = await customer().succeed<{ id: string }>('POST', '/v1/policy', policy);
    const { express } = customer();
    const body = { message_base64: Buffer.from('withdraw 1 ether').toString('base64') };
    const sign = async () => {
      const { status } = await express.post(
        '/v2/wallet/sign/message',
        await express.token('alice'),
        'ETH',
        body,
      );
      return status;
    };
    expect(await sign()).toBe(403);
    const support = await member('support');
    await support.open(`/a/${customer().id}/signatures`, 'Signature requests');
    await support.page.getByRole('link', { name: 'Message on ETH' }).click();
    await support.page.getByText('withdraw 1 ether').waitFor();
    expect(await support.page.getByRole('button', { name: /Approve|Decline/ }).count()).toBe(0);
    const ada = await member('owner');
    await ada.open(`/a/${customer().id}/signatures`, 'Signature requests');
    await ada.page.getByRole('link', { name: 'Message on ETH' }).click();
    await ada.page.getByText('withdraw 1 ether').waitFor();
    await ada.page.getByText('Rule “owners look” of the policy withdrawals: 1 owner').waitFor();
    expect(await ada.page.getByRole('link', { name: 'withdrawals' }).getAttribute('href')).toContain(id);
    expect(await accessibilityOf(ada)).toEqual([]);
    // A gateway that shows something else than the policy service has.
    const lying = await member('owner');
    await lying.page.addInitScript(`{
      const real = fetch;
      globalThis.fetch = async (...asked) => {
        const answer = await real(...asked);
        const text = (await answer.clone().text()).replace('withdraw 1 ether', 'withdraw 0 ether');
        return text.includes('withdraw 0 ether') ? new Response(text, answer) : answer;
      };
    }`);
    await lying.open(new URL(ada.page.url()).pathname, 'Message on ETH');
    await lying.page.getByText('withdraw 0 ether').waitFor();
    await lying.page.getByRole('button', { name: 'Approve with passkey' }).click();
    await lying.page.getByText(/something else than this page shows/).waitFor();
    expect(await sign()).toBe(403);
    await ada.page.getByRole('button', { name: 'Approve with passkey' }).click();
    await ada.page.getByText('Enough owners have approved').waitFor();
    expect(await sign()).toBe(200);
    await ada.page.reload();
    await ada.page.getByText('It was signed', { exact: true }).waitFor();
    const decision = ada.page.locator('a[href*="/decisions/"]');
    const decisionId = await decision.innerText();
    // As if ten minutes had passed.
    const later = await member('owner');
    await later.page.addInitScript(`{
      const real = fetch;
      globalThis.fetch = async (...asked) => {
        const answer = await real(...asked);
        const text = (await answer.clone().text()).replace('"state":"signed"', '"state":"used"');
        return text.includes('"state":"used"') ? new Response(text, answer) : answer;
      };
    }`);
    await later.open(new URL(ada.page.url()).pathname, 'Message on ETH');
    await later.page.getByText('It was signed, and its approvals are used up').waitFor();
    expect(await later.page.getByRole('button', { name: /Approve|Decline/ }).count()).toBe(0);
    await decision.click();
    // Who approved it, with the verdict.
    const approvals = ada.page.getByRole('region', { name: 'Approvals: 1 of 1' });
    await approvals.getByText('owner', { exact: true }).waitFor();
    await approvals.getByRole('link', { name: 'What they approve' }).waitFor();
    // Support may not read the list of people, and sees who approved.
    for (const at of [
      `decisions/${decisionId}`,
      new URL(later.page.url()).pathname.split('/').slice(-2).join('/'),
    ]) {
      await support.page.goto(`${stack().consoleUrl}/a/${customer().id}/${at}`);
      await support.page
        .getByRole('region', { name: 'Approvals: 1 of 1' })
        .getByText('owner', { exact: true })
        .waitFor();
    }
    await ada.page.waitForURL((url) => url.pathname.endsWith(`/decisions/${decisionId}`));
    await ada.page.getByText('owners look').first().waitFor();
    await customer().succeed('DELETE', `/v1/policy/${id}`);
  });

  it('says of an export what would be exported, and to which key, all of which is in view', async () => {
    const rule = {
      ...{ name: 'owners look', method: 'exportPrivateKey', action: 'require_approval' },
      conditions: [{ field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: 0 }],
    };
    const policy = { name: 'exports', chain: 'ETH', scope: 'GLOBAL', rules: [rule] };
    const { id } = await customer().succeed<{ id: string }>('POST', '/v1/policy', policy);
    const { express } = customer();
    const { publicKey } = await exportRecipient();
    const body = { recipient_public_key: publicKey };
    const asked = await express.post('/v2/wallet/export', await express.token('alice'), 'ETH', body);
    const { signature_request_id: request } = asked.body as { signature_request_id: string };
    const owner = await member('owner');
    await owner.open(`/a/${customer().id}/signatures/${request}`, 'Export of the private key on ETH');
    const shown = owner.page.getByRole('region', { name: 'What would be exported' }).locator('pre');
    await shown.getByText(Buffer.from(publicKey, 'base64').toString('hex')).waitFor();
    expect(await hiddenIn(owner.page, '.json-whole')).toBe(0);
    expect(await owner.page.getByText(/would be signed/).count()).toBe(0);
    expect(await accessibilityOf(owner)).toEqual([]);
    await customer().succeed('DELETE', `/v1/policy/${id}`);
  });
});
