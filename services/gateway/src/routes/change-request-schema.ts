import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import Type, { type Static } from 'typebox';
import { unixTime } from './field.js';

export const changeRequest = Type.Object(
  {
    id: Type.String(),
    hash: Type.String({
      description:
        'hex of SHA-256 of the JSON array of `wallet-service change request v1`, the id of the application, `id`, ' +
        '`asked_by`, `scope`, `method`, `path`, `body` and `before` as JSON texts (empty: null), `reason` (empty: ' +
        'null), `needed`, `time_created` and `time_expires`',
    }),
    asked_by: Type.String({ description: '`per_` and the id of a person, or the id of a secret key' }),
    reason: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'of who asked; null: none' }),
    scope: Type.String({ description: 'the scope that the change needs' }),
    method: Type.Enum(['POST', 'PATCH', 'DELETE'], { type: 'string' }),
    path: Type.String({ description: 'of the change' }),
    body: Type.Unknown({ description: 'as it will be sent; null: none' }),
    before: Type.Unknown({
      description:
        'what was there when it was asked for: the policy, settings, rule, provider, webhook endpoint, secret key or ' +
        'member, without what changes by itself; null: it is about something new',
    }),
    needed: Type.Integer({ description: 'approvals' }),
    approvals: Type.Array(
      Type.Object({
        person_id: Type.String(),
        time_created: unixTime,
        passkey: Type.Unknown({
          description:
            'what their passkey signed: its challenge is SHA-256 of the JSON array of ' +
            '`wallet-service approval v1`, the hash and the id of the person',
        }),
      }),
      { description: 'while it is open: those of owners who can sign in now. Later: all' },
    ),
    state: Type.Enum(['open', 'lapsed', 'expired', 'begun', 'done', 'failed', 'declined'], {
      type: 'string',
      description:
        'open: it waits for approvals, or for who asked. lapsed: it is closed, because who asked may make no such ' +
        'change any more: they left, have another role or no access, or the key ended. begun: it is being carried ' +
        'out. If it stays so, look whether it was done: it is never tried twice',
    }),
    status: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'of the answer to the change; null: none yet',
    }),
    code: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'of the error that the change got; null: none',
    }),
    is_for_asker_alone: Type.Boolean({
      description: 'its answer may have a secret, so who asked carries it out (`carryOutChangeRequest`)',
    }),
    is_outdated: Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description:
        'whether what it changes has changed since it was asked for, so that it would fail; null: it was not looked ' +
        'at. Only `getChangeRequest` looks, while it is open',
    }),
    time_created: unixTime,
    time_expires: unixTime,
    time_ended: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      description: 'when it began to be carried out, ended or was declined; null: it is open',
    }),
  },
  { title: 'ChangeRequest' },
);

export const exampleChangeRequest = {
  id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  hash: 'ab'.repeat(32),
  asked_by: 'per_0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  reason: 'higher limit for the sale',
  scope: 'policies',
  method: 'PATCH',
  path: '/v1/policy/0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  body: { is_active: false },
  before: { is_active: true },
  needed: 2,
  approvals: [],
  state: 'open',
  status: null,
  code: null,
  is_for_asker_alone: false,
  is_outdated: null,
  time_created: 1_790_000_000,
  time_expires: 1_790_604_800,
  time_ended: null,
} as const;

export type WireChangeRequest = ReceivedResponseOf<IdentityDefinition['GetChangeRequest']>;

/** `nowMs`: since the epoch. */
export function changeRequestResponse(
  request: WireChangeRequest,
  nowMs: number,
): Static<typeof changeRequest> {
  const timeExpires = Number(request.timeExpires);
  const isExpired = ['open', 'lapsed'].includes(request.state) && timeExpires * 1000 <= nowMs;
  return {
    ...{ id: request.id, hash: request.hash, asked_by: request.askedBy, scope: request.scope },
    reason: request.reason === '' ? null : request.reason,
    method: request.method as 'POST' | 'PATCH' | 'DELETE',
    path: request.path,
    body: parsed(request.bodyJson),
    before: parsed(request.beforeJson),
    needed: request.needed,
    approvals: request.approvals.map(({ personId, timeCreated, passkeyJson }) => ({
      person_id: personId,
      time_created: Number(timeCreated),
      passkey: parsed(passkeyJson),
    })),
    state: (isExpired ? 'expired' : request.state) as Static<typeof changeRequest>['state'],
    status: request.status === 0 ? null : request.status,
    code: request.code === '' ? null : request.code,
    is_for_asker_alone: request.isForAskerAlone,
    is_outdated: null,
    time_created: Number(request.timeCreated),
    time_expires: timeExpires,
    time_ended: Number(request.timeEnded) || null,
  };
}

function parsed(json: string): unknown {
  return json === '' ? null : (JSON.parse(json) as unknown);
}
