import { excludesValues, namesValues } from './operators.js';
import type { ResolvedCondition } from './resolve-condition.js';
import { TRUE } from './truth.js';

/**
 * The topic that a rule's conditions contradict, such as `instruction` if they are about two different ones.
 * Undefined if all conditions can hold together.
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
    if (field.topic !== undefined && rest && excludesValues(operator))
      possible.set(
        field.topic,
        rest.filter((each) => !comparands.includes(each)),
      );
  }
  return [...possible].find(([, oneOf]) => oneOf.length === 0)?.[0];
}

/** The values that the condition permits. Undefined if it only excludes some. */
function namedBy({ field, operator, comparands, fires }: ResolvedCondition): readonly string[] | undefined {
  if (excludesValues(operator)) return undefined;
  if (namesValues(operator)) return comparands.map(String);
  return field.choices?.filter((value) => fires({ state: 'value', kind: 'text', value }) === TRUE);
}
