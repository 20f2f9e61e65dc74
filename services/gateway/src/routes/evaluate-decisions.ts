import type { PolicyDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import { mapInTurn } from '@wallet-service/values';
import Type, { type Static } from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { filterOf, page } from './decision-page.js';
import { exampleDecision } from './decision-schema.js';
import { id, nullableText, present } from './field.js';
import { policyBody } from './policy-schema.js';
import { draftToWire } from './policy-to-wire.js';
import { namedRule, namedRuleResponse, exampleNamedRule } from './named-rule.js';

const open = { additionalProperties: true } as const;
const { limit: _text, since: _since, until: _until, ...filters } = page.properties;
const unixSeconds = (what: string) =>
  Type.Optional(Type.Integer({ minimum: 0, maximum: 99_999_999_999, description: what }));

const body = Type.Object(
  {
    policy: Type.Optional(policyBody),
    policy_id: Type.Optional({
      ...id,
      description:
        'with `policy`: the saved policy that it takes the place of. Without: a saved policy, taken for active',
    }),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100, description: 'how many decisions; 50 by default' }),
    ),
    ...filters,
    since: unixSeconds('decided at or after; Unix seconds'),
    until: unixSeconds('decided before; Unix seconds'),
  },
  { additionalProperties: false, title: 'DecisionsToEvaluate' },
);

const outcome = Type.Enum(['allow', 'require_mfa', 'require_approval', 'deny'], { type: 'string' });
const before = { ...outcome, description: 'what was decided' };
const after = { ...outcome, description: 'what would be decided' };
const howMany = Type.Integer({ description: 'how many decisions' });
const ruling = Type.Object(
  { outcome, reason: Type.String({ description: 'as in a decision' }), rule: namedRule },
  { ...open, title: 'Ruling', description: 'what was decided, why, and the rule that decided' },
);
const notJudged = {
  older_release: 'its decision is from a release that did not store it',
  too_large: 'it has more than 16 KiB',
  unreadable: 'it was sealed under another verdict key, or altered',
  undecodable: 'this release does not read it',
} as const;

const decision = Type.Object(
  {
    decision_id: Type.String({ description: 'the id of the decision' }),
    time: Type.String({ format: 'date-time' }),
    wallet_id: Type.String(),
    chain: Type.String(),
    operation: Type.String(),
    method: Type.String(),
    was: ruling,
    would_be: Type.Optional(ruling),
    is_changed: Type.Boolean({ description: 'whether the outcome is another one' }),
    not_judged: Type.Optional(
      Type.String({
        description: `instead of \`would_be\`: why the request cannot be judged. ${Object.entries(notJudged)
          .map(([code, means]) => `${code}: ${means}`)
          .join('. ')}`,
      }),
    ),
    assumptions: Type.Array(Type.String(), {
      description: 'facts of that time that are not known, and what is taken for true',
    }),
  },
  { ...open, title: 'DecisionAgain' },
);

const answer = Type.Object(
  {
    evaluation_enabled: Type.Boolean({
      description: 'false: evaluation is off, and these are the decisions as if it were on',
    }),
    data: Type.Array(decision),
    next: nullableText,
    sums: Type.Object(
      {
        decisions: Type.Integer({ description: 'how many decisions this page has' }),
        changed: Type.Integer({ description: 'how many have another outcome' }),
        changes: Type.Array(Type.Object({ was: before, would_be: after, decisions: howMany }, open), {
          description: 'how many changed from which outcome to which',
        }),
        not_judged: Type.Array(
          Type.Object(
            { because: Type.String({ description: 'as in `not_judged` of a decision' }), decisions: howMany },
            open,
          ),
          {
            description: 'how many cannot be judged, and why',
          },
        ),
        with_assumptions: Type.Integer({ description: 'how many were judged with assumptions' }),
      },
      { ...open, title: 'DecisionSums', description: 'of this page' },
    ),
  },
  { ...open, title: 'DecisionsAgain' },
);

const exampleRuling = { outcome: 'allow', reason: 'default_action', rule: null };
const documentation = {
  operationId: 'evaluateDecisions',
  tag: 'Policies',
  summary: 'Evaluate past decisions again',
  description:
    'What would the newest decisions be with this policy? `policy` is judged together with the active policies, as ' +
    'if it were saved; with `policy_id` it takes the place of that one. Without either, the active policies judge. ' +
    'It signs, reserves and records nothing. Settings and policies are those of now, the time is that of the ' +
    'decision, and nothing is taken for spent in any window: `assumptions` says where that may matter. So an outcome ' +
    'may also differ because of a change that was saved since. Newest first. A page may have fewer decisions than ' +
    '`limit`, even none: go on with `before` while `next` is not null. A request of more than 16 KiB is not stored ' +
    'with its decision, and cannot be judged.',
  refusals: ['policy.not-found'],
  body: {
    limit: 100,
    policy: {
      name: 'no large payments',
      chain: 'ETH',
      scope: 'GLOBAL',
      rules: [
        {
          name: 'at most 1 ether',
          method: 'eth_signTransaction',
          action: 'DENY',
          conditions: [
            {
              field_source: 'ethereum_transaction',
              field: 'value',
              operator: 'gt',
              value: '1000000000000000000',
            },
          ],
        },
      ],
    },
  },
  answer: {
    evaluation_enabled: true,
    data: [
      {
        decision_id: exampleDecision.id,
        time: exampleDecision.time,
        wallet_id: exampleDecision.wallet_id,
        chain: exampleDecision.chain,
        operation: exampleDecision.operation,
        method: exampleDecision.method,
        was: exampleRuling,
        would_be: { outcome: 'deny', reason: 'rule', rule: exampleNamedRule },
        is_changed: true,
        assumptions: [],
      },
    ],
    next: null,
    sums: {
      decisions: 1,
      changed: 1,
      changes: [{ was: 'allow', would_be: 'deny', decisions: 1 }],
      not_judged: [],
      with_assumptions: 0,
    },
  },
} as const satisfies Documentation;

/** What past decisions would be. */
export function evaluateDecisionsRoute({ policy }: Pick<Services, 'policy'>): Route {
  return route({
    ...{ authentication: 'secret-key', rateClass: 'management', errors: 'problem', scope: 'read' },
    method: 'POST',
    path: '/v1/policy/evaluate/decisions',
    status: 200,
    body,
    answer,
    documentation,
    async handle({ caller: { applicationId }, body: asked, context }) {
      const { policy: draft, policy_id: policyId = '', limit = 50, before = '', ...given } = asked;
      const { since, until, ...others } = given;
      const times = {
        ...(since !== undefined && { since: String(since) }),
        ...(until !== undefined && { until: String(until) }),
      };
      const request = {
        ...{ applicationId, policyId, limit, before },
        ...(draft && { policy: draftToWire(draft) }),
        ...filterOf({ ...others, ...times }),
      };
      const found = await policy('EvaluateDecisions', request, context);
      const data = await mapInTurn(found.decisions, decisionAgain);
      return {
        evaluation_enabled: found.evaluationEnabled,
        data,
        next: found.next === '' ? null : found.next,
        sums: sumsOf(data),
      };
    },
  });
}

type OnTheWire = ReceivedResponseOf<PolicyDefinition['EvaluateDecisions']>['decisions'][number];
type Shown = Static<typeof decision>;

function decisionAgain(one: OnTheWire): Shown {
  const was = rulingOf(present(one.was, 'was'));
  const wouldBe = one.wouldBe && rulingOf(one.wouldBe);
  return {
    decision_id: one.id,
    time: one.time,
    wallet_id: one.walletId,
    chain: one.chain,
    operation: one.operation,
    method: one.method,
    was,
    ...(wouldBe && { would_be: wouldBe }),
    is_changed: wouldBe !== null && wouldBe.outcome !== was.outcome,
    ...(one.notJudged !== '' && { not_judged: one.notJudged }),
    assumptions: one.assumptions,
  };
}

function rulingOf({ outcome: decided, reason, rule }: NonNullable<OnTheWire['was']>): Shown['was'] {
  return { outcome: decided as Shown['was']['outcome'], reason, rule: namedRuleResponse(rule) };
}

function sumsOf(data: readonly Shown[]): Static<typeof answer>['sums'] {
  const changes = new Map<string, { was: Outcome; would_be: Outcome; decisions: number }>();
  const unjudged = new Map<string, { because: string; decisions: number }>();
  for (const { was, would_be: wouldBe, is_changed: isChanged, not_judged: because } of data) {
    if (because !== undefined) counted(unjudged, because, { because, decisions: 0 });
    if (!wouldBe || !isChanged) continue;
    const change = { was: was.outcome, would_be: wouldBe.outcome, decisions: 0 };
    counted(changes, `${was.outcome} ${wouldBe.outcome}`, change);
  }
  return {
    decisions: data.length,
    changed: data.filter(({ is_changed: isChanged }) => isChanged).length,
    changes: [...changes.values()],
    not_judged: [...unjudged.values()],
    with_assumptions: data.filter(({ assumptions }) => assumptions.length > 0).length,
  };
}

type Outcome = Static<typeof outcome>;

function counted<Sum extends { decisions: number }>(sums: Map<string, Sum>, name: string, first: Sum): void {
  const sum = sums.get(name) ?? first;
  sum.decisions += 1;
  sums.set(name, sum);
}
