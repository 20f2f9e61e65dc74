import Type from 'typebox';
import { unixTime } from './field.js';
import { nameOfApprover } from './person-schema.js';

const open = { additionalProperties: true } as const;
const result = Type.Enum(['true', 'false', 'unknown'], { type: 'string' });

const condition = Type.Object(
  {
    index: Type.Integer({ description: 'the index of the condition in the rule, from 0' }),
    field_source: Type.String(),
    field: Type.String(),
    operator: Type.String(),
    value: Type.Unknown({ description: 'as in the rule' }),
    result,
    value_seen: Type.Unknown({
      description:
        'what the request shows: text (integers in decimal, bytes in hex), true or false, a list, or null',
    }),
    unknown_because: Type.Optional(Type.String()),
  },
  { ...open, title: 'ConditionRecord' },
);

const rule = Type.Object(
  {
    policy_id: Type.String(),
    policy_name: Type.String(),
    policy_revision: Type.Integer(),
    scope: Type.String(),
    rule: Type.String({ description: 'its name' }),
    rule_index: Type.Integer({ description: 'the index of the rule in the policy, from 0' }),
    action: Type.String(),
    result,
    element: Type.Optional(
      Type.Integer({
        description: 'the index of the instruction or output that was compared with the conditions, from 0',
      }),
    ),
    conditions: Type.Array(condition),
  },
  { ...open, title: 'RuleRecord' },
);

const decided = {
  outcome: Type.Enum(['allow', 'require_mfa', 'require_approval', 'deny'], { type: 'string' }),
  reason: Type.String({
    description:
      'rule, default_action, raw_hash_signing, chain_id, eip7702, eip7702_any_chain, export or evaluation_disabled',
  }),
  rules: Type.Array(rule),
  rules_fired: Type.Optional(
    Type.Integer({ description: 'how many rules fired, if `rules` does not show all of them' }),
  ),
  rules_considered: Type.Optional(
    Type.Integer({
      description:
        'dry run only: how many rules cover the method, if `rules` does not show all of them. It shows at ' +
        'most 300 and 256 KiB, rules that fired first',
    }),
  ),
  unmet: Type.Optional(
    Type.Array(rule, {
      description: 'if nothing allows the request: the rules that could have, at most 20',
    }),
  ),
  not_allowed: Type.Optional(
    Type.Array(Type.Integer(), {
      description:
        'with `unmet`: indexes of the instructions or outputs that no rule allows, from 0, at most 20',
    }),
  ),
  caused_by: Type.Optional(
    Type.Array(Type.Object({ policy_id: Type.String(), policy_name: Type.String() }, open), {
      description: 'policies that denied the request just by being active, at most 20',
    }),
  ),
};
const mfa = Type.Unsafe<unknown>({
  type: ['object', 'null'],
  properties: {
    max_age_seconds: { type: 'integer' },
    acr_values: { type: 'array', items: { type: 'string' } },
  },
  additionalProperties: true,
});

const approval = Type.Object(
  {
    request_id: Type.String({ description: 'of the signature request' }),
    hash: Type.String({ description: 'of what was approved: SHA-256, hex' }),
    needed: Type.Integer({ description: 'owners who must approve' }),
    approvals: Type.Array(
      Type.Object(
        {
          person_id: Type.String(),
          name: nameOfApprover,
          time: unixTime,
          passkey: Type.String({ description: 'what their passkey signed, as JSON' }),
          approver: Type.String({ description: 'identity’s signed statement about them, in base64' }),
        },
        open,
      ),
      { description: 'those that the policy service has verified' },
    ),
  },
  {
    ...open,
    description: 'the approvals that the decision demanded or relied on; absent: none were demanded',
  },
);

const proof = Type.Object(
  {
    record: Type.String({
      description: 'the JSON that was stored. Everything else comes from it, except `claims`',
    }),
    tlog_proof: Type.String({
      description:
        'C2SP tlog-proof: the place of `record` in a Merkle tree, and the tree as a verdict key signed it. ' +
        '`getTrust` has the keys, in `signed_root_document`',
    }),
  },
  {
    ...open,
    title: 'DecisionProof',
    description:
      'that the policy service decided this: `verifyDecision` of `@wallet-service/sdk/verify` verifies it, and ' +
      '`docs/signatures.md` of the source says how. Only where one decision is read; absent: it was decided before ' +
      'there were proofs',
  },
);

/** A decision as it is stored, shown in a denial and written to the journal. */
export const decisionRecord = Type.Object(
  {
    ...decided,
    id: Type.String(),
    time: Type.String({ format: 'date-time' }),
    application_id: Type.String(),
    wallet_id: Type.String(),
    chain: Type.String(),
    operation: Type.String(),
    method: Type.String(),
    payload_hashes: Type.Array(Type.String({ description: 'SHA-256 in hex, without 0x' })),
    policy_revision: Type.String(),
    mfa,
    approval: Type.Optional(approval),
    claims: Type.Optional(
      Type.Unsafe<Readonly<Record<string, unknown>>>({
        type: 'object',
        additionalProperties: true,
        description:
          'of the token that was used: `iss` and `sub`, and of the others `aud`, `azp`, `iat`, `nbf`, `exp`, ' +
          '`auth_time`, `acr` and `amr`. Only where one decision is read, and if they were kept',
      }),
    ),
    proof: Type.Optional(proof),
  },
  { ...open, title: 'Decision' },
);

const named = { id: Type.String(), name: Type.String() };

export const dryRunAnswer = Type.Object(
  {
    ...decided,
    method: Type.String(),
    evaluation_enabled: Type.Boolean({
      description: 'false: evaluation is off, and this is the decision as if it were on',
    }),
    policies_evaluated: Type.Array(Type.Object(named, open)),
    policies_not_applicable: Type.Array(Type.Object({ ...named, because: Type.String() }, open)),
    mfa,
    assumptions: Type.Array(Type.String(), {
      description: 'facts that the request leaves open and the dry run assumed',
    }),
  },
  { ...open, title: 'DryRun' },
);

export const exampleDecision = {
  outcome: 'deny',
  reason: 'rule',
  rules: [
    {
      policy_id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
      policy_name: 'limits',
      policy_revision: 1,
      scope: 'GLOBAL',
      rule: 'at most 1 ether',
      rule_index: 0,
      action: 'DENY',
      result: 'true',
      conditions: [
        {
          index: 0,
          field_source: 'ethereum_transaction',
          field: 'value',
          operator: 'gt',
          value: '1000000000000000000',
          result: 'true',
          value_seen: '2000000000000000000',
        },
      ],
    },
  ],
  id: '0192f0c1-8d4f-7b62-8a1f-3c7b2d4e5f60',
  time: '2026-10-05T12:00:00.000Z',
  application_id: '0192f0c0-6b2d-7940-8e0d-1e5f0a2b3c4d',
  wallet_id: '0192f0c0-7c3e-7a51-9f0e-2f6a1b3c4d5f',
  chain: 'ETH',
  operation: 'transaction',
  method: 'eth_signTransaction',
  payload_hashes: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  policy_revision: '3',
  mfa: null,
};

export const exampleProof = {
  record: '{"outcome":"deny","reason":"rule",…}',
  tlog_proof:
    'c2sp.org/tlog-proof@v1\nindex 0\n\nwallet-service/decisions/4bf92f3577b34da6a3ce929d0e0e4736\n1\n' +
    'uU0nuZNNPgilLlLX2n2r+sSE7+N6U4DukIj3rOLvzek=\n\n— wallet-service/decisions/4bf92f3577b34da6a3ce929d0e0e4736 …\n',
};

export const exampleDryRun = {
  outcome: exampleDecision.outcome,
  reason: exampleDecision.reason,
  rules: exampleDecision.rules,
  method: exampleDecision.method,
  evaluation_enabled: true,
  policies_evaluated: [{ id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e', name: 'limits' }],
  policies_not_applicable: [],
  assumptions: [],
  mfa: null,
};
