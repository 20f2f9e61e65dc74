import { Registry } from 'prom-client';
import { gaugeOf, type Reading } from './gauge-of.js';

describe('gaugeOf', () => {
  async function page(read: () => Reading | Promise<Reading>, labels?: string[]): Promise<string> {
    const registry = new Registry();
    gaugeOf(registry, { name: 'g', help: 'h', ...(labels && { labels }) }, read);
    return registry.metrics();
  }

  it('shows the current reading', async () => {
    expect(await page(() => 3)).toContain('g 3');
    expect(await page(() => Promise.resolve([{ labels: { a: 'x' }, value: 2 }]), ['a'])).toContain(
      'g{a="x"} 2',
    );
  });

  it.each([
    ['cannot be read', () => Promise.reject(new Error('the database is away'))],
    [
      'fails at once',
      () =>
        Reflect.apply(
          () => {
            throw new Error('no');
          },
          undefined,
          [],
        ) as number,
    ],
    ['is not read in time', () => new Promise<number>(() => undefined)],
  ])('shows nothing when it %s, and leaves the rest of the page', async (_, read) => {
    const text = await page(read);
    expect(text).toContain('# TYPE g gauge');
    expect(text).not.toMatch(/^g/m);
  });

  it('forgets labels that no longer exist', async () => {
    const registry = new Registry();
    const readings = [[{ labels: { a: 'x' }, value: 1 }], [{ labels: { a: 'y' }, value: 1 }]];
    gaugeOf(registry, { name: 'g', help: 'h', labels: ['a'] }, () => readings.shift() ?? []);
    await registry.metrics();
    expect(await registry.metrics()).not.toContain('"x"');
  });
});
