import type { PolicyDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import Type, { type Static } from 'typebox';
import { unixTime } from './field.js';
import type { NameOf } from './names-of-approvers.js';
import { nameOfApprover } from './person-schema.js';

export const signatureRequest = Type.Object(
  {
    id: Type.String(),
    hash: Type.String({
      description:
        'SHA-256 of the UTF-8 bytes of `wallet-service signature request v1`, a line feed and `text`, in hex',
    }),
    text: Type.String({
      description:
        'everything that is approved, as JSON: wallet, address, user, the decoded operation, SHA-256 of what is ' +
        'signed, and the rules that demanded approvals when it was asked for (`demanded_by`)',
    }),
    needed: Type.Integer({ description: 'approvals' }),
    approvals: Type.Array(
      Type.Object({
        person_id: Type.String(),
        name: nameOfApprover,
        time_created: unixTime,
        passkey: Type.Unknown({
          description:
            'what their passkey signed: its challenge is SHA-256 of the JSON array of ' +
            '`wallet-service signature approval v1`, the hash and the id of the person',
        }),
        approver: Type.String({
          description: 'identity’s signed statement that they are an owner, and of their passkeys, in base64',
        }),
      }),
      { description: 'those that the policy service has verified' },
    ),
    state: Type.Enum(['open', 'approved', 'signed', 'used', 'expired', 'declined'], {
      type: 'string',
      description:
        'open: more owners must approve it. approved: the user may send the request again. signed: they did, and may ' +
        'send it again for 10 minutes, because an answer may be lost. used: these have passed, and the same bytes ' +
        'need approvals of their own',
    }),
    time_created: unixTime,
    time_expires: unixTime,
    time_signed: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'of the first signature; null: none yet',
    }),
    decision_id: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'of the decision that allowed the first signature (`getDecision`); null: none yet',
    }),
  },
  { title: 'SignatureRequest' },
);

export const exampleSignatureRequest = {
  id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  hash: 'ab'.repeat(32),
  text: '{"id":"0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e","chain":"ETH","operation":{"kind":"message","text":"hello"}}',
  needed: 2,
  approvals: [],
  state: 'open',
  time_created: 1_790_000_000,
  time_expires: 1_790_086_400,
  time_signed: null,
  decision_id: null,
} as const;

type OnTheWire = ReceivedResponseOf<PolicyDefinition['GetSignatureRequest']>;

/** `nowMs`: since the epoch. */
export function signatureRequestResponse(
  request: OnTheWire,
  nowMs: number,
  nameOf: NameOf,
): Static<typeof signatureRequest> {
  const { id, hash, text, needed } = request;
  return {
    ...{ id, hash, text, needed },
    approvals: request.approvals.map(({ personId, timeCreated, passkeyJson, approver }) => ({
      ...{ person_id: personId, name: nameOf(personId), time_created: Number(timeCreated) },
      passkey: JSON.parse(passkeyJson) as unknown,
      approver: approver.toString('base64'),
    })),
    state: stateOf(request, nowMs),
    time_created: Number(request.timeCreated),
    time_expires: Number(request.timeExpires),
    time_signed: Number(request.timeSigned) || null,
    decision_id: request.decisionId === '' ? null : request.decisionId,
  };
}

function stateOf(
  { state, timeSigned, timeExpires, approvals, needed }: OnTheWire,
  nowMs: number,
): Static<typeof signatureRequest>['state'] {
  if (state === 'declined' || state === 'used') return state;
  if (Number(timeSigned) > 0) return 'signed';
  if (Number(timeExpires) * 1000 <= nowMs) return 'expired';
  return approvals.length < needed ? 'open' : 'approved';
}
