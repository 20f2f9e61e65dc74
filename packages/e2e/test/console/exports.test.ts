import { text } from 'node:stream/consumers';
import { consoleWorld, describeInBrowser } from './console-world.js';
import { accessibilityOf } from './person-in-browser.js';

// Lists as files for other programs.

describeInBrowser('exports of lists in the console', () => {
  const { customer, member } = consoleWorld();

  it.each([
    [10_000, false],
    [10_001, true],
  ])('has 10,000 entries at most, and says when there are more: %s', async (count, isCut) => {
    const owner = await member('owner');
    const { page, open } = owner;
    // The list as it would be with so many decisions.
    await page.addInitScript(`{
      const real = fetch;
      globalThis.fetch = async (...asked) => {
        const answer = await real(...asked);
        if (!String(asked[0]).endsWith('/v1/policy/decisions')) return answer;
        const { data: [one] } = await answer.json();
        const data = Array.from({ length: ${count} }, (_, at) => ({ ...one, id: String(at) }));
        return new Response(JSON.stringify({ data, next: null }), answer);
      };
    }`);
    await open(`/a/${customer().id}/activity`, 'Activity');
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'NDJSON' }).click();
    const file = await text(await (await download).createReadStream());
    expect(file.trimEnd().split('\n').length).toBe(10_000);
    const dialog = page.getByRole('dialog', { name: 'The file does not have all' });
    if (isCut) {
      await dialog.getByText('the first 10,000 entries').waitFor();
      expect(await accessibilityOf(owner)).toEqual([]);
      await dialog.getByRole('button', { name: 'Close' }).click();
    }
    expect(await dialog.count()).toBe(0);
  });
});
