import { Link } from '@tanstack/react-router';
import type { ServerClient } from '@wallet-service/sdk/server';
import { Badge, type Tone } from './values.tsx';

export type Decision = Awaited<ReturnType<ServerClient['decisions']['get']>>;
export type Rule = Decision['rules'][number];
type Condition = Rule['conditions'][number];

const operators: Readonly<Record<string, string>> = {
  eq: 'is',
  neq: 'is not',
  in: 'is one of',
  not_in: 'is none of',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  contains: 'contains',
  starts_with: 'begins with',
};
const results: Readonly<Record<string, readonly [Tone, string]>> = {
  true: ['good', 'Holds'],
  false: ['plain', 'Does not'],
  unknown: ['warn', 'Unknown'],
};
const actions: Readonly<Record<string, readonly [Tone, string]>> = {
  DENY: ['bad', 'Denies'],
  ALLOW: ['good', 'Allows'],
  require_mfa: ['warn', 'Second factor'],
  require_approval: ['warn', 'Approvals'],
};

/** Rules, and each of their conditions with the value that it saw. */
export function RuleRecords({ app, rules }: { readonly app: string; readonly rules: readonly Rule[] }) {
  return rules.map((rule) => (
    <RuleRecord key={`${rule.policy_id} ${rule.rule_index} ${rule.element}`} app={app} rule={rule} />
  ));
}

function RuleRecord({ app, rule }: { readonly app: string; readonly rule: Rule }) {
  const [tone, verb] = actions[rule.action] ?? ['plain', rule.action];
  return (
    <article className="rule">
      <header>
        <Badge tone={tone}>{verb}</Badge>
        <h3>{rule.rule}</h3>
        <span className="quiet small">
          of{' '}
          <Link to={`/a/${app}/policies/${rule.policy_id}`}>
            {rule.policy_name}, revision {rule.policy_revision}
          </Link>
          {rule.element !== undefined && `, about part ${rule.element + 1} of the transaction`}
        </span>
      </header>
      <ul className="conditions">
        {rule.conditions.map((condition) => (
          <ConditionRecord key={condition.index} condition={condition} />
        ))}
      </ul>
    </article>
  );
}

function ConditionRecord({ condition }: { readonly condition: Condition }) {
  const [tone, text] = results[condition.result] ?? ['plain', condition.result];
  return (
    <li>
      <Badge tone={tone}>{text}</Badge>
      <p>
        <code>
          {condition.field_source}.{condition.field}
        </code>{' '}
        {operators[condition.operator] ?? condition.operator} <code>{shown(condition.value)}</code>
      </p>
      <p className="quiet">
        It saw{' '}
        {condition.value_seen === null || condition.value_seen === undefined ? (
          'nothing'
        ) : (
          <code>{shown(condition.value_seen)}</code>
        )}
        {condition.unknown_because !== undefined && `: ${condition.unknown_because}`}
      </p>
    </li>
  );
}

const mostListed = 5;

/** Text as it is, lists by their first values, and everything else as JSON. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return JSON.stringify(value);
  const first = value.slice(0, mostListed).map(shown).join(', ');
  return value.length > mostListed ? `${first} and ${value.length - mostListed} more` : first;
}

const reasons: Readonly<Record<string, string>> = {
  rule: 'A rule decided it.',
  default_action: 'No rule allows it, and what no rule allows is denied here (default_action).',
  raw_hash_signing: 'It is a bare hash, which no rule can read (raw_hash_signing).',
  chain_id: 'The wallet is for another chain (chain_id).',
  eip7702: 'It delegates the account (EIP-7702), and no rule permits that.',
  eip7702_any_chain: 'The delegation would be valid on every chain (eip7702_any_chain).',
  export: 'It would export the key, and no rule permits that.',
  evaluation_disabled: 'Policies are turned off for this application.',
};

/** Why, in a sentence. */
export function sentenceOf({ outcome, reason }: Pick<Decision, 'outcome' | 'reason'>): string {
  if (outcome === 'allow' && reason === 'default_action') return 'No rule denies it.';
  if (outcome === 'require_mfa' && reason === 'rule') return 'A rule demands a second factor.';
  if (outcome === 'require_approval') return 'A rule demands that owners approve it.';
  return reasons[reason] ?? reason;
}
