import { randomUUID } from 'node:crypto';
import { createAuthenticator, type Authenticator } from '@wallet-service/passkeys/testing';
import type { Customer } from '../http/customer.js';
import type { Driver, Sent } from './driver.js';

type PublicKey = { readonly challenge: string; readonly rpId: string; readonly rp: { readonly id: string } };
type Invited = { readonly person_id: string; readonly invitation: string };

const nobody = { id: randomUUID() };
const wrongPasskey = { passkey: { id: 'x' } };

/** How people get in, and who they are. `origin`: of the page that asks for passkeys. */
export async function drivePeople(driver: Driver, { id }: Customer, origin: string): Promise<void> {
  const { drive } = driver;
  const asked = { name: 'Ada', application_id: id, role: 'owner' };
  const { invitation } = await drive<Invited>('adminInvitePerson', 201, { body: asked });
  await drive('adminInvitePerson', 'application.not-found', {
    body: { ...asked, application_id: nobody.id },
  });
  const authenticator = createAuthenticator({ origin });
  const session = await driveInvitation(driver, authenticator, invitation);
  const inSession = { headers: { 'x-service-session': session } };
  await driveSession(driver, authenticator, inSession);
  await drivePasskeys(driver, createAuthenticator({ origin }), inSession);
  const inApplication = { 'x-service-session': session, 'x-service-application-id': id };
  await driveMembers(driver, { headers: inApplication, stranger: true });
  await driveApprovals(driver, authenticator, { headers: inApplication, stranger: true });
  await driveSignatureApprovals(driver, authenticator, { headers: inApplication, stranger: true });
  await drive('signOut', 204, inSession);
  await drive('signOut', 'auth.session-invalid', inSession);
}

async function driveInvitation({ drive }: Driver, authenticator: Authenticator, invitation: string) {
  const body = { invitation };
  const { public_key: options } = await drive<{ public_key: PublicKey }>('createInvitationChallenge', 201, {
    body,
  });
  await drive('createInvitationChallenge', 'auth.invitation-invalid', { body: { invitation: 'inv_x' } });
  const accepted = { ...body, passkey: JSON.parse(authenticator.create(options)) as object, label: 'laptop' };
  const { session } = await drive<{ session: string }>('acceptInvitation', 201, { body: accepted });
  await drive('acceptInvitation', 'auth.invitation-invalid', { body: accepted });
  return session;
}

async function driveSession({ drive }: Driver, authenticator: Authenticator, inSession: Sent): Promise<void> {
  const ask = async (operationId: string, of: Sent = {}): Promise<object> => {
    const { public_key: options } = await drive<{ public_key: PublicKey }>(operationId, 201, of);
    return { passkey: JSON.parse(authenticator.get(options)) as object };
  };
  await drive('createSignInChallenge', 'request.invalid', { body: { surprise: 1 } });
  const body = await ask('createSignInChallenge');
  await drive('signIn', 201, { body });
  await drive('signIn', 'auth.passkey-invalid', { body });
  const confirmed = await ask('createStepUpChallenge', inSession);
  await drive('createStepUpChallenge', 'auth.session-invalid', { headers: { 'x-service-session': 'x' } });
  await drive('stepUp', 200, { ...inSession, body: confirmed });
  await drive('stepUp', 'auth.passkey-invalid', { ...inSession, body: wrongPasskey });
  type Access = { readonly id: string; readonly sessions: readonly { readonly id: string }[] };
  const { id, sessions } = await drive<Access>('getSession', 200, inSession);
  await drive('getSession', 'request.invalid', { ...inSession, query: { surprise: '1' } });
  const other = sessions.find((one) => one.id !== id);
  await drive('endSession', 204, { ...inSession, path: { id: other?.id ?? '' } });
  await drive('endSession', 'session.not-found', { ...inSession, path: nobody });
}

async function drivePasskeys({ drive }: Driver, phone: Authenticator, inSession: Sent): Promise<void> {
  const asked = await drive<{ public_key: PublicKey }>('createPasskeyChallenge', 201, inSession);
  await drive('createPasskeyChallenge', 'request.invalid', { ...inSession, body: { surprise: 1 } });
  const passkey = JSON.parse(phone.create(asked.public_key)) as object;
  const { id } = await drive<{ id: string }>('addPasskey', 201, {
    ...inSession,
    body: { passkey, label: 'phone' },
  });
  await drive('addPasskey', 'auth.passkey-invalid', { ...inSession, body: wrongPasskey });
  await drive('removePasskey', 204, { ...inSession, path: { id } });
  await drive('removePasskey', 'passkey.not-found', { ...inSession, path: { id } });
}

/** A change that one owner alone must approve, and the rule that says so. */
async function driveApprovals({ drive }: Driver, authenticator: Authenticator, owner: Sent): Promise<void> {
  const rule = { needed: 1, scopes: ['members'] };
  await drive('setApprovalRule', 'auth.people-only', { body: rule });
  await drive('setApprovalRule', 'approval-rule.too-many', { ...owner, body: { ...rule, needed: 9 } });
  await drive('createChangeRequest', 'change-request.not-needed', {
    ...owner,
    body: { method: 'POST', path: '/v1/member', body: { name: 'Eve', role: 'support' } },
  });
  await drive('setApprovalRule', 200, { ...owner, body: rule });
  await drive('getApprovalRule', 200);
  await drive('getApprovalRule', 'request.invalid', { query: { surprise: '1' } });
  await drive('addMember', 'auth.approval-required', { ...owner, body: { name: 'Eve', role: 'support' } });
  const ask = async (body: object): Promise<{ readonly path: { readonly id: string } }> => {
    const { id } = await drive<{ id: string }>('createChangeRequest', 201, { ...owner, body });
    return { path: { id } };
  };
  const approve = async (of: Sent): Promise<object> => {
    const { public_key: options } = await drive<{ public_key: PublicKey }>(
      'createApprovalChallenge',
      201,
      of,
    );
    return { passkey: JSON.parse(authenticator.get(options)) as object };
  };
  const adding = await ask({ method: 'POST', path: '/v1/member', body: { name: 'Eve', role: 'support' } });
  await drive('listChangeRequests', 200);
  await drive('listChangeRequests', 'request.invalid', { query: { limit: '0' } });
  await drive('getChangeRequest', 200, adding);
  await drive('getChangeRequest', 'change-request.not-found', { path: nobody });
  await drive('carryOutChangeRequest', 'change-request.not-approved', { ...owner, ...adding });
  await drive('approveChangeRequest', 'auth.passkey-invalid', { ...owner, ...adding, body: wrongPasskey });
  const passkey = await approve({ ...owner, ...adding });
  await drive('approveChangeRequest', 200, { ...owner, ...adding, body: passkey });
  await drive('approveChangeRequest', 'change-request.approved-already', {
    ...{ ...owner, ...adding },
    body: passkey,
  });
  await drive('carryOutChangeRequest', 'change-request.asker-only', adding);
  await drive('carryOutChangeRequest', 200, { ...owner, ...adding });
  await drive('carryOutChangeRequest', 'change-request.closed', { ...owner, ...adding });
  await drive('createApprovalChallenge', 'change-request.closed', { ...owner, ...adding });
  const declined = await ask({ method: 'PATCH', path: '/v1/approval_rule', body: { needed: 0, scopes: [] } });
  await drive('declineChangeRequest', 200, { ...owner, ...declined });
  await drive('declineChangeRequest', 'change-request.closed', { ...owner, ...declined });
  const last = await ask({ method: 'PATCH', path: '/v1/approval_rule', body: { needed: 0, scopes: [] } });
  await drive('approveChangeRequest', 200, { ...owner, ...last, body: await approve({ ...owner, ...last }) });
}

/** Signatures that one owner approves or declines. */
async function driveSignatureApprovals(
  { drive, customer }: Driver,
  authenticator: Authenticator,
  owner: Sent,
): Promise<void> {
  const condition = { field_source: 'message', field: 'content', operator: 'contains', value: 'approved' };
  const rule = { name: 'r', method: 'personal_sign', action: 'require_approval', conditions: [condition] };
  const policy = { name: 'approvals', chain: 'ETH', scope: 'GLOBAL', rules: [rule] };
  const { id: policyId } = await customer.succeed<{ id: string }>('POST', '/v1/policy', policy);
  const token = await customer.express.token('approved');
  await customer.express.wallet(token, 'ETH');
  const ask = async (text: string) => {
    const body = { message_base64: Buffer.from(text).toString('base64') };
    const { body: refused } = await customer.express.post('/v2/wallet/sign/message', token, 'ETH', body);
    return { path: { id: (refused as { signature_request_id: string }).signature_request_id } };
  };
  const first = await ask('approved');
  await drive('listSignatureRequests', 200);
  await drive('listSignatureRequests', 'request.invalid', { query: { limit: '0' } });
  await drive('getSignatureRequest', 200, first);
  await drive('getSignatureRequest', 'signature-request.not-found', { path: nobody });
  await drive('createSignatureChallenge', 'auth.people-only', first);
  await drive('approveSignatureRequest', 'auth.passkey-invalid', { ...owner, ...first, body: wrongPasskey });
  const { public_key: options } = await drive<{ public_key: PublicKey }>('createSignatureChallenge', 201, {
    ...owner,
    ...first,
  });
  const body = { passkey: JSON.parse(authenticator.get(options)) as object };
  await drive('approveSignatureRequest', 200, { ...owner, ...first, body });
  await drive('approveSignatureRequest', 'signature-request.approved-already', { ...owner, ...first, body });
  await drive('declineSignatureRequest', 200, { ...owner, ...first });
  await drive('declineSignatureRequest', 'signature-request.closed', { ...owner, ...first });
  await customer.succeed('DELETE', `/v1/policy/${policyId}`);
}

async function driveMembers({ drive }: Driver, owner: Sent): Promise<void> {
  const { person_id } = await drive<Invited>('addMember', 201, {
    ...owner,
    body: { name: 'Ben', role: 'developer' },
  });
  await drive('addMember', 'auth.people-only', { body: { name: 'Eve', role: 'owner' } });
  await drive('addMember', 'member.exists', { ...owner, body: { person_id, role: 'owner' } });
  await drive('listMembers', 200);
  await drive('listMembers', 'request.invalid', { query: { surprise: '1' } });
  const path = { id: person_id };
  await drive('updateMember', 200, { ...owner, path, body: { role: 'auditor' } });
  await drive('updateMember', 'member.not-found', { ...owner, path: nobody, body: { role: 'auditor' } });
  await drive('removeMember', 204, { ...owner, path });
  await drive('removeMember', 'member.not-found', { ...owner, path });
  await drive('adminGetHealth', 200);
  await drive('adminGetHealth', 'request.invalid', { query: { surprise: '1' } });
  await drive('adminListKeySets', 200, { query: { limit: '1' } });
  await drive('adminListKeySets', 'request.invalid', { query: { limit: '0' } });
  await drive('adminListJournal', 200, { query: { limit: '1', proofs: 'true' } });
  await drive('adminListJournal', 'request.invalid', { query: { limit: '0' } });
  await drive('adminListPeople', 200, { query: { limit: '1' } });
  await drive('adminListPeople', 'request.invalid', { query: { limit: '0' } });
  await drive('adminRenewInvitation', 201, { path });
  await drive('adminRenewInvitation', 'person.not-found', { path: nobody });
  await drive('adminDisablePerson', 204, { path });
  await drive('adminDisablePerson', 'person.not-found', { path: nobody });
}
