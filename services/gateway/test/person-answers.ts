import type { FakeAnswer } from './fake-services.js';

const person = {
  ...{ id: 'person-1', name: 'Ada', email: '', isOperator: false, timeCreated: '1', timeDisabled: '0' },
  memberships: [{ applicationId: 'app-1', applicationName: 'Shop', role: 'developer' }],
};
const session = {
  ...{ id: 'session-1', timeCreated: '1', timeExpires: '43201' },
  ...{ timeLastUsed: '1', timeStepUpEnds: '301', userAgent: 'Chrome' },
};
const passkey = { id: 'cred', label: '', isBackedUp: true, timeCreated: '1', timeLastUsed: '0' };
const member = {
  personId: 'person-1',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'developer',
  timeCreated: '1',
  timeRemoved: '0',
  state: 'invited',
  timeInvitationExpires: '604801',
};
const newSession = { session: 'ses_new', person, timeExpires: '43201', idleSeconds: 1_800 };
const invited = { person, invitation: 'inv_new', timeExpires: '604801' };

const rule = { needed: 2, scopes: ['policies', 'members'] };
const request = {
  ...{
    id: 'request-1',
    askedBy: 'per_person-1',
    scope: 'policies',
    method: 'PATCH',
    path: '/v1/policy/policy-1',
  },
  ...{
    bodyJson: '{"is_active":false}',
    beforeJson: '',
    reason: '',
    needed: 2,
    state: 'open',
    status: 0,
    code: '',
  },
  ...{ timeCreated: '1', timeExpires: '99999999999', timeEnded: '0', hash: 'ab', isForAskerAlone: false },
  approvals: [{ personId: 'person-1', passkeyJson: '{}', timeCreated: '2' }],
};
const signatureRequest = {
  ...{ id: 'request-1', text: '{"chain":"ETH"}', hash: 'ab', needed: 2, state: 'open' },
  ...{ timeCreated: '1', timeExpires: '99999999999', timeSigned: '0', decisionId: '' },
  approvals: [
    { personId: 'person-1', passkeyJson: '{}', timeCreated: '2', approver: Buffer.from('a statement') },
  ],
};
const grants = Object.fromEntries(
  ['identity', 'policy', 'wallet', 'webhooks'].map((name) => [name, Buffer.from(name)]),
);

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
  NamePeople: () => ({ people: [{ personId: 'person-1', name: 'Ada' }] }),
  AddMember: () => invited,
  UpdateMember: () => member,
  RemoveMember: () => ({}),
  GetApprovalRule: () => rule,
  SetApprovalRule: (asked) => ({ ...rule, ...asked }),
  AskForChange: () => ({ ...request, approvals: [] }),
  ListChangeRequests: () => ({ requests: [request], next: '' }),
  GetChangeRequest: () => request,
  CreateApprovalChallenge: () => ({ optionsJson: '{"challenge":"c"}', name: '' }),
  ApproveChange: () => request,
  DeclineChange: () => ({ ...request, state: 'declined', timeEnded: '3' }),
  VouchForApprover: () => ({ approver: Buffer.from('a statement') }),
  ListSignatureRequests: () => ({ requests: [signatureRequest], next: '' }),
  GetSignatureRequest: () => signatureRequest,
  CreateSignatureChallenge: () => ({ optionsJson: '{"challenge":"c"}' }),
  ApproveSignature: () => signatureRequest,
  DeclineSignature: () => ({ ...signatureRequest, state: 'declined' }),
  BeginChange: () => ({ request, grants }),
  EndChange: ({ status, code }) => ({ ...request, state: 'done', status, code, timeEnded: '3' }),
  ListPeople: () => ({ people: [person], next: '' }),
  InvitePerson: () => invited,
  RenewInvitation: () => invited,
  DisablePerson: () => ({ applicationIds: ['app-1'] }),
  WithdrawApprovals: () => ({ withdrawn: 1 }),
};
