import { describeInBrowser, ownConsoleWorld } from './console-world.js';
import { accept, accessibilityOf, invitationLink, type PersonInBrowser } from './person-in-browser.js';

// From a new application to its first owner, who loses their passkeys later. The operator has the console alone.

describeInBrowser('operators in the console', () => {
  const { stack, stranger } = ownConsoleWorld();

  async function operator(name: string): Promise<PersonInBrowser> {
    const person = await stranger();
    await accept(person, await invitationLink(stack(), name, { isOperator: true }));
    return person;
  }
  const rowOf = ({ page }: PersonInBrowser, text: string) => page.getByRole('row').filter({ hasText: text });
  async function shownLink({ page }: PersonInBrowser): Promise<string> {
    const link = await page.getByLabel('Shown only now').inputValue();
    await page.getByRole('button', { name: 'I have it' }).click();
    return link;
  }

  it('makes an application, and invites its first owner, with reasons', async () => {
    const olga = await operator('Olga');
    await olga.open('/operator/applications', 'Applications');
    await olga.page.getByLabel('Name').fill('Shop');
    await olga.page.getByLabel('Reason for the journal').fill('contract 7');
    await olga.page.getByRole('button', { name: 'Create' }).click();
    await olga.page.getByRole('button', { name: 'I have it' }).click();
    await rowOf(olga, 'Shop').getByRole('link', { name: 'Invite somebody' }).waitFor();
    expect(await accessibilityOf(olga)).toEqual([]);
    await olga.page.getByRole('link', { name: 'Invite its first owner' }).click();
    await olga.page.getByRole('heading', { level: 1, name: 'Everybody' }).waitFor();
    const chosen = olga.page.getByLabel(/^Application/).locator('option:checked');
    await chosen.filter({ hasText: 'Shop' }).waitFor({ state: 'attached' });
    expect(await olga.page.getByLabel('Role').inputValue()).toBe('owner');
    await olga.page.getByLabel('Name').fill('Ada');
    await olga.page.getByLabel(/^E-mail/).fill('ada@example.com');
    await olga.page.getByLabel('Reason for the journal').fill('first owner');
    await olga.page.getByRole('button', { name: 'Invite', exact: true }).click();
    const link = await shownLink(olga);
    await rowOf(olga, 'ada@example.com').filter({ hasText: 'owner of Shop' }).waitFor();
    expect(await accessibilityOf(olga)).toEqual([]);

    const ada = await stranger();
    await accept(ada, link);
    await ada.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const [, app = ''] = /\/a\/([^/]+)\//.exec(ada.page.url()) ?? [];
    await ada.open(`/a/${app}/journal`, 'Journal');
    await rowOf(ada, 'admin.application_created')
      .filter({ hasText: 'Olga, as operator contract 7' })
      .waitFor();
    await rowOf(ada, 'admin.member_added').filter({ hasText: 'Olga, as operator first owner' }).waitFor();
  });

  it('invites another operator, and again somebody who has lost their passkeys, with reasons', async () => {
    const opal = await operator('Opal');
    await opal.open('/operator/people', 'Everybody');
    await opal.page.getByLabel('Name').fill('Ben');
    await opal.page.getByLabel('Reason for the journal').fill('night shift');
    await opal.page.getByRole('button', { name: 'Invite', exact: true }).click();
    await accept(await stranger(), await shownLink(opal));
    await rowOf(opal, 'Ben').getByText('Operator').waitFor();

    await rowOf(opal, 'Ben').getByRole('button', { name: 'Invite again' }).click();
    const dialog = opal.page.getByRole('dialog', { name: 'Invite Ben again?' });
    await dialog.getByLabel('Reason for the journal').fill('lost his laptop');
    expect(await accessibilityOf(opal)).toEqual([]);
    await dialog.getByRole('button', { name: 'Invite again' }).click();
    const ben = await stranger();
    await accept(ben, await shownLink(opal));
    await ben.page.getByText('Ben').first().waitFor();

    await opal.open('/operator/journal', 'Journal');
    const made = (operation: string) => rowOf(opal, operation).filter({ hasText: 'Opal, as operator' });
    await made('admin.person_invited').filter({ hasText: 'night shift' }).waitFor();
    await made('admin.person_reinvited').filter({ hasText: 'lost his laptop' }).waitFor();
  });
});
