import type { Handlers, PolicyDefinition, ResponseOf } from '@wallet-service/grpc';
import { boundedId } from '../wire/bounded-id.js';
import { listPageOf } from '../wire/list-page.js';
import { hashOf, isUsed } from './signature-request.js';
import type { Proven, SignatureRequests } from './signature-requests.js';

type Methods =
  | 'ListSignatureRequests'
  | 'GetSignatureRequest'
  | 'CreateSignatureChallenge'
  | 'ApproveSignature'
  | 'DeclineSignature'
  | 'WithdrawApprovals';

export function signatureRequestHandlers(
  requests: SignatureRequests,
  now: () => Date,
): Pick<Handlers<PolicyDefinition>, Methods> {
  const toWire = (proven: Proven) => wireOf(proven, Math.floor(now().getTime() / 1000));
  return {
    async ListSignatureRequests({ applicationId, ...asked }) {
      const page = listPageOf(asked);
      const found = await requests.list(boundedId(applicationId, '/application_id'), page);
      const next = found.length === page.limit ? (found.at(-1)?.request.id ?? '') : '';
      return { requests: found.map(toWire), next };
    },

    GetSignatureRequest: async ({ applicationId, requestId }) =>
      toWire(await requests.get(boundedId(applicationId, '/application_id'), requestId)),

    async CreateSignatureChallenge({ applicationId, requestId, approver }) {
      const id = boundedId(applicationId, '/application_id');
      return { optionsJson: JSON.stringify(await requests.challenge(id, requestId, approver)) };
    },

    ApproveSignature: async ({ applicationId, requestId: id, approver, passkeyJson }) =>
      toWire(
        await requests.approve(
          { applicationId: boundedId(applicationId, '/application_id'), id },
          approver,
          passkeyJson,
        ),
      ),

    DeclineSignature: async ({ applicationId, requestId, approver }) =>
      toWire(await requests.decline(boundedId(applicationId, '/application_id'), requestId, approver)),

    WithdrawApprovals: async ({ applicationId, personId }) => ({
      withdrawn: await requests.withdraw(boundedId(applicationId, '/application_id'), personId),
    }),
  };
}

function wireOf(
  { request, approvals }: Proven,
  nowSeconds: number,
): ResponseOf<PolicyDefinition['GetSignatureRequest']> {
  const { id, text, needed, timeCreated, timeExpires, timeSigned = 0, decisionId = '' } = request;
  const state = isUsed(request, nowSeconds) ? 'used' : request.state;
  return {
    ...{ id, text, needed, state, hash: hashOf(request), timeCreated, timeExpires, timeSigned, decisionId },
    approvals: approvals.map(({ person_id: personId, time, passkey: passkeyJson, approver }) => ({
      ...{ personId, timeCreated: time, passkeyJson, approver: Buffer.from(approver, 'base64') },
    })),
  };
}
