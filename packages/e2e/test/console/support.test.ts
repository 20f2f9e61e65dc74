import { randomBytes, randomUUID } from 'node:crypto';
import { until } from '@wallet-service/test-kit/until';
import { startReceiver } from '@wallet-service/test-kit/webhook-receiver';
import { asksForSignature, consoleWorld, describeInBrowser } from './console-world.js';
import { accessibilityOf } from './person-in-browser.js';

// What support finds of a request that no policy decided about, and how people tell their sessions apart.

const hello = { message_base64: 'aGVsbG8=' };
const path = '/v2/wallet/sign/message';

describeInBrowser('support in the console', () => {
  const { customer, member } = consoleWorld();

  it('finds why a token was refused, by the trace id of the answer and among the newest', async () => {
    const { express } = customer();
    const [header, claims] = (await express.token('refused')).split('.');
    const answer = await express.post(path, `${header}.${claims}.AAAA`, 'ETH', hello);
    expect(answer.status).toBe(401);
    const support = await member('support');
    const { page, open } = support;
    await open(`/a/${customer().id}/why`, 'Why was it denied?');
    const newest = page.getByRole('region', { name: 'Refused lately without a decision' });
    await newest.getByText('The signature of the token is wrong.').waitFor();
    expect(await accessibilityOf(support)).toEqual([]);
    await page.getByLabel(/Trace id/).fill(answer.headers.get('x-trace-id') ?? '');
    await page.getByRole('button', { name: 'Find out' }).click();
    const refused = page.getByRole('region', { name: 'Refused without a decision' });
    await refused.getByText('The signature of the token is wrong.').waitFor();
    for (const text of ['auth.token-invalid', 'token-signature', `POST ${path}`, '401'])
      await refused.getByText(text, { exact: true }).waitFor();
    // Nobody has verified who the token is of.
    expect(await refused.innerText()).not.toContain('User');
    expect(await page.getByText('Nothing has this trace').count()).toBe(0);
    expect(await accessibilityOf(support)).toEqual([]);
    await page.goBack();
    await newest.getByRole('link').first().click();
    await refused.waitFor();
  });

  it('says that support sees no journal and no deliveries', async () => {
    const denied = await asksForSignature(customer(), 'mallory');
    const support = await member('support');
    const { page, open } = support;
    await open(`/a/${customer().id}/why?of=${denied.headers.get('x-trace-id')}`, 'Why was it denied?');
    await page.getByText('Your role reads no journal and no deliveries').waitFor();
    expect(await page.getByText('In the journal').count()).toBe(0);
    expect(await accessibilityOf(support)).toEqual([]);
  });

  it('finds what else refused a request of a user whose token was verified', async () => {
    const { express } = customer();
    const answer = await express.post(path, await express.token('careless'), 'ETH', { message_base64: 1 });
    expect(answer.status).toBe(422);
    const { page, open } = await member('support');
    await open(`/a/${customer().id}/why?of=careless`, 'Why was it denied?');
    const refused = page.getByRole('region', { name: 'Refused without a decision' });
    await refused.getByText(/^Not valid: .*\/message_base64/).waitFor();
    await refused.getByRole('link').first().click();
    await refused.getByText('careless', { exact: true }).waitFor();
  });

  it.each([
    ['a UUID', randomUUID()],
    ['hexadecimal as a trace', randomBytes(16).toString('hex')],
  ])('finds the denials of a user whose sub is %s', async (_form, subject) => {
    expect((await asksForSignature(customer(), subject)).status).toBe(403);
    const { page, open } = await member('support');
    const claims = page.getByRole('region', { name: 'Claims of the token' });
    await open(`/a/${customer().id}/users?subject_prefix=${subject}`, 'Users');
    await page.getByRole('link', { name: 'Denials' }).click();
    await page.getByText('It was denied').waitFor();
    await claims.getByText(subject, { exact: true }).waitFor();
    await open(`/a/${customer().id}/why`, 'Why was it denied?');
    await page.getByLabel(/Trace id/).fill(subject);
    await page.getByRole('button', { name: 'Find out' }).click();
    await page.getByText('It was denied').waitFor();
    await claims.getByText(subject, { exact: true }).waitFor();
  });

  it('says of an id that it is of no decision and of no user', async () => {
    const { page, open } = await member('support');
    await open(`/a/${customer().id}/why?of=${randomUUID()}`, 'Why was it denied?');
    await page.getByText('Nothing has this id').waitFor();
    await page.getByText(/No user has it as their sub/).waitFor();
  });

  it('leads from a wallet to its user, and to nobody whose sub begins alike', async () => {
    for (const user of ['user-1', 'user-10']) await asksForSignature(customer(), user);
    const { page, open } = await member('support');
    await open(`/a/${customer().id}/wallets?subject=user-1`, 'Wallets');
    await page.getByRole('link', { name: 'user-1', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    const names = page.getByRole('row').locator('strong');
    await names.first().waitFor();
    expect(await names.allInnerTexts()).toEqual(['user-1']);
    await page.getByRole('button', { name: 'Clear' }).click();
    await names.getByText('user-10', { exact: true }).waitFor();
  });

  it('says what is not kept, of a trace that nothing has', async () => {
    const { page, open } = await member('support');
    await open(`/a/${customer().id}/why?of=${'ab'.repeat(16)}`, 'Why was it denied?');
    await page.getByText('Nothing has this trace').waitFor();
    await page.getByText(/kept for eight days/).waitFor();
  });

  it('finds what was sent about a decision, however much was sent since', async () => {
    const receiver = await startReceiver();
    const { id } = await customer().succeed<{ id: string }>('POST', '/v1/webhook', { url: receiver.url() });
    const denied = await asksForSignature(customer(), 'mallory');
    await receiver.until(1);
    for (let at = 0; at < 210; at++) await customer().succeed('POST', `/v1/webhook/${id}/test`);
    await receiver.until(211);
    const { page, open } = await member('auditor');
    await until('the delivery', async () => {
      const trace = denied.headers.get('x-trace-id') ?? '';
      await open(`/a/${customer().id}/why?of=${trace}`, 'Why was it denied?');
      const sent = page.getByRole('region', { name: 'Sent to webhooks' });
      await sent.getByText(/signature\.denied|Nothing was sent/).waitFor();
      return (await sent.getByText('signature.denied').count()) === 1;
    });
    await receiver.close();
    await customer().succeed('DELETE', `/v1/webhook/${id}`);
  });

  it('shows which browser each session is of', async () => {
    const { page, open } = await member('developer');
    await open('/me', 'developer');
    const session = page.getByRole('region', { name: 'Sessions' }).getByRole('listitem');
    await session.getByText(/^Chrome on \w+$/).waitFor();
    await session.getByText('This one').waitFor();
    const told = await page.evaluate('navigator.userAgent');
    expect(await session.getByText(/^Chrome on/).getAttribute('title')).toBe(told);
  });
});
