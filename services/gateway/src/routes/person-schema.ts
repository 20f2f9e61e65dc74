import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import Type from 'typebox';
import { nullableText, unixTime } from './field.js';

/** JSON of a browser, which identity verifies whole. */
export const passkeyJson = Type.Unsafe<object>({
  type: 'object',
  description:
    'what `toJSON()` of the browser’s PublicKeyCredential gives (W3C Web Authentication Level 3), at most 16,384 ' +
    'characters',
});
export const passkeyJsonExample = { id: '…', rawId: '…', type: 'public-key', response: {} };
/** Options of a browser, for `navigator.credentials`. */
export const publicKeyOptions = Type.Unsafe<unknown>({
  description: 'for `PublicKeyCredential.parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`',
});
export const personName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'text without control characters',
});
/** Identity reads it. */
export const personEmail = Type.String({
  minLength: 3,
  maxLength: 320,
  description: 'their address at the identity provider of people, for their first sign-in there',
});
export const passkeyLabel = Type.String({
  maxLength: 255,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'what the passkey is on; text without control characters',
});
const roles = ['owner', 'developer', 'auditor', 'support'] as const;
export const role = Type.Enum(roles, {
  type: 'string',
  title: 'Role',
  description:
    'owner: all but signing; developer: policies, settings, webhooks; auditor: reads; support: reads users, ' +
    'wallets and decisions',
});
export const nameOfApprover = Type.Unsafe<string | null>({
  type: ['string', 'null'],
  description: 'as they are called now; null: they never worked with the application',
});
const nullableTime = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

const memberStates = ['active', 'invited', 'expired', 'removed'] as const;
const memberState = Type.Enum(memberStates, {
  type: 'string',
  title: 'MemberState',
  description:
    'active: they can sign in; invited: they have not accepted their invitation yet; expired: they have not, and ' +
    'now cannot; removed: they have left',
});

export const shownMember = Type.Object(
  {
    person_id: Type.String(),
    name: Type.String(),
    email: nullableText,
    role,
    time_created: unixTime,
    time_removed: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Unix seconds, UTC; null: they have access',
    }),
    state: memberState,
    time_invitation_expires: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'Unix seconds, UTC; null: they are not `invited`',
    }),
  },
  { title: 'Member' },
);
export const memberExample = {
  person_id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'developer',
  time_created: 1_790_000_000,
  time_removed: null,
  state: 'invited',
  time_invitation_expires: 1_790_604_800,
};

export const shownPasskey = Type.Object(
  {
    id: Type.String(),
    label: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'what it is on; null: nothing',
    }),
    is_backed_up: Type.Boolean(),
    time_created: unixTime,
    time_last_used: nullableTime,
  },
  { title: 'Passkey' },
);
export const passkeyExample = {
  id: 'qg2p…',
  label: 'laptop',
  is_backed_up: true,
  time_created: 1_790_000_000,
  time_last_used: null,
};

export const invitation = {
  person_id: Type.String(),
  invitation: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'shown once, for the person alone; null: they can sign in already',
  }),
  time_expires: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'when the invitation ends; null: there is none',
  }),
};
export const invitationExample = {
  person_id: memberExample.person_id,
  invitation: 'inv_…',
  time_expires: 1_790_604_800,
};

export const newSession = Type.Object({
  session: Type.String({ description: 'for X-Service-Session; shown once' }),
  person: Type.Object({ id: Type.String(), name: Type.String(), email: nullableText }),
  time_expires: unixTime,
  idle_seconds: Type.Integer({ description: 'the session ends when it is not used for so long' }),
});
export const newSessionExample = {
  session: 'ses_…',
  person: { id: memberExample.person_id, name: 'Ada', email: 'ada@example.com' },
  time_expires: 1_790_043_200,
  idle_seconds: 1_800,
};

type Answers = {
  readonly [Name in 'ListMembers' | 'GetSession' | 'AddMember' | 'SignIn']: ReceivedResponseOf<
    IdentityDefinition[Name]
  >;
};
type Member = Answers['ListMembers']['members'][number];
type Passkey = Answers['GetSession']['passkeys'][number];

export function memberResponse({ personId, name, email, role: held, state, ...times }: Member) {
  return {
    person_id: personId,
    name,
    email: emailOf(email),
    role: roleOf(held),
    time_created: Number(times.timeCreated),
    time_removed: Number(times.timeRemoved) || null,
    state: stateOf(state),
    time_invitation_expires: Number(times.timeInvitationExpires) || null,
  };
}

function stateOf(text: string) {
  const known = memberStates.find((one) => one === text);
  if (known) return known;
  throw new Error('identity sent a state of a member that does not exist');
}

/** Null: none. */
export function emailOf(email: string): string | null {
  return email === '' ? null : email;
}

export function roleOf(text: string) {
  const known = roles.find((one) => one === text);
  if (known) return known;
  throw new Error('identity sent a role that does not exist');
}

export function passkeyResponse({ id, label, isBackedUp, timeCreated, timeLastUsed }: Passkey) {
  return {
    id,
    label: label === '' ? null : label,
    is_backed_up: isBackedUp,
    time_created: Number(timeCreated),
    time_last_used: Number(timeLastUsed) || null,
  };
}

export function invitationResponse(personId: string, answer: Answers['AddMember']) {
  return {
    person_id: personId,
    invitation: answer.invitation === '' ? null : answer.invitation,
    time_expires: Number(answer.timeExpires) || null,
  };
}

export function newSessionResponse({ session, person, timeExpires, idleSeconds }: Answers['SignIn']) {
  return {
    session,
    person: { id: person?.id ?? '', name: person?.name ?? '', email: emailOf(person?.email ?? '') },
    time_expires: Number(timeExpires),
    idle_seconds: idleSeconds,
  };
}
