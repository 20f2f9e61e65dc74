import { AppError } from '@wallet-service/errors';
import type { Grant } from '@wallet-service/grants';
import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import type { NewInvitation } from './invitations.js';
import { disablePerson, invitePerson, listPeople, renewInvitation } from './manage-people.js';
import {
  addMember,
  listFormerMembers,
  listMembers,
  namePeople,
  removeMember,
  updateMember,
  type ShownMember,
} from './members.js';
import type { PeopleDeps } from './people-deps.js';
import { named, personToWire, type ApplicationNames } from './session-handlers.js';

type Methods =
  | 'ListMembers'
  | 'NamePeople'
  | 'AddMember'
  | 'UpdateMember'
  | 'RemoveMember'
  | 'ListPeople'
  | 'InvitePerson'
  | 'RenewInvitation'
  | 'DisablePerson';

export function peopleHandlers(
  deps: PeopleDeps & ApplicationNames,
): Pick<Handlers<IdentityDefinition>, Methods> {
  return {
    async ListMembers({ applicationId, former }) {
      const list = former ? listFormerMembers : listMembers;
      return { members: (await list(deps, applicationId)).map(memberToWire) };
    },

    async NamePeople({ applicationId, personIds }) {
      const people = await namePeople(deps, applicationId, personIds);
      return { people: people.map(({ id: personId, name }) => ({ personId, name })) };
    },

    async AddMember(request, { grant }) {
      const { person, invitation } = await addMember(deps, request, given(grant));
      return { person: personToWire(person), ...invitationToWire(invitation) };
    },

    async UpdateMember(request, { grant }) {
      return memberToWire(await updateMember(deps, request, given(grant)));
    },

    async RemoveMember(request, { grant }) {
      await removeMember(deps, request, given(grant));
      return {};
    },

    async ListPeople({ after, limit }) {
      const { people, next } = await listPeople(deps, after, limit);
      const shown = people.map(async ({ person, memberships }) =>
        personToWire(person, await named(deps, memberships)),
      );
      return { people: await Promise.all(shown), next };
    },

    async InvitePerson(request) {
      deps.relyingParty();
      const { person, invitation } = await invitePerson(deps, request);
      return { person: personToWire(person), ...invitationToWire(invitation) };
    },

    async RenewInvitation({ personId }) {
      deps.relyingParty();
      return invitationToWire(await renewInvitation(deps, personId));
    },

    async DisablePerson({ personId }) {
      return { applicationIds: [...(await disablePerson(deps, personId))] };
    },
  };
}

function given(grant: Grant | undefined): Grant {
  if (grant) return grant;
  throw new AppError('auth.grant-invalid', 'changes of who has access need a grant');
}

function invitationToWire(invitation: NewInvitation | undefined) {
  return { invitation: invitation?.token ?? '', timeExpires: invitation?.timeExpires ?? 0 };
}

function memberToWire({ email = '', timeRemoved = 0, timeInvitationExpires = 0, ...rest }: ShownMember) {
  return { ...rest, email, timeRemoved, timeInvitationExpires };
}
