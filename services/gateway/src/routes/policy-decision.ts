import { invalidField } from '@wallet-service/errors';
import Type, { type Static } from 'typebox';
import type { Services } from '../clients/services.js';
import { route, type Route } from '../route.js';
import {
  address20,
  chain,
  hash32,
  id,
  nullableText,
  pageLimit,
  present,
  safeInteger,
  typedDataVersion,
  unixTime,
} from './field.js';
import {
  authorizationOperation,
  hashOperation,
  messageOperation,
  transactionOperation,
  typedDataOperation,
  type WireOperation,
} from './operation.js';
import { policyAnswer, policyBody } from './policy-schema.js';
import { shown } from './policy.js';

const common = { authentication: 'secret-key', rateClass: 'management', errors: 'problem' } as const;
const params = Type.Object({ id });
const closed = { additionalProperties: false } as const;
const networkOf = { ETH: 'EVM', SOL: 'SOL_MAINNET', BTC: 'BTC_MAINNET' } as const;

const whatIsSigned = {
  raw_data_hash: Type.Optional(hash32),
  message_base64: Type.Optional(Type.String()),
  authorization: Type.Optional(
    Type.Object({ chain_id: safeInteger, address: address20, nonce: safeInteger }, closed),
  ),
  payload: Type.Optional(Type.Unknown()),
  typed_data: Type.Optional(Type.Unknown()),
};
const dryRunBody = Type.Object(
  {
    chain,
    ...whatIsSigned,
    format: Type.Optional(Type.Enum(['bip137', 'bip322'], { type: 'string' })),
    version: Type.Optional(typedDataVersion),
    address: Type.Optional(id),
    wallet_id: Type.Optional(id),
    provider_id: Type.Optional(id),
    policy: Type.Optional(policyBody),
    policy_id: Type.Optional(id),
  },
  closed,
);
type DryRun = Static<typeof dryRunBody>;

/** What the policies decided, and what they would decide. */
export function policyDecisionRoutes({ policy }: Pick<Services, 'policy'>): readonly Route[] {
  return [
    route({
      ...common,
      method: 'POST',
      path: '/v1/policy/evaluate',
      status: 200,
      body: dryRunBody,
      answer: Type.Unknown(),
      async handle({ caller: { applicationId }, body, context }) {
        if (body.policy && body.policy_id !== undefined)
          throw invalidField('/policy_id', 'cannot be given together with policy');
        const request = {
          applicationId,
          chain: body.chain,
          network: networkOf[body.chain],
          address: body.address ?? '',
          walletId: body.wallet_id ?? '',
          providerId: body.provider_id ?? '',
          operation: operationOf(body),
          policyJson: body.policy ? JSON.stringify(body.policy) : '',
          policyId: body.policy_id ?? '',
        };
        const { decisionJson } = await policy('EvaluateDryRun', request, context);
        return JSON.parse(decisionJson) as unknown;
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v1/policy/:id/decisions',
      status: 200,
      params,
      query: Type.Object(
        {
          before: Type.Optional(id),
          limit: Type.Optional(pageLimit),
        },
        closed,
      ),
      answer: Type.Object({ data: Type.Array(Type.Unknown()), next: nullableText }),
      async handle({ caller: { applicationId }, params: { id: policyId }, query, context }) {
        const page = { before: query.before ?? '', limit: Number(query.limit ?? 50) };
        // Decisions outlive their policy; whose it is, its revisions say.
        await policy('ListPolicyRevisions', { applicationId, policyId }, context);
        const listed = await policy('ListDecisions', { applicationId, policyId, ...page }, context);
        const data = listed.decisionsJson.map((json) => JSON.parse(json) as unknown);
        return { data, next: listed.next === '' ? null : listed.next };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v1/policy/:id/revisions',
      status: 200,
      params,
      answer: Type.Array(
        Type.Object({
          revision: Type.Integer(),
          change: Type.String(),
          time: unixTime,
          policy: policyAnswer,
        }),
      ),
      async handle({ caller: { applicationId }, params: { id: policyId }, context }) {
        const { revisions } = await policy('ListPolicyRevisions', { applicationId, policyId }, context);
        return revisions.map(({ change, time, policy: record }) => {
          const { revision, ...then } = shown(present(record, 'policy'));
          return { revision, change, time: Number(time), policy: then };
        });
      },
    }),
  ];
}

function operationOf(body: DryRun): WireOperation {
  const on = { chain: body.chain, field: '/chain' };
  const given = Object.keys(whatIsSigned).filter((name) => Object.hasOwn(body, name));
  if (given.length !== 1)
    throw invalidField('', `must have exactly one of ${Object.keys(whatIsSigned).join(', ')}`);
  if (body.raw_data_hash !== undefined) return hashOperation(on, body.raw_data_hash);
  if (body.message_base64 !== undefined) return messageOperation(on, body.message_base64, body.format);
  if (body.authorization) return authorizationOperation(on, body.authorization, '/authorization');
  if (body.typed_data !== undefined) return typedDataOperation(on, body.typed_data, body.version);
  return transactionOperation(on, body.payload);
}
