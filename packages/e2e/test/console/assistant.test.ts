import type { Locator, Page } from 'playwright-core';
import { consoleWorld, describeInBrowser } from './console-world.js';
import { startPeopleOidcProvider } from './people-oidc-provider.js';

/** What the assistant says of a claim, a header or the keys. */
const finding = (page: Page, what: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByText(what, { exact: true }) });

describeInBrowser('the assistant for tokens and issuers', () => {
  const { stack, customer, member } = consoleWorld();

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

  it('sees the keys of an issuer that publishes them', async () => {
    const { issuer, close } = await startPeopleOidcProvider();
    const { page, open } = await member('owner');
    await open(`/a/${customer().id}/providers`, 'Identity providers');
    await page.getByText('Would this token be taken?').click();
    await page.getByLabel(/Paste a token/).fill(issuer);
    await finding(page, 'iss').getByText('Refused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'See what it publishes' }).click();
    const found = finding(page, 'keys');
    await found.getByText('Found', { exact: true }).waitFor();
    expect(await found.innerText()).toContain(`At ${issuer}/jwks: one (ES256).`);
    await close();
  });

  it('says which claim of a token is wrong, and why, and keeps the token in the page', async () => {
    const { page, open, context } = await member('developer');
    await open(`/a/${customer().id}/providers`, 'Identity providers');
    const fitting = await customer().express.token('alice');
    // The page does not check the signature.
    const [header, claims = '', signature] = fitting.split('.');
    const known = JSON.parse(Buffer.from(claims, 'base64url').toString()) as object;
    const others = Buffer.from(JSON.stringify({ ...known, aud: 'another' })).toString('base64url');
    const token = [header, others, signature].join('.');
    await page.getByText('Would this token be taken?').click();
    const sent: string[] = [];
    context.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`));
    await page.getByLabel(/Paste a token/).fill(token);
    const wrong = finding(page, 'aud');
    await wrong.getByText('Refused', { exact: true }).waitFor();
    expect(await wrong.innerText()).toContain(
      `It has another, and the provider expects ${stack().stack.demo_provider.audience} in aud.`,
    );
    for (const right of ['alg', 'iss', 'sub', 'exp'])
      await finding(page, right).getByText('Fits', { exact: true }).waitFor();
    await page.getByLabel(/Paste a token/).fill(fitting);
    await finding(page, 'aud').getByText('Fits', { exact: true }).waitFor();
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
