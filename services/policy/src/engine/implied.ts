import type { Field } from './field-source.js';
import { excludesValues, operators, type Operator } from './operators.js';
import type { CompiledCondition, IntegerRange } from './rulebook.js';

/**
 * Whether the first condition holds, or may hold, at least as much as the second one, whatever the operation
 * is. False if that is not certain. Conditions that hold for named values and those that hold for all others
 * are never compared: they treat missing and ambiguous values in opposite ways.
 */
export function isImplied(
  weaker: CompiledCondition,
  stronger: CompiledCondition,
  fields: readonly Field[],
): boolean {
  if (weaker.slot !== stronger.slot) return false;
  const { operator: its } = weaker.condition;
  const { operator: other } = stronger.condition;
  if (its === other && sameValue(weaker, stronger)) return true;
  // What the value of a typed message is, only the message tells.
  const { kind, mayBeMany } = fields[weaker.slot] ?? {};
  if (kind === undefined || mayBeMany) return false;
  if (weaker.oneOf && stronger.oneOf) {
    const named = new Set(weaker.oneOf);
    return stronger.oneOf.every((value) => named.has(value));
  }
  if (weaker.between && stronger.between) return isWithin(stronger.between, weaker.between);
  if (excludesValues(operatorOf(its)) && excludesValues(operatorOf(other))) {
    const excluded = new Set(valuesOf(stronger));
    return valuesOf(weaker).every((value) => excluded.has(value));
  }
  return false;
}

function operatorOf(name: string): Operator {
  const operator = operators.find((known) => known === name);
  if (operator === undefined) throw new Error('a compiled condition has an unknown operator');
  return operator;
}

function sameValue(
  { condition: { value: one } }: CompiledCondition,
  { condition }: CompiledCondition,
): boolean {
  return one === condition.value || JSON.stringify(one) === JSON.stringify(condition.value);
}

function valuesOf({ condition: { value } }: CompiledCondition): readonly unknown[] {
  return value instanceof Array ? value : [value];
}

function isWithin([least, greatest]: IntegerRange, [from, to]: IntegerRange): boolean {
  const isAbove = from === undefined || (least !== undefined && least >= from);
  const isBelow = to === undefined || (greatest !== undefined && greatest <= to);
  return isAbove && isBelow;
}
