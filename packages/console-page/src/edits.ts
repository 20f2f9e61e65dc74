import { isAlike } from './alike.ts';
import type { Values } from './setting-list.ts';

/** What a person has changed of the values in force, by name: what they saw, and what they want. */
export type Edits = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>;

/** With one more change. What is as it was seen is no change any more. */
export function withEdit(edits: Edits, known: Values, name: string, to: unknown): Edits {
  const from = edits[name] ? edits[name].from : known[name];
  const { [name]: _before, ...others } = edits;
  return isAlike(from, to) ? others : { ...others, [name]: { from, to } };
}

/** What is to be saved: no more than what the person has changed. */
export function changesOf(edits: Edits, known: Values): Values {
  return chosen(edits, ([name, { to }]) => (isAlike(known[name], to) ? [] : [[name, to]]));
}

/** Those of which somebody else has saved another value since the person saw them. */
export function overtakenOf(edits: Edits, known: Values): Edits {
  return chosen(edits, ([name, edit]) =>
    isAlike(known[name], edit.from) || isAlike(known[name], edit.to) ? [] : [[name, edit]],
  );
}

/** All of them, now that the person has seen what is in force. */
export function goOn(edits: Edits, known: Values): Edits {
  return chosen(edits, ([name, { to }]) => [[name, { from: known[name], to }]]);
}

/** Without those that are overtaken. */
export function yieldTo(edits: Edits, known: Values): Edits {
  const overtaken = overtakenOf(edits, known);
  return chosen(edits, (edit) => (edit[0] in overtaken ? [] : [edit]));
}

/** The values of some names. */
export function valuesOf(names: object, values: Values): Values {
  return Object.fromEntries(Object.keys(names).map((name) => [name, values[name]]));
}

type Edit = readonly [name: string, edit: Edits[string]];

function chosen<Value>(
  edits: Edits,
  choose: (edit: Edit) => readonly (readonly [string, Value])[],
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(edits).flatMap(choose));
}
