import { isUuid, uuidV7 } from '@wallet-service/values';
import { invite, type NewInvitation } from './invitations.js';
import type { Membership } from './member-store.js';
import { endMembership } from './members.js';
import { secondsOf, type PeopleDeps } from './people-deps.js';
import { checkPersonEmail, checkPersonName, personNotFound, type Person } from './person.js';

// What operators do with the people of the installation.

export type ShownPerson = { readonly person: Person; readonly memberships: readonly Membership[] };
export type InvitedPerson = { readonly person: Person; readonly invitation: NewInvitation };

const mostInPage = 100;

/** In the order of their creation. `next` empty: there are no more. */
export function listPeople(
  { tenancy }: Pick<PeopleDeps, 'tenancy'>,
  after: string,
  limit: number,
): Promise<{ readonly people: readonly ShownPerson[]; readonly next: string }> {
  const most = Math.min(limit === 0 ? mostInPage : limit, mostInPage);
  return tenancy.installation(async ({ people, membershipsOf }) => {
    const found = await people.list(isUuid(after) ? after : '', most);
    const memberships = await membershipsOf(found.map(({ id }) => id));
    return {
      people: found.map((person) => ({
        person,
        memberships: memberships.filter(({ personId }) => personId === person.id),
      })),
      next: found.length === most ? (found.at(-1)?.id ?? '') : '',
    };
  });
}

/** Throws `request.invalid`. */
export function invitePerson(
  deps: PeopleDeps,
  asked: { readonly name: string; readonly email?: string; readonly isOperator: boolean },
): Promise<InvitedPerson> {
  const person: Person = {
    id: uuidV7(deps.now(), deps.randomBytes(10)),
    name: checkPersonName(asked.name),
    email: checkPersonEmail(asked.email ?? ''),
    isOperator: asked.isOperator,
    timeCreated: secondsOf(deps.now()),
    timeDisabled: undefined,
  };
  return deps.tenancy.installation(async ({ people, invitations, record }) => {
    await people.insert(person);
    const { id, name, isOperator } = person;
    await record(id, 'admin.person_invited', { after: { person_id: id, name, is_operator: isOperator } });
    return { person, invitation: await invite(deps, { invitations }, person.id) };
  });
}

/** For another passkey, because the others are lost. Throws `person.not-found`. */
export function renewInvitation(deps: PeopleDeps, personId: string): Promise<NewInvitation> {
  return deps.tenancy.installation(async ({ people, invitations, record }) => {
    const person = isUuid(personId) ? await people.find(personId) : undefined;
    if (!person || person.timeDisabled !== undefined) throw personNotFound();
    await record(personId, 'admin.person_reinvited', { after: { person_id: personId, name: person.name } });
    return invite(deps, { invitations }, person.id);
  });
}

/**
 * Ends all access of a person, for every request that starts after the answer, and removes them from their
 * applications. Repeating it changes nothing. Resolves to the applications of which they ever were a member, so that a
 * caller whose work on them failed can repeat it. Throws `person.not-found`.
 */
export async function disablePerson(deps: PeopleDeps, personId: string): Promise<readonly string[]> {
  const { memberships, left } = await deps.tenancy.installation(async (of) => {
    const { people, invitations, accounts, sessions, membershipsOf, applicationsLeftBy, record } = of;
    const person = isUuid(personId) ? await people.find(personId) : undefined;
    if (!person) throw personNotFound();
    if (person.timeDisabled === undefined) {
      await people.disable(person, secondsOf(deps.now()));
      await record(personId, 'admin.person_disabled', { before: { person_id: personId, name: person.name } });
    }
    await invitations.removeOf(personId);
    await accounts.removeOf(personId);
    await sessions.end((await sessions.of(personId)).map(({ id }) => id));
    const memberships = (await membershipsOf([personId])).map((one) => ({ ...one, name: person.name }));
    return { memberships, left: await applicationsLeftBy(personId) };
  });
  for (const { applicationId, role, name } of memberships)
    await deps.tenancy.change(applicationId, async (tenant) => {
      const member = await tenant.members.find(personId);
      if (!member) return;
      await endMembership(tenant, member, secondsOf(deps.now()));
      await tenant.record('admin.member_removed', { before: { person_id: personId, name, role } });
    });
  return [...new Set([...memberships.map(({ applicationId }) => applicationId), ...left])];
}
