import { until } from '@wallet-service/test-kit/until';
import { accept, startReceiver, status } from '@wallet-service/test-kit/webhook-receiver';
import { asksForSignature, consoleWorld, describeInBrowser } from './console-world.js';
import { accessibilityOf } from './person-in-browser.js';

// What somebody sees who debugs a receiver of webhooks.

describeInBrowser('the attempts at a delivery in the console', () => {
  const { customer, member } = consoleWorld();

  it('are shown beside its body, also from before it was sent again', async () => {
    const receiver = await startReceiver();
    receiver.answerWith(status(500));
    const { id } = await customer().succeed<{ id: string }>('POST', '/v1/webhook', { url: receiver.url() });
    await customer().succeed('POST', `/v1/webhook/${id}/test`);
    const developer = await member('developer');
    const { page, open } = developer;
    await open(`/a/${customer().id}/webhooks/${id}`, 'Deliveries');
    await page.getByRole('cell', { name: 'answers with status 500' }).waitFor();
    receiver.answerWith(accept);
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
    await page.getByRole('cell', { name: 'Delivered' }).waitFor();
    await page.getByRole('button', { name: /^Show event/ }).click();
    const attempts = page.getByRole('list', { name: 'Attempts, newest first' });
    await attempts.waitFor();
    const told = await attempts.getByRole('listitem').allInnerTexts();
    // A slow browser may see more of them, by the retry after 5 seconds.
    expect([told[0], told.at(-1)]).toEqual([
      expect.stringMatching(/^204 delivered\s+Today, .+ took \d+ ms$/),
      expect.stringMatching(/^500 answers with status 500\s+Today, .+ took \d+ ms$/),
    ]);
    expect(await accessibilityOf(developer)).toEqual([]);
    await receiver.close();
    await customer().succeed('DELETE', `/v1/webhook/${id}`);
  });

  it('are shown beside the decision that it tells of', async () => {
    const receiver = await startReceiver();
    receiver.answerWith(status(503));
    const { id } = await customer().succeed<{ id: string }>('POST', '/v1/webhook', { url: receiver.url() });
    const denied = await asksForSignature(customer(), 'mallory');
    await receiver.until(1);
    const trace = denied.headers.get('x-trace-id') ?? '';
    const auditor = await member('auditor');
    const { page, open } = auditor;
    const row = page.locator('.rows li').filter({ hasText: receiver.url() });
    await until('the attempt', async () => {
      await open(`/a/${customer().id}/why?of=${trace}`, 'Why was it denied?');
      await page.getByRole('heading', { name: 'Sent to webhooks' }).waitFor();
      await page.waitForLoadState('networkidle');
      if ((await row.count()) === 0) return false;
      await row.getByText('Attempts', { exact: true }).click();
      return (await row.getByText('answers with status 503').count()) > 0;
    });
    expect(await accessibilityOf(auditor)).toEqual([]);
    // Its delivery is found among others by the trace.
    await customer().succeed('POST', `/v1/webhook/${id}/test`);
    await open(`/a/${customer().id}/webhooks/${id}`, 'Deliveries');
    const sent = page.getByRole('region', { name: 'Deliveries' }).getByRole('row');
    expect(await sent.count()).toBe(3);
    await page.getByLabel('Trace id').fill(trace);
    await page.getByRole('button', { name: 'Filter' }).click();
    await until('the filtered list', async () => (await sent.count()) === 2);
    await sent.getByText('signature.denied').waitFor();
    await receiver.close();
    await customer().succeed('DELETE', `/v1/webhook/${id}`);
  });
});
