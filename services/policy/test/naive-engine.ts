// A second, slow and simple implementation of the engine's decisions, for comparison. It shares no code with the
// engine: facts are plain strings, lists are walked, and nothing is compiled, cached or normalised in advance.

export type NaiveFact =
  | {
      readonly is: 'value';
      readonly type: 'number' | 'address' | 'account' | 'bytes' | 'text';
      readonly text: string;
      /** Other names with the same effect. */
      readonly alike?: readonly string[];
    }
  | { readonly is: 'unknown' }
  | { readonly is: 'absent' }
  | { readonly is: 'elsewhere' }
  | { readonly is: 'many'; readonly facts: readonly NaiveFact[] };

export type NaiveOperation = {
  readonly method: string;
  /** Keyed by `source.field`. */
  readonly whole: Readonly<Record<string, NaiveFact>>;
  /** One record for each instruction or payment. */
  readonly parts: readonly Readonly<Record<string, NaiveFact>>[];
  readonly partSources: readonly string[];
};
export type NaiveCondition = {
  readonly field_source: string;
  readonly field: string;
  readonly operator: string;
  readonly value: unknown;
};
export type NaiveRule = {
  readonly method: string;
  readonly action: string;
  readonly conditions: readonly NaiveCondition[];
  readonly approvals?: number | undefined;
};
type Answer = 'yes' | 'no' | 'maybe';

function same(type: string, a: string, b: unknown): boolean {
  if (type === 'number') return BigInt(a) === BigInt(b as string | number);
  const bothAddresses = [a, String(b)].every((each) => /^0x[0-9a-f]{40}$/i.test(each));
  if (type === 'address' || type === 'bytes' || bothAddresses)
    return a.toLowerCase() === String(b).toLowerCase();
  return a === b;
}

function ask(condition: NaiveCondition, fact: NaiveFact, allowing: boolean): Answer {
  const { operator, value } = condition;
  if (fact.is === 'unknown') return 'maybe';
  if (fact.is === 'elsewhere') return 'no';
  if (fact.is === 'absent') return operator === 'neq' || operator === 'not_in' ? 'maybe' : 'no';
  if (fact.is === 'many') {
    const answers = fact.facts.map((each) => ask(condition, each, allowing));
    if (answers.length === 0) return 'no';
    const [wish, against] = allowing ? (['no', 'yes'] as const) : (['yes', 'no'] as const);
    if (answers.includes(wish)) return wish;
    return answers.includes('maybe') ? 'maybe' : against;
  }
  const { type, text, alike = [] } = fact;
  const list = value as readonly unknown[];
  const holds = (): boolean => {
    switch (operator) {
      case 'eq':
        return same(type, text, value);
      case 'neq':
        return !same(type, text, value);
      case 'in':
        return list.some((each) => same(type, text, each));
      case 'not_in':
        return !list.some((each) => same(type, text, each));
      case 'gt':
        return BigInt(text) > BigInt(value as string);
      case 'gte':
        return BigInt(text) >= BigInt(value as string);
      case 'lt':
        return BigInt(text) < BigInt(value as string);
      case 'lte':
        return BigInt(text) <= BigInt(value as string);
      case 'contains':
        return type === 'bytes'
          ? Buffer.from(text.slice(2), 'hex').includes(Buffer.from(String(value).slice(2), 'hex'))
          : text.includes(String(value));
      default:
        return (
          text.toLowerCase().startsWith(String(value).toLowerCase()) &&
          (type === 'bytes' || text.startsWith(String(value)))
        );
    }
  };
  if (mayBeMeant(alike, text, value)) return 'maybe';
  return holds() ? 'yes' : 'no';
}

/** Not named itself, but something with the same effect is. */
function mayBeMeant(alike: readonly string[], text: string, value: unknown): boolean {
  const named: readonly unknown[] = value instanceof Array ? value : [value];
  return alike.some((other) => named.includes(other)) && !named.includes(text);
}

function all(answers: readonly Answer[]): Answer {
  if (answers.includes('no')) return 'no';
  return answers.includes('maybe') ? 'maybe' : 'yes';
}

function answersOfRule(
  rule: NaiveRule,
  operation: NaiveOperation,
  allowing: boolean,
): { parts: Answer[]; isWhole: boolean } {
  const isPart = (condition: NaiveCondition) => operation.partSources.includes(condition.field_source);
  const key = ({ field_source, field }: NaiveCondition) => `${field_source}.${field}`;
  const elsewhere: NaiveFact = { is: 'elsewhere' };
  const whole = rule.conditions
    .filter((condition) => !isPart(condition))
    .map((condition) => ask(condition, operation.whole[key(condition)] ?? elsewhere, allowing));
  const partly = rule.conditions.filter(isPart);
  if (partly.length === 0) return { parts: [all(whole)], isWhole: true };
  const parts = operation.parts.map((part) =>
    all([
      ...whole,
      ...partly.map((condition) => ask(condition, part[key(condition)] ?? elsewhere, allowing)),
    ]),
  );
  return { parts, isWhole: false };
}

export function naiveDecision(
  rules: readonly NaiveRule[],
  operation: NaiveOperation,
  defaultAction: string,
  stepUpApplies: boolean,
  approvals = 0,
): string {
  const relevant = rules.filter(
    ({ method, action }) =>
      (method === '*' || method === operation.method) && (stepUpApplies || action !== 'require_mfa'),
  );
  for (const rule of relevant) {
    if (
      rule.action === 'DENY' &&
      answersOfRule(rule, operation, false).parts.some((answer) => answer !== 'no')
    )
      return 'deny';
  }
  const allowedParts = new Set<number>();
  const wholes: NaiveRule[] = [];
  const demands: NaiveRule[] = [];
  for (const rule of relevant) {
    if (rule.action === 'DENY') continue;
    const { parts, isWhole } = answersOfRule(rule, operation, true);
    parts.forEach((answer, index) => {
      if (answer !== 'yes') return;
      if (isWhole) wholes.push(rule);
      else allowedParts.add(index);
    });
    if (
      rule.action !== 'ALLOW' &&
      answersOfRule(rule, operation, false).parts.some((answer) => answer !== 'no')
    )
      demands.push(rule);
  }
  const everyPart = operation.parts.length > 0 && allowedParts.size === operation.parts.length;
  if (defaultAction === 'deny' && wholes.length === 0 && !everyPart) return 'deny';
  const lacksApprovals = demands.some(
    ({ action, approvals: needed = 1 }) => action === 'require_approval' && needed > approvals,
  );
  if (lacksApprovals) return 'require_approval';
  return demands.some(({ action }) => action === 'require_mfa') ? 'require_mfa' : 'allow';
}
