import { chainOfNetwork, chainTable } from '@wallet-service/addresses';
import { operationToWire, resolveOperation, type RequestedOperation } from '@wallet-service/chains';
import { invalidField } from '@wallet-service/errors';
import { mapInTurn } from '@wallet-service/values';
import Type, { type Static } from 'typebox';
import type { RequestContext, Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { address20, chain, hash32, id, nullableText, safeInteger, typedDataVersion } from './field.js';
import { requestedAuthorization, requestedHash, requestedMessage, requestedTypedData } from './operation.js';
import { filterOf, filtersSaid, page } from './decision-page.js';
import { namesOfApprovers } from './names-of-approvers.js';
import { decisionResponse, dryRunResponse } from './decision-response.js';
import {
  decisionRecord,
  dryRunAnswer,
  exampleDecision,
  exampleDryRun,
  exampleProof,
} from './decision-schema.js';
import { policyRevision, policyRevisionExample, shownRevision } from './policy-revision-schema.js';
import { policyBody } from './policy-schema.js';
import { draftToWire } from './policy-to-wire.js';
import { network } from './core-field.js';
import { transactionPayload, typedData } from './sign-request.js';
import { exampleTransaction } from './signing-documentation.js';
import { publicKeyOf, recipientPublicKey } from './transfer-field.js';

const common = {
  authentication: 'secret-key',
  rateClass: 'management',
  errors: 'problem',
} as const;
const params = Type.Object({ id });
const closed = { additionalProperties: false } as const;

const whatIsSigned = {
  raw_data_hash: Type.Optional(hash32),
  message_base64: Type.Optional(Type.String()),
  authorization: Type.Optional(
    Type.Object({ chain_id: safeInteger, address: address20, nonce: safeInteger }, closed),
  ),
  payload: Type.Optional(transactionPayload),
  typed_data: Type.Optional(typedData),
  recipient_public_key: Type.Optional(recipientPublicKey),
};
const dryRunBody = Type.Object(
  {
    chain,
    ...whatIsSigned,
    format: Type.Optional(Type.Enum(['bip137', 'bip322'], { type: 'string' })),
    version: Type.Optional(typedDataVersion),
    address: Type.Optional(id),
    wallet_id: Type.Optional(id),
    network: Type.Optional({
      ...network,
      description:
        'of the Core wallet. If its chain id is known, what is for another chain is denied (`chain_id`). Without it ' +
        'no chain id is checked',
    }),
    provider_id: Type.Optional(id),
    policy: Type.Optional(policyBody),
    policy_id: Type.Optional(id),
  },
  closed,
);
type DryRun = Static<typeof dryRunBody>;
const decisions = Type.Object(
  { data: Type.Array(decisionRecord), next: nullableText },
  { title: 'DecisionPage' },
);

const documented = {
  evaluatePolicies: {
    operationId: 'evaluatePolicies',
    tag: 'Policies',
    summary: 'Evaluate the policies without signing',
    description:
      'A dry run: it signs, reserves and records nothing. Give exactly one of `raw_data_hash`, ' +
      '`message_base64`, `authorization`, `payload`, `typed_data` and `recipient_public_key` (an export). ' +
      '`policy` or `policy_id` evaluates one policy alone. `address` names the wallet. Without it a ' +
      'transaction on SOL or BTC, and a message on SOL that is not text, cannot be read. `provider_id` ' +
      'names the user’s provider. STEP_UP policies that do not apply to its users are in ' +
      '`policies_not_applicable`. `assumptions` lists what the request leaves open.',
    refusals: ['policy.not-found', 'chain.operation-unsupported'],
    body: { chain: 'ETH', payload: exampleTransaction },
    answer: exampleDryRun,
  },
  listDecisions: {
    operationId: 'listDecisions',
    tag: 'Policies',
    summary: 'List the decisions of a policy',
    description:
      'Those that name the policy: its rules fired, could have allowed the request, or it caused the denial. ' +
      'Newest first, at most about 1 MiB per page. Decisions are kept for 90 days. ' +
      filtersSaid,
    refusals: ['policy.not-found'],
    answer: { data: [exampleDecision], next: null },
  },
  listAllDecisions: {
    operationId: 'listAllDecisions',
    tag: 'Policies',
    summary: 'List all decisions',
    description:
      'Newest first, at most about 1 MiB per page. Decisions are kept for 90 days. The list has the ' +
      'decisions of all policies, and those made without one: by `default_action`, `raw_hash_signing` or ' +
      '`eip7702_any_chain`. ' +
      filtersSaid,
    answer: { data: [exampleDecision], next: null },
  },
  getDecision: {
    operationId: 'getDecision',
    tag: 'Policies',
    summary: 'Get a decision by the id in a denial',
    description:
      'Shows limits, lists and the values seen, which a denial on the Express interface does not. It can be ' +
      'read as soon as the denial is answered. `proof` shows that the policy service decided this, also to those who ' +
      'do not trust the database.',
    refusals: ['policy.decision-not-found'],
    answer: { ...exampleDecision, proof: exampleProof },
  },
  listPolicyRevisions: {
    operationId: 'listPolicyRevisions',
    tag: 'Policies',
    summary: 'List the revisions of a policy',
    description: 'Newest first, at most 100 and about 1 MiB of rules.',
    refusals: ['policy.not-found'],
    answer: [policyRevisionExample],
  },
} as const satisfies Record<string, Documentation>;

/** Past decisions and dry runs. */
export function policyDecisionRoutes({
  policy,
  identity,
}: Pick<Services, 'policy' | 'identity'>): readonly Route[] {
  return [
    route({
      ...common,
      scope: 'read',
      method: 'POST',
      path: '/v1/policy/evaluate',
      status: 200,
      body: dryRunBody,
      answer: dryRunAnswer,
      documentation: documented.evaluatePolicies,
      async handle({ caller: { applicationId }, body, context }) {
        if (body.policy && body.policy_id !== undefined)
          throw invalidField('/policy_id', 'cannot be given together with policy');
        const request = {
          applicationId,
          chain: body.chain,
          network: networkOf(body),
          address: body.address ?? '',
          walletId: body.wallet_id ?? '',
          issuer: await issuerOf(identity, body.provider_id, applicationId, context),
          operation: operationToWire(
            resolveOperation({ chain: body.chain, field: '/chain' }, requestedBy(body)).operation,
          ),
          ...(body.policy && { policy: draftToWire(body.policy) }),
          policyId: body.policy_id ?? '',
        };
        return dryRunResponse(await policy('EvaluateDryRun', request, context));
      },
    }),
    ...recordedRoutes({ policy, identity }),
  ];
}

function networkOf({ chain: own, network: given }: DryRun): string {
  if (given === undefined) return chainTable[own].expressNetwork;
  if (chainOfNetwork(given) === own) return given;
  throw invalidField('/network', `is not a network of ${own}`);
}

/** Decisions, and the revisions of a policy that made them. */
function recordedRoutes(services: Pick<Services, 'policy' | 'identity'>): readonly Route[] {
  const { policy, identity } = services;
  return [
    route({
      ...common,
      scope: 'lookup',
      method: 'GET',
      path: '/v1/policy/decisions',
      status: 200,
      query: page,
      answer: decisions,
      documentation: documented.listAllDecisions,
      handle: ({ caller: { applicationId }, query, context }) =>
        listed(services, { applicationId, policyId: '' }, query, context),
    }),
    route({
      ...common,
      scope: 'lookup',
      method: 'GET',
      path: '/v1/decision/:id',
      status: 200,
      params,
      answer: decisionRecord,
      documentation: documented.getDecision,
      async handle({ caller: { applicationId }, params: { id: decisionId }, context }) {
        const found = await policy('GetDecision', { applicationId, decisionId }, context);
        const nameOf = await namesOfApprovers(identity, applicationId, [found.approval], context);
        return decisionResponse(found, nameOf);
      },
    }),
    route({
      ...common,
      scope: 'read',
      method: 'GET',
      path: '/v1/policy/:id/decisions',
      status: 200,
      params,
      query: page,
      answer: decisions,
      documentation: documented.listDecisions,
      async handle({ caller: { applicationId }, params: { id: policyId }, query, context }) {
        // Decisions outlive their policy, so its revisions say which application it belongs to.
        await policy('ListPolicyRevisions', { applicationId, policyId }, context);
        return listed(services, { applicationId, policyId }, query, context);
      },
    }),
    route({
      ...common,
      scope: 'read',
      method: 'GET',
      path: '/v1/policy/:id/revisions',
      status: 200,
      params,
      answer: Type.Array(policyRevision),
      documentation: documented.listPolicyRevisions,
      async handle({ caller: { applicationId }, params: { id: policyId }, context }) {
        const { revisions } = await policy('ListPolicyRevisions', { applicationId, policyId }, context);
        return mapInTurn(revisions, shownRevision);
      },
    }),
  ];
}

async function listed(
  { policy, identity }: Pick<Services, 'policy' | 'identity'>,
  of: { readonly applicationId: string; readonly policyId: string },
  query: Static<typeof page>,
  context: RequestContext,
): Promise<Static<typeof decisions>> {
  const { before = '', limit = 50, ...filters } = query;
  const asked = { ...of, before, limit: Number(limit), ...filterOf(filters) };
  const { decisions: found, next } = await policy('ListDecisions', asked, context);
  const approvals = found.map(({ approval }) => approval);
  const nameOf = await namesOfApprovers(identity, of.applicationId, approvals, context);
  return {
    data: found.map((one) => decisionResponse(one, nameOf)),
    next: next === '' ? null : next,
  };
}

function requestedBy(body: DryRun): RequestedOperation {
  const given = Object.keys(whatIsSigned).filter((name) => Object.hasOwn(body, name));
  if (given.length !== 1)
    throw invalidField('', `must have exactly one of ${Object.keys(whatIsSigned).join(', ')}`);
  if (body.raw_data_hash !== undefined) return requestedHash({ raw_data_hash: body.raw_data_hash });
  if (body.message_base64 !== undefined) return requestedMessage(body.message_base64, body.format);
  if (body.authorization) return requestedAuthorization(body.authorization, '/authorization');
  if (body.recipient_public_key !== undefined)
    return {
      kind: 'export_private_key',
      recipientPublicKey: publicKeyOf(body.recipient_public_key, '/recipient_public_key'),
    };
  if (body.typed_data !== undefined) return requestedTypedData(body.typed_data, body.version);
  return { kind: 'transaction', payload: body.payload };
}

async function issuerOf(
  identity: Services['identity'],
  providerId: string | undefined,
  applicationId: string,
  context: RequestContext,
): Promise<string> {
  if (providerId === undefined) return '';
  const { providers } = await identity('ListProviders', { applicationId }, context);
  const provider = providers.find(({ id: known }) => known === providerId);
  if (!provider) throw invalidField('/provider_id', 'must be an identity provider of this application');
  return provider.issuer;
}
