import { jsonTree, placeOf, type Mark } from './json-tree.ts';
import { sentenceOf, type Refused } from './policy-refusal.ts';

/** A mistake, or what the service refuses, and its line. */
export type Problem = Mark & { readonly line: number };

/** Where the text has what the service refuses. */
export function marksOf(text: string, refused: readonly Refused[]): readonly Mark[] {
  const tree = jsonTree(text);
  return refused.map((one) => ({ ...placeOf(tree, one.path), message: sentenceOf(one) }));
}

/** The first mistake of the text, and what is marked. */
export function problemsOf(text: string, marks: readonly Mark[]): readonly Problem[] {
  const { mistake } = jsonTree(text);
  return [...(mistake ? [mistake] : []), ...marks].map((mark) => ({
    ...mark,
    line: text.slice(0, mark.from).split('\n').length,
  }));
}
