import type { FakeAnswer } from './fake-services.js';

const person = {
  ...{ id: 'person-1', name: 'Ada', email: '', isOperator: false, timeCreated: '1', timeDisabled: '0' },
  memberships: [{ applicationId: 'app-1', applicationName: 'Shop', role: 'developer' }],
};
const session = {
  ...{ id: 'session-1', timeCreated: '1', timeExpires: '43201' },
  ...{ timeLastUsed: '1', timeStepUpEnds: '301' },
};
const passkey = { id: 'cred', label: '', isBackedUp: true, timeCreated: '1', timeLastUsed: '0' };
const member = {
  personId: 'person-1',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'developer',
  timeCreated: '1',
};
const newSession = { session: 'ses_new', person, timeExpires: '43201', idleSeconds: 1_800 };
const invited = { person, invitation: 'inv_new', timeExpires: '604801' };

export const personAnswers: Readonly<Record<string, FakeAnswer>> = {
  CreateChallenge: () => ({ optionsJson: '{"challenge":"c"}', name: 'Ada' }),
  SignIn: () => newSession,
  AcceptInvitation: () => newSession,
  StepUp: () => ({ timeStepUpEnds: '301' }),
  GetSession: () => ({ session, person, sessions: [session], passkeys: [passkey] }),
  EndSession: () => ({}),
  AddPasskey: () => passkey,
  RemovePasskey: () => ({}),
  ListMembers: () => ({ members: [member] }),
  AddMember: () => invited,
  UpdateMember: () => member,
  RemoveMember: () => ({}),
  ListPeople: () => ({ people: [person], next: '' }),
  InvitePerson: () => invited,
  RenewInvitation: () => invited,
  DisablePerson: () => ({}),
};
