import { AppError, invalidField } from '@wallet-service/errors';
import { changeRequestKeyId, type Grant } from '@wallet-service/grants';
import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import { isUuid } from '@wallet-service/values';
import { setApprovalRule } from './approval-rule.js';
import { hashOf } from './change-request.js';
import {
  approveChange,
  askForChange,
  beginChange,
  challengeOfApproval,
  declineChange,
  endChange,
  getChangeRequest,
  isForAskerAlone,
  listChangeRequests,
  type ShownChangeRequest,
} from './change-requests.js';
import { secondsOf } from './people-deps.js';
import { vouchForApprover } from './vouch-for-approver.js';
import type { SessionHandlersDeps } from './session-handlers.js';

type Methods =
  | 'GetApprovalRule'
  | 'SetApprovalRule'
  | 'AskForChange'
  | 'ListChangeRequests'
  | 'GetChangeRequest'
  | 'CreateApprovalChallenge'
  | 'ApproveChange'
  | 'DeclineChange'
  | 'VouchForApprover'
  | 'BeginChange'
  | 'EndChange';

const usualLimit = 50;
const mostListed = 100;
/** Until a change that has begun must have ended. */
const carryOutSeconds = 60;

export function changeRequestHandlers(
  deps: SessionHandlersDeps,
): Pick<Handlers<IdentityDefinition>, Methods> {
  return {
    GetApprovalRule: ({ applicationId }) =>
      deps.tenancy.within(applicationId, async ({ application }) => {
        const found = await application.find();
        if (!found) throw new AppError('application.not-found', 'there is no such application');
        const { needed, scopes } = found.settings.approvals;
        return { needed, scopes: [...scopes] };
      }),

    async SetApprovalRule({ applicationId, needed, scopes }, { grant }) {
      const rule = await setApprovalRule(deps, { applicationId, needed, scopes }, given(grant));
      return { needed: rule.needed, scopes: [...rule.scopes] };
    },

    async AskForChange({ bodyJson: body, beforeJson: before, ...rest }, { grant, traceId }) {
      const asked = { ...rest, body, before, traceId };
      return toWire(await askForChange(deps, asked, given(grant)));
    },

    async ListChangeRequests({ applicationId, before, limit: asked }) {
      const limit = asked || usualLimit;
      if (limit > mostListed) throw invalidField('/limit', `must be at most ${mostListed}`);
      if (before !== '' && !isUuid(before)) throw invalidField('/before', 'must come from the previous page');
      const found = await listChangeRequests(deps, applicationId, { before: before || undefined, limit });
      const next = found.length === limit ? (found.at(-1)?.request.id ?? '') : '';
      return { requests: found.map(toWire), next };
    },

    GetChangeRequest: async ({ applicationId, requestId: id }) =>
      toWire(await getChangeRequest(deps, { applicationId, id })),

    async CreateApprovalChallenge({ applicationId, requestId: id, session }) {
      const options = await challengeOfApproval(deps, { applicationId, id, session });
      return { optionsJson: JSON.stringify(options), name: '' };
    },

    ApproveChange: async ({ applicationId, requestId: id, session, passkeyJson: json }, { traceId }) =>
      toWire(await approveChange(deps, { applicationId, id, session, json, traceId })),

    DeclineChange: async ({ applicationId, requestId: id, session }, { traceId, reason }) =>
      toWire(await declineChange(deps, { applicationId, id, session, traceId, reason })),

    async VouchForApprover({ applicationId, session, credentialId }) {
      const asked = { applicationId, session, credentialId: credentialId || undefined };
      return { approver: deps.signApprover(await vouchForApprover(deps, asked)) };
    },

    async BeginChange({ applicationId, requestId: id }, { grant }) {
      const request = await beginChange(deps, { applicationId, id }, given(grant));
      const grants = deps.issueGrants({
        applicationId,
        keyId: changeRequestKeyId(id),
        scopes: [request.scope, 'read'],
        timeExpires: secondsOf(deps.now()) + carryOutSeconds,
      });
      return { request: toWire({ request, approvals: [], isLapsed: false }), grants };
    },

    EndChange: async ({ applicationId, requestId: id, status, code }, { traceId }) =>
      toWire(await endChange(deps, { applicationId, id, status, code, traceId })),
  };
}

function given(grant: Grant | undefined): Grant {
  if (grant) return grant;
  throw new AppError('auth.grant-invalid', 'change requests need a grant');
}

function toWire({ request, approvals, isLapsed }: ShownChangeRequest) {
  const { body: bodyJson, before: beforeJson, timeEnded = 0, applicationId: _, ...rest } = request;
  return {
    ...{ ...rest, bodyJson, beforeJson, timeEnded, hash: hashOf(request) },
    ...(isLapsed && { state: 'lapsed' }),
    isForAskerAlone: isForAskerAlone(request),
    approvals: approvals.map(({ personId, passkeyJson, timeCreated }) => ({
      personId,
      passkeyJson,
      timeCreated,
    })),
  };
}
