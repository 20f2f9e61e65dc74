import type { ResolvedCondition } from './resolve-condition.js';
import { TRUE } from './truth.js';

/**
 * What the conditions of one rule presume in vain, as `instruction` when they are about two different ones;
 * undefined when all of it may be the case at once.
 */
export function contradictedTopic(conditions: readonly ResolvedCondition[]): string | undefined {
  const possible = new Map<string, readonly string[]>();
  const narrow = (topic: string, oneOf: readonly string[]) => {
    possible.set(topic, possible.get(topic)?.filter((each) => oneOf.includes(each)) ?? oneOf);
  };
  for (const condition of conditions) {
    const { presumes = [], topic } = condition.field;
    for (const presumption of presumes) narrow(presumption.topic, presumption.oneOf);
    const named = topic === undefined ? undefined : namedBy(condition);
    if (topic !== undefined && named) narrow(topic, named);
  }
  for (const { field, operator, comparands } of conditions) {
    const rest = field.topic === undefined ? undefined : possible.get(field.topic);
    if (field.topic !== undefined && rest && (operator === 'neq' || operator === 'not_in'))
      possible.set(
        field.topic,
        rest.filter((each) => !comparands.includes(each)),
      );
  }
  return [...possible].find(([, oneOf]) => oneOf.length === 0)?.[0];
}

/** The values that the condition leaves; undefined when it only takes some away. */
function namedBy({ field, operator, comparands, fires }: ResolvedCondition): readonly string[] | undefined {
  if (operator === 'neq' || operator === 'not_in') return undefined;
  if (operator === 'eq' || operator === 'in') return comparands.map(String);
  return field.choices?.filter((value) => fires({ state: 'value', kind: 'text', value }) === TRUE);
}
