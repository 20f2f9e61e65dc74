import { until, untilItSucceeds } from '@wallet-service/test-kit/until';
import { operatorScreens, screens } from './all-screens.js';
import { asksForSignature, consoleWorld, describeInBrowser } from './console-world.js';
import { accept, invitationLink, type PersonInBrowser } from './person-in-browser.js';

// Somebody copies the calls of a screen into a program. All that the screen shows was asked for with them.

const patienceMs = 15_000;

/** What one call and another have in common: a page may have another size, and an attestation another nonce. */
function callOf(method: string, path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  for (const name of ['limit', 'nonce']) searchParams.delete(name);
  searchParams.sort();
  return `${method} ${pathname}?${searchParams.toString()}`;
}

/** Opens a screen, waits until it shows all that it has asked, and resolves to what it shows. */
async function showsItsCalls(
  { page, open }: PersonInBrowser,
  at: string,
  heading: string,
): Promise<readonly string[]> {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    // What the person may do is asked for on every screen.
    if (pathname.startsWith('/api/') && pathname !== '/api/v1/session')
      asked.add(callOf(request.method(), pathname.slice('/api'.length) + search));
  });
  await open(at, heading);
  const shown = async (): Promise<readonly string[]> => {
    const texts = await page.locator('.api-call pre').allTextContents();
    return texts.flatMap((text) => {
      const [, method = 'GET', path] = /^curl (?:-X (\w+) )?"\$BASE_URL([^"]+)"/.exec(text) ?? [];
      return path === undefined ? [] : [callOf(method, path)];
    });
  };
  await untilItSucceeds(async () => {
    const known = await shown();
    expect([at, [...asked].filter((one) => !known.includes(one))]).toEqual([at, []]);
  }, patienceMs);
  page.removeAllListeners('request');
  return shown();
}

describeInBrowser('API calls on the screens of the console', () => {
  const { stack, customer, member, stranger } = consoleWorld();

  it('are all that a screen asks', async () => {
    const owner = await member('owner');
    for (const [at, heading] of screens) await showsItsCalls(owner, `/a/${customer().id}/${at}`, heading);
  });

  it('are all that a screen of the installation asks', async () => {
    const opal = await stranger();
    await accept(opal, await invitationLink(stack(), 'Opal', { isOperator: true }));
    for (const [at, heading] of operatorScreens) await showsItsCalls(opal, `/operator/${at}`, heading);
  });

  it('have the journal and the deliveries of a decision, and who the user is', async () => {
    const [owner, support] = [await member('owner'), await member('support')];
    const app = customer().id;
    type Made = { readonly id: string };
    const { id: webhook } = await customer().succeed<Made>('POST', '/v1/webhook', {
      url: 'https://example.com/hook',
    });
    const denied = await asksForSignature(customer(), 'mallory');
    const trace = denied.headers.get('x-trace-id') ?? '';
    type Found = { readonly data: readonly (Made & { readonly wallet_id: string })[] };
    const query = `/v1/policy/decisions?trace_id=${trace}`;
    const [decision] = (await customer().succeed<Found>('GET', query)).data;
    await until('the entry', async () => {
      const of = `/v1/audit?wallet_id=${decision?.wallet_id ?? ''}&trace_id=${trace}`;
      return (await customer().succeed<Found>('GET', of)).data.length > 0;
    });
    const at = `/a/${app}/decisions/${decision?.id ?? ''}`;
    const deliveries = `GET /v1/webhook/${webhook}/delivery?trace_id=${trace}`;
    expect(await showsItsCalls(owner, at, 'Why?')).toContain(deliveries);
    expect(await showsItsCalls(support, at, 'Why?')).toEqual([`GET /v1/decision/${decision?.id ?? ''}?`]);
    const why = `/a/${app}/why?of=`;
    expect(await showsItsCalls(owner, why + trace, 'Why was it denied?')).toContain(deliveries);
    const ofUser = await showsItsCalls(owner, `${why}mallory`, 'Why was it denied?');
    const issuer = encodeURIComponent(customer().provider.issuer);
    expect(ofUser).toContain('GET /v1/users?subject=mallory');
    expect(ofUser).toContain(`GET /v1/policy/decisions?issuer=${issuer}&outcome=deny&subject=mallory`);
    await showsItsCalls(owner, `/a/${app}/webhooks/${webhook}`, 'Deliveries');
  });

  it('have what an operator alone sees on the overview', async () => {
    const vera = await stranger();
    await accept(vera, await invitationLink(stack(), 'Vera', { isOperator: true }));
    const headers = { 'x-service-operator-key': stack().stack.operator_key };
    const id = await vera.page.evaluate<string>(
      `fetch('/api/v1/session').then((answer) => answer.json()).then(({ person }) => person.id)`,
    );
    const answer = await fetch(`${stack().expressUrl}/v1/admin/person`, {
      ...{ method: 'POST', headers: { ...headers, 'content-type': 'application/json' } },
      body: JSON.stringify({ person_id: id, application_id: customer().id, role: 'developer' }),
    });
    expect(answer.status).toBe(201);
    const shown = await showsItsCalls(vera, `/a/${customer().id}/overview`, 'Overview');
    expect(shown).toContain('GET /v1/admin/health?');
    await vera.open(`/a/${customer().id}/policies/new`, 'New policy');
    await vera.page.getByRole('button', { name: 'Create' }).click();
    await vera.page.getByRole('heading', { level: 1, name: 'Short messages only' }).waitFor();
    const { pathname } = new URL(vera.page.url());
    await showsItsCalls(vera, pathname, 'Short messages only');
  });
});
