import { text } from 'node:stream/consumers';
import { until } from '@wallet-service/test-kit/until';
import { asksForSignature, consoleWorld, describeInBrowser } from './console-world.js';
import { accessibilityOf } from './person-in-browser.js';

// The address of a list has its filters and its page, so that a link shows what its sender saw.

describeInBrowser('lists of the console, by their addresses', () => {
  const { customer, member } = consoleWorld();

  it('leafs through past decisions, forth and back, opens a page by its address, and exports all', async () => {
    for (let sent = 0; sent < 27; sent += 1) await asksForSignature(customer(), `carol${sent % 3}`);
    const developer = await member('developer');
    const { page, open } = developer;
    await open(`/a/${customer().id}/policies/new?last=25`, 'New policy');
    const panel = page.getByRole('region', { name: 'Against past decisions' });
    const pages = panel.getByRole('navigation', { name: 'Pages of past decisions' });
    await panel.getByRole('button', { name: 'Try on past decisions' }).click();
    await panel.getByText(/of 25 would change/).waitFor();
    const decisions = async (): Promise<readonly string[]> => {
      const links = await panel.getByRole('table').getByRole('link').all();
      const paths = await Promise.all(links.map((one) => one.getAttribute('href')));
      return paths.flatMap((one) => (one?.includes('/decisions/') === true ? [one] : []));
    };
    const first = await decisions();
    expect(first.length).toBe(25);
    expect(await pages.getByRole('button', { name: 'Back' }).isDisabled()).toBe(true);
    await pages.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(/[?&]before=/);
    await panel.getByText(/of \d would change/).waitFor();
    const second = await decisions();
    expect(second.filter((one) => first.includes(one))).toEqual([]);
    expect(await accessibilityOf(developer)).toEqual([]);

    const download = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'NDJSON' }).click();
    const lines = (await text(await (await download).createReadStream())).trimEnd().split('\n');
    const ids = lines.map((line) => (JSON.parse(line) as { decision_id: string }).decision_id);
    for (const one of [...first, ...second]) expect(ids).toContain(one.split('/').at(-1));
    await panel.getByLabel('Show').selectOption('Those that change');
    const fewer = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'CSV' }).click();
    const [names, ...rows] = (await text(await (await fewer).createReadStream())).trimEnd().split('\r\n');
    expect(names).toContain('is_changed');
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.length).toBeLessThan(ids.length);
    await panel.getByLabel('Show').selectOption('All of them');

    await page.reload();
    await until('the page of the address', async () => (await decisions()).length === second.length);
    expect(await decisions()).toEqual(second);
    await pages.getByRole('button', { name: 'Back' }).click();
    await panel.getByText(/of 25 would change/).waitFor();
    expect(new URL(page.url()).search).toBe('?last=25');
    expect(await decisions()).toEqual(first);
    await pages.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(/[?&]before=/);
    await panel.getByLabel('Newest decisions').selectOption('100');
    await page.waitForURL((url) => url.search === '?last=100');
    await until('one page', async () => (await decisions()).length === ids.length);
  });

  it('filters the journal by time', async () => {
    const label = `by time ${customer().id}`;
    const { id } = await customer().succeed<{ id: string }>('POST', '/v1/secret_key', {
      ...{ label, scopes: ['read'] },
    });
    const auditor = await member('auditor');
    const { page, open } = auditor;
    type Found = {
      readonly data: readonly { readonly seq: number; readonly time_ms: number; details: unknown }[];
    };
    const entry = await until('the entry', async () => {
      const { data } = await customer().succeed<Found>('GET', '/v1/audit?order=desc');
      return data.find(({ details }) => JSON.stringify(details).includes(id));
    });
    const second = Math.floor(entry.time_ms / 1_000);
    const local = (seconds: number): Promise<string> =>
      page.evaluate<string>(
        `new Date(${seconds * 1_000} - new Date(${seconds * 1_000}).getTimezoneOffset() * 60_000)` +
          '.toISOString().slice(0, 19)',
      );
    await open(`/a/${customer().id}/journal`, 'Journal');
    await page.getByLabel('From').fill(await local(second));
    await page.getByLabel('Before').fill(await local(second + 1));
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL((url) => url.search === `?since=${second}&until=${second + 1}`);
    const row = page
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: String(entry.seq), exact: true }) });
    await row.getByText('admin.secret_key_created').waitFor();
    expect(await accessibilityOf(auditor)).toEqual([]);
    // A link shows the same, and its fields.
    await page.reload();
    await row.waitFor();
    // Browsers leave out the seconds of a whole minute.
    const from = await page.getByLabel('From').inputValue();
    expect(Date.parse(`${from}Z`)).toBe(Date.parse(`${await local(second)}Z`));
    await page.getByLabel('From').fill(await local(second + 1));
    await page.getByLabel('Before').fill('');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.waitForURL((url) => url.search === `?since=${second + 1}`);
    await row.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Clear' }).click();
    await row.waitFor();
    expect(await page.getByLabel('From').inputValue()).toBe('');
  });
});
