import type { PolicyDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import Type from 'typebox';
import { present, unixTime } from './field.js';
import { policyResponse } from './policy-response.js';
import { examplePolicyAnswer, policyAnswer } from './policy-schema.js';

const actor = Type.Object(
  {
    kind: Type.String({ description: 'person, secret-key, operator-key or change-request' }),
    id: Type.String({ description: 'of the person, the key or the request' }),
  },
  { title: 'Actor' },
);

export const policyRevision = Type.Object(
  {
    revision: Type.Integer(),
    change: Type.String(),
    time: unixTime,
    actor: Type.Union([actor, Type.Null()], {
      description: 'who made it, as in the journal; null: not known',
    }),
    reason: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'why, in their words (`X-Reason`)',
    }),
    policy: policyAnswer,
  },
  { title: 'PolicyRevision' },
);

export const policyRevisionExample = {
  ...{ revision: 1, change: 'created', time: 1_790_000_000 },
  actor: { kind: 'person', id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e' },
  reason: 'as agreed with the auditors',
  policy: examplePolicyAnswer,
};

type Revision = ReceivedResponseOf<PolicyDefinition['ListPolicyRevisions']>['revisions'][number];

export function shownRevision({ change, time, policy, actorKind, actorId, reason }: Revision) {
  const { revision, ...then } = policyResponse(present(policy, 'policy'));
  return {
    ...{ revision, change, time: Number(time) },
    actor: actorKind === '' ? null : { kind: actorKind, id: actorId },
    reason: reason === '' ? null : reason,
    policy: then,
  };
}
