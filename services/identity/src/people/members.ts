import { AppError, invalidField } from '@wallet-service/errors';
import { actorOf, type Grant } from '@wallet-service/grants';
import { isUuid, uuidV7 } from '@wallet-service/values';
import type { Tenant } from '../tenancy-store.js';
import { invite, type NewInvitation } from './invitations.js';
import { secondsOf, type PeopleDeps } from './people-deps.js';
import {
  checkPersonEmail,
  checkPersonName,
  checkRole,
  personNotFound,
  type Member,
  type Person,
} from './person.js';

// The people of one application. All throw `application.not-found`.

/**
 * `expired`: their invitation has, and they never accepted one. `timeInvitationExpires`: of who is invited.
 * `timeRemoved`: of somebody who has left.
 */
export type ShownMember = Member &
  Pick<Person, 'name' | 'email'> & {
    readonly state: 'active' | 'invited' | 'expired' | 'removed';
    readonly timeInvitationExpires?: number;
    readonly timeRemoved?: number;
  };

const mostMembers = 1_000;

export function listMembers(
  { tenancy, now }: Pick<PeopleDeps, 'tenancy' | 'now'>,
  applicationId: string,
): Promise<readonly ShownMember[]> {
  return tenancy.within(applicationId, async (tenant) => {
    const named = await withNames(tenant.people, await tenant.members.list());
    const present = named.flatMap(({ timeDisabled, ...member }) =>
      timeDisabled === undefined ? [member] : [],
    );
    return withStates(tenant, present, secondsOf(now()));
  });
}

/** Whether they have accepted an invitation. Another one, for their next passkey, changes nothing. */
async function withStates<Found extends Member>(
  { people, invitations }: Pick<Tenant, 'people' | 'invitations'>,
  found: readonly Found[],
  nowSeconds: number,
) {
  const ids = found.map(({ personId }) => personId);
  const active = new Set((await people.active(ids)).map(({ id }) => id));
  const expires = new Map(
    (await invitations.ofPeople(ids)).map(({ personId, timeExpires }) => [personId, timeExpires]),
  );
  return found.map((member) => {
    if (active.has(member.personId)) return { ...member, state: 'active' as const };
    const timeInvitationExpires = expires.get(member.personId) ?? 0;
    if (timeInvitationExpires <= nowSeconds) return { ...member, state: 'expired' as const };
    return { ...member, state: 'invited' as const, timeInvitationExpires };
  });
}

/** Who has left. Records name them by their id. */
export function listFormerMembers(
  { tenancy }: Pick<PeopleDeps, 'tenancy'>,
  applicationId: string,
): Promise<readonly ShownMember[]> {
  return tenancy.within(applicationId, async ({ formerMembers, people }) =>
    (await withNames(people, await formerMembers.list())).map((one) => ({ ...one, state: 'removed' })),
  );
}

const mostNamed = 1_000;

/** Those of these people who work with the application, or did. Throws `request.invalid` for too many. */
export function namePeople(
  { tenancy }: Pick<PeopleDeps, 'tenancy'>,
  applicationId: string,
  personIds: readonly string[],
): Promise<readonly Pick<Person, 'id' | 'name'>[]> {
  if (personIds.length > mostNamed)
    throw invalidField('/person_ids', `must have at most ${mostNamed} entries`);
  return tenancy.within(applicationId, async ({ members, formerMembers, people }) => {
    const known = [...(await members.list()), ...(await formerMembers.list())];
    const asked = new Set(personIds);
    return people.named(known.map(({ personId }) => personId).filter((id) => asked.has(id)));
  });
}

async function withNames<Found extends Member>(people: Tenant['people'], found: readonly Found[]) {
  const named = new Map((await people.named(found.map((one) => one.personId))).map((one) => [one.id, one]));
  return found.flatMap((member) => {
    const person = named.get(member.personId);
    if (!person) return [];
    const { name, email, timeDisabled } = person;
    return [{ ...member, name, email, timeDisabled }];
  });
}

/** Somebody new by their name, or somebody known by their id. */
export type AskedMember = {
  readonly applicationId: string;
  readonly personId: string;
  readonly name: string;
  readonly email?: string;
  readonly role: string;
};

export type AddedMember = { readonly person: Person; readonly invitation: NewInvitation | undefined };

/**
 * Adds a person to an application. Somebody new gets an invitation. Throws `request.invalid`, `person.not-found`,
 * `member.exists`, `member.limit-reached`, and `auth.people-only` if a secret key asks.
 */
export function addMember(deps: PeopleDeps, asked: AskedMember, by: Grant): Promise<AddedMember> {
  demandNoSecretKey(by);
  const role = checkRole(asked.role);
  const isKnown = asked.personId !== '';
  const timeCreated = secondsOf(deps.now());
  const newcomer: Person | undefined = isKnown
    ? undefined
    : {
        id: uuidV7(deps.now(), deps.randomBytes(10)),
        name: checkPersonName(asked.name),
        email: checkPersonEmail(asked.email ?? ''),
        isOperator: false,
        timeCreated,
        timeDisabled: undefined,
      };
  return deps.tenancy.change(asked.applicationId, async (tenant) => {
    const { members, people, invitations, record } = tenant;
    if ((await members.list()).length >= mostMembers)
      throw new AppError('member.limit-reached', `an application has at most ${mostMembers} people`);
    if (newcomer) await people.insert(newcomer);
    const person = newcomer ?? (isUuid(asked.personId) ? await people.find(asked.personId) : undefined);
    if (!person || person.timeDisabled !== undefined) throw personNotFound();
    const member = { personId: person.id, role, timeCreated };
    if (!(await members.insert(member)))
      throw new AppError('member.exists', 'they are a member already: change their role instead');
    await tenant.formerMembers.remove(person.id);
    const invitation = newcomer && (await invite(deps, { invitations }, person.id));
    await record('admin.member_added', { after: { person_id: person.id, name: person.name, role } });
    return { person, invitation };
  });
}

/** Throws `request.invalid`, `member.not-found`, `member.last-owner`, and `auth.people-only` if a secret key asks. */
export function updateMember(
  deps: Pick<PeopleDeps, 'tenancy' | 'now'>,
  asked: Omit<AskedMember, 'name' | 'email'>,
  by: Grant,
): Promise<ShownMember> {
  demandNoSecretKey(by);
  const role = checkRole(asked.role);
  return deps.tenancy.change(asked.applicationId, async (tenant) => {
    const { member, name, email } = await memberOf(tenant, asked.personId);
    if (role !== 'owner') await demandAnotherOwner(tenant, member, by);
    await tenant.members.update(member, role);
    const before = { person_id: member.personId, name, role: member.role };
    await tenant.record('admin.member_updated', { before, after: { ...before, role } });
    const [shown] = await withStates(tenant, [{ ...member, name, email, role }], secondsOf(deps.now()));
    if (!shown) throw new RangeError('each member has a state');
    return shown;
  });
}

/** Throws `member.not-found`, `member.last-owner`, and `auth.people-only` if a secret key asks. */
export function removeMember(
  deps: Pick<PeopleDeps, 'tenancy' | 'now'>,
  { applicationId, personId }: Pick<AskedMember, 'applicationId' | 'personId'>,
  by: Grant,
): Promise<void> {
  demandNoSecretKey(by);
  return deps.tenancy.change(applicationId, async (tenant) => {
    const { member, name } = await memberOf(tenant, personId);
    await demandAnotherOwner(tenant, member, by);
    await endMembership(tenant, member, secondsOf(deps.now()));
    await tenant.record('admin.member_removed', { before: { person_id: personId, name, role: member.role } });
  });
}

/** Ends it, and remembers who it was. */
export async function endMembership(
  { members, formerMembers }: Pick<Tenant, 'members' | 'formerMembers'>,
  member: Member,
  timeRemoved: number,
): Promise<void> {
  await members.remove(member.personId);
  await formerMembers.add({ ...member, timeRemoved });
}

async function memberOf({ members, people }: Tenant, personId: string) {
  const member = isUuid(personId) ? await members.find(personId) : undefined;
  if (!member) throw new AppError('member.not-found', 'the application has no such member');
  const person = await people.find(personId);
  return { member, name: person?.name ?? '', email: person?.email };
}

/**
 * Who has not accepted their invitation, or was disabled, does not count. The operator may remove the last owner,
 * because they can name another one.
 */
async function demandAnotherOwner({ members, people }: Tenant, member: Member, by: Grant): Promise<void> {
  if (member.role !== 'owner' || by.applicationId === undefined) return;
  const others = (await members.list()).filter(
    ({ role, personId }) => role === 'owner' && personId !== member.personId,
  );
  if ((await people.active(others.map(({ personId }) => personId))).length > 0) return;
  throw new AppError(
    'member.last-owner',
    'they are the last owner who can sign in: make another member an owner first',
  );
}

/** Who has a secret key must not become many people, who could then approve for each other. */
export function demandNoSecretKey(by: Grant): void {
  if (actorOf(by).kind !== 'secret-key') return;
  throw new AppError(
    'auth.people-only',
    'only an owner who is signed in, or the operator, changes who has access: no secret key does',
  );
}
