import { until } from '@wallet-service/test-kit/until';
import { screens } from './all-screens.js';
import { consoleWorld, describeInBrowser } from './console-world.js';
import { allPartsOf, type PersonInBrowser } from './person-in-browser.js';
import { recordScreens } from './record-screens.js';

// What the screens offer to each role, as docs/guides/people.md says. Owners are here too: what is offered to nobody is
// not missed either.

const roles = ['owner', 'developer', 'auditor', 'support'] as const;
type Role = (typeof roles)[number];

const owners: readonly Role[] = ['owner'];
const changers: readonly Role[] = ['owner', 'developer'];
/** The buttons that change something, and who has them. The other screens have none. */
const writes: Readonly<Record<string, readonly [who: readonly Role[], ...buttons: readonly string[]]>> = {
  policies: [changers, 'New policy'],
  'policies/new': [changers, 'Create'],
  policy: [changers, 'Delete', 'Save'],
  providers: [owners, 'Add a provider', 'Delete', 'Fetch keys'],
  webhooks: [changers, 'Add a webhook'],
  deliveries: [changers, 'Delete', 'New secret', 'Send a test event', 'Send again', 'Turn off'],
  keys: [owners, 'Make a key', 'Revoke'],
  approvals: [owners, 'Save the rule'],
  approval: [owners, 'Approve with passkey', 'Decline'],
  signature: [owners, 'Approve with passkey', 'Decline'],
  members: [owners, 'Invite', 'Remove'],
  settings: [changers, 'Discard', 'Save'],
};
/** What only shows, tries or exports, or keeps something in this browser alone. */
const reads = [
  ...[/^(Back|Next|Filter|CSV|NDJSON|Conflicts|Find out|Try again|Ask again|Pin)$/, /^(Copy|Show) /],
  ...[/^Try (this policy|on past decisions)$/, /^Verify the journal here$/, /^What a rule can say$/],
];
/** Every field of these changes something. */
const forms = ['approvals', 'keys', 'members', 'settings'];

/** Support sees these alone. A new policy asks the service for nothing before it is tried. */
const ofSupport = [
  ...['overview', 'activity', 'why', 'users', 'wallets', 'signatures', 'attestation'],
  ...['decision', 'signature', 'policies/new'],
];
/** What the screen of a record is called for who may not see it. */
const unseenRecords: Readonly<Record<string, string>> = { policy: 'Policy', approval: 'Approval' };

describeInBrowser('the roles in the console', () => {
  const { stack, customer, member } = consoleWorld();

  let shown: readonly { readonly at: string; readonly heading: string; readonly name: string }[];
  beforeAll(async () => {
    const records = await recordScreens(stack(), customer());
    shown = [
      ...screens.map(([at, heading]) => ({ at, heading, name: at })),
      ...records.map(([at, heading, name]) => ({ at, heading, name })),
    ];
    const { at: webhook } = shown.find(({ name }) => name === 'deliveries') ?? {};
    await until('a delivery', async () => {
      const path = `/v1/${webhook?.replace('webhooks', 'webhook')}/delivery`;
      return (await customer().succeed<{ readonly data: readonly unknown[] }>('GET', path)).data.length > 0;
    });
  });

  it.each(roles)('offers what the role may do, and nothing else: %s', async (role) => {
    const person = await member(role);
    const maySee = (name: string): boolean => role !== 'support' || ofSupport.includes(name);
    expect((await linksIn(person)).toSorted()).toEqual(
      screens.flatMap(([at]) => (maySee(at) && !at.includes('/') ? [at] : [])).toSorted(),
    );
    for (const { at, heading, name } of shown) {
      const title = maySee(name) ? heading : (unseenRecords[name] ?? heading);
      await goTo(person, `/a/${customer().id}/${at}`, title);
      const refusal = person.page.getByText('Your role does not allow this').first();
      if (maySee(name)) expect([name, await refusal.count()]).toEqual([name, 0]);
      else await refusal.waitFor();
      const [who, ...buttons] = writes[name] ?? [[]];
      const mayChange = who.includes(role);
      expect([name, await writesIn(person)]).toEqual([name, mayChange ? buttons : []]);
      if (forms.includes(name))
        expect([name, (await fieldsIn(person).count()) > 0]).toEqual([name, mayChange]);
    }
  });
});

/** The screens in the menu. */
async function linksIn({ page }: PersonInBrowser): Promise<readonly string[]> {
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link');
  await links.first().waitFor();
  const addresses = await Promise.all((await links.all()).map((one) => one.getAttribute('href')));
  return addresses.map((address) => address?.split('/').at(-1) ?? '');
}

/** Within the page, which costs less than to load it anew. */
async function goTo({ page }: PersonInBrowser, at: string, heading: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', '${at}')`);
  await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
  await allPartsOf(page);
}

async function writesIn({ page }: PersonInBrowser): Promise<readonly string[]> {
  const names = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('main :is(button, a.button)')].map((one) => one.ariaLabel ?? one.innerText)`,
  );
  const others = names.filter((name) => !reads.some((one) => one.test(name)));
  return [...new Set(others)].toSorted();
}

const fieldsIn = ({ page }: PersonInBrowser) =>
  page.locator('main :is(input, select, textarea):enabled:not([readonly])');
