import { consoleWorld, describeInBrowser } from './console-world.js';

describeInBrowser('the assistant for tokens and issuers', () => {
  const { customer, member } = consoleWorld();

  it('sees what an issuer publishes before it is registered, or why it cannot be used', async () => {
    const { page, open } = await member('auditor');
    await open(`/a/${customer().id}/providers`, 'Identity providers');
    await page.getByText('Would this token be taken?').click();
    const [origin = ''] = customer().provider.issuer.split('?');
    // Another spelling of the demo provider is another issuer, which it does not name itself.
    await page.getByLabel(/Paste a token/).fill(origin.replace('127.0.0.1', 'localhost'));
    await page.getByRole('button', { name: 'See what it publishes' }).click();
    await page
      .getByRole('alert')
      .getByText(/issuer/)
      .first()
      .waitFor();
  });

  it('says which claim of a token is wrong, and keeps the token in the page', async () => {
    const { page, open, context } = await member('developer');
    await open(`/a/${customer().id}/providers`, 'Identity providers');
    const token = await customer().express.token('alice', { audience: 'another' });
    await page.getByText('Would this token be taken?').click();
    const sent: string[] = [];
    context.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.getByLabel(/Paste a token/).fill(token);
    await page.getByText('iss', { exact: true }).waitFor();
    expect(sent.join()).not.toContain(token.slice(0, 20));
  });

  it('says of a signer without hardware that only it says so, and keeps what is pinned', async () => {
    const { page, open } = await member('auditor');
    await open(`/a/${customer().id}/attestation`, 'Attestation');
    await page.getByText('Stated by the signer alone').first().waitFor();
    await page.getByLabel('PCRs (JSON)').fill('{ "0": "ab" }');
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.getByText(/Measurements are SHA-384/).waitFor();
    await page.getByLabel('PCRs (JSON)').fill(`{ "0": "${'ab'.repeat(48)}" }`);
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await page.getByText('1 pinned').waitFor();
    await page.getByText('It runs without hardware that could prove what is pinned.').first().waitFor();
    await page.getByRole('button', { name: 'Switch to dark' }).first().click();
    await page.reload();
    await page.getByText('1 pinned').waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await page.getByRole('button', { name: 'Unpin' }).click();
    await page.getByText('Stated by the signer alone').first().waitFor();
    await page.reload();
    await page.getByText('None', { exact: true }).waitFor();
  });
});
