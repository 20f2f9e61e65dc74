import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@wallet-service/local-stack';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import { operatorScreens, screens } from './all-screens.js';
import { walk } from './by-keyboard.js';
import { describeInBrowser, ownConsoleWorld } from './console-world.js';
import {
  accept,
  accessibilityOf,
  allPartsOf,
  endStepUp,
  hiddenIn,
  invitationLink,
  type BrowserOptions,
  type PersonInBrowser,
} from './person-in-browser.js';
import { recordScreens, type RecordScreen } from './record-screens.js';

// People use the console in a browser, so a browser uses it here: Chromium, on a running stack. Passkeys are real.
// CONSOLE_SCREENSHOTS=1 writes those of the guide.

const pictures =
  process.env['CONSOLE_SCREENSHOTS'] === '1' ? path.join(repositoryRoot(), 'docs/console') : undefined;

describeInBrowser('the screens of the console', () => {
  const { stack, customer, member, stranger } = ownConsoleWorld();

  let records: readonly RecordScreen[];
  beforeAll(async () => {
    records = await recordScreens(stack(), customer());
  });

  /** It is readable for everybody, and no wider than the window. */
  async function expectReadable(person: PersonInBrowser, name: string): Promise<void> {
    // In the dark only colours are others.
    const rules = name.endsWith('-dark') ? ['color-contrast'] : undefined;
    expect([name, await accessibilityOf(person, rules)]).toEqual([name, []]);
    const { scroll, width } = await person.page.evaluate<{ scroll: number; width: number }>(
      '({ scroll: document.documentElement.scrollWidth, width: innerWidth })',
    );
    expect([name, scroll <= width]).toEqual([name, true]);
  }

  async function look(person: PersonInBrowser, name: string): Promise<void> {
    await expectReadable(person, name);
    if (pictures !== undefined) await person.page.screenshot({ path: path.join(pictures, `${name}.png`) });
  }

  const looks: readonly (readonly [string, BrowserOptions])[] = [
    ['light', { theme: 'light' }],
    ['dark', { theme: 'dark' }],
    ['phone', { theme: 'light', width: 390 }],
  ];
  it.each(looks)('shows an owner every screen, readable for everybody: %s', async (name, options) => {
    const owner = await member('owner', options);
    for (const [at, heading] of screens) {
      await owner.open(`/a/${customer().id}/${at}`, heading);
      await look(owner, `${at.replace('/', '-')}-${name}`);
    }
    for (const [at, heading, picture] of records) {
      await owner.open(`/a/${customer().id}/${at}`, heading);
      await look(owner, `${picture}-${name}`);
    }
    await owner.open('/me', 'owner');
    await look(owner, `me-${name}`);
  });

  it.each(looks)(
    'shows an operator the installation, readable for everybody, by keyboard as well: %s',
    async (name, options) => {
      const opal = await stranger(options);
      await accept(opal, await invitationLink(stack(), 'Opal', { isOperator: true }));
      for (const [at, heading] of operatorScreens) {
        await opal.open(`/operator/${at}`, heading);
        await look(opal, `operator-${at}-${name}`);
        if (name === 'light') expect([at, await walk(opal)]).toEqual([at, []]);
      }
    },
  );

  it.each(looks)('lets a person in, readable for everybody: %s', async (name, options) => {
    const paul = await stranger(options);
    const { page } = paul;
    await paul.open('/sign-in', 'Wallet console');
    await look(paul, `sign-in-${name}`);
    const link = await invitationLink(stack(), 'Paul', { isOperator: true });
    await page.goto(link);
    await page.getByRole('heading', { level: 1, name: 'Welcome, Paul' }).waitFor();
    await look(paul, `invitation-${name}`);
    await page.getByRole('button', { name: 'Make a passkey' }).click();
    await page.getByText('You have a role in no application yet').waitFor();
    await expectReadable(paul, `home-of-nobody-${name}`);
    await giveRole('Paul', 'auditor');
    await paul.open('/', 'Applications');
    await page.getByRole('main').getByRole('link', { name: 'demo' }).waitFor();
    await look(paul, `home-${name}`);
    const late = await stranger(options);
    await late.page.goto(link);
    await late.page.getByText(/not valid, was used, or has expired/).waitFor();
    await expectReadable(late, `invitation-used-${name}`);
  });

  it.each(looks)('asks, and shows secrets, readable for everybody: %s', async (name, options) => {
    const owner = await member('owner', options);
    const { page, open } = owner;
    const expectReadableDialog = async (title: string): Promise<void> => {
      await page.getByRole('dialog', { name: title }).waitFor();
      await expectReadable(owner, `${title}-${name}`);
      expect([title, await hiddenIn(page, 'dialog')]).toEqual([title, 0]);
    };
    await endStepUp(page, 'POST', '/v1/secret_key');
    await open(`/a/${customer().id}/keys`, 'Secret keys');
    await page.getByRole('checkbox', { name: 'read' }).check();
    await page.getByRole('button', { name: 'Make a key' }).click();
    await expectReadableDialog('Confirm that it is you');
    await page.getByRole('button', { name: 'Use passkey' }).click();
    await expectReadableDialog('The new secret key');
    await page.getByRole('button', { name: 'I have it' }).click();
    await open(`/a/${customer().id}/webhooks`, 'Webhooks');
    await page.getByRole('button', { name: 'Add a webhook' }).click();
    await expectReadableDialog('Add a webhook');
  });

  /** To the newest person of this name. */
  async function giveRole(person: string, role: string): Promise<void> {
    const headers = { 'x-service-operator-key': stack().stack.operator_key };
    const url = `${stack().expressUrl}/v1/admin/person`;
    const { data } = await expectJson<{ data: readonly { id: string; name: string }[] }>(url, { headers });
    const { id } = data.findLast(({ name }) => name === person) ?? {};
    const body = { person_id: id, application_id: customer().id, role };
    await expectJson(url, { method: 'POST', headers, body });
  }

  it('lets an operator see the installation, and other people not', async () => {
    const olga = await stranger();
    await accept(olga, await invitationLink(stack(), 'Olga', { isOperator: true }));
    await olga.open('/operator/applications', 'Applications');
    await olga.page.getByRole('cell', { name: 'demo' }).waitFor();
    await olga.open('/operator/people', 'Everybody');
    await olga.page.getByRole('cell', { name: 'Olga' }).waitFor();
    expect(await accessibilityOf(olga)).toEqual([]);
    await olga.open('/operator/health', 'Health');
    await olga.page
      .getByRole('row', { name: /^signer Serving .* ready$/ })
      .first()
      .waitFor();
    await olga.page.getByText(/All \d+ processes serve/).waitFor();
    await olga.page
      .getByRole('row')
      .filter({ hasText: new URL(stack().consoleUrl).host })
      .waitFor();
    expect(await accessibilityOf(olga)).toEqual([]);
    await olga.open('/operator/key-sets', 'Key sets');
    await olga.page.getByRole('cell', { name: 'Fresh' }).first().waitFor();
    expect(await accessibilityOf(olga)).toEqual([]);
    await olga.open('/me', 'Olga');
    const owner = await member('owner');
    await owner.open('/operator/people', 'Everybody');
    await owner.page.getByText('You have no access here').waitFor();
    for (const [at, heading] of [
      ['health', 'Health'],
      ['key-sets', 'Key sets'],
    ] as const) {
      await owner.open(`/operator/${at}`, heading);
      await owner.page.getByText('You have no access here').waitFor();
    }
  });

  it('shows the health of processes on the overview, to an operator alone', async () => {
    const vera = await stranger();
    await accept(vera, await invitationLink(stack(), 'Vera', { isOperator: true }));
    await giveRole('Vera', 'auditor');
    await vera.open(`/a/${customer().id}/overview`, 'Overview');
    await vera.page.getByText(/All \d+ processes serve/).waitFor();
    expect(await accessibilityOf(vera)).toEqual([]);
    await vera.page.getByRole('link', { name: 'Health of each' }).click();
    await vera.page.getByRole('heading', { level: 1, name: 'Health' }).waitFor();
    const auditor = await member('auditor');
    await auditor.open(`/a/${customer().id}/overview`, 'Overview');
    expect(await auditor.page.getByText('processes serve').count()).toBe(0);
  });

  it('loads each screen in less than 200 KiB', async () => {
    const owner = await member('owner');
    const opal = await stranger();
    await accept(opal, await invitationLink(stack(), 'Opal', { isOperator: true }));
    const tooLarge: unknown[] = [];
    for (const [at, heading] of [...screens, ...records]) {
      const bytes = await firstLoad(owner, `/a/${customer().id}/${at}`, heading);
      if (bytes > 200 * 1_024) tooLarge.push([at, bytes]);
    }
    for (const [at, heading] of operatorScreens) {
      const bytes = await firstLoad(opal, `/operator/${at}`, heading);
      if (bytes > 200 * 1_024) tooLarge.push([at, bytes]);
    }
    expect(tooLarge).toEqual([]);
  });

  /** The bytes that a browser without a cache asks for until the screen is there. */
  async function firstLoad({ context }: PersonInBrowser, at: string, heading: string): Promise<number> {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.setCacheDisabled', { cacheDisabled: true });
    let bytes = 0;
    page.on('response', (response) => {
      bytes += Number(response.headers()['content-length'] ?? 0);
    });
    await page.goto(stack().consoleUrl + at);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await allPartsOf(page);
    await page.close();
    expect([at, bytes > 100 * 1_024]).toEqual([at, true]);
    return bytes;
  }

  it('logs no session', async () => {
    const { open, context } = await member('auditor');
    await open(`/a/${customer().id}/overview`, 'Overview');
    const [cookie] = await context.cookies();
    const secret = cookie?.value.slice(-43) ?? '';
    expect(secret).toHaveLength(43);
    for (const file of readdirSync(stack().logsDir))
      expect(readFileSync(path.join(stack().logsDir, file), 'utf8')).not.toContain(secret);
  });
});
