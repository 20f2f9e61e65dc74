import { invalid } from './refusal.js';

/** `after` is the id of the last item of the page before. */
export function onePage<Item extends { readonly id: string }>(
  items: readonly Item[],
  { after, limit }: Readonly<Record<string, string>>,
  usual: number,
): { readonly items: readonly Item[]; readonly next: string | null } {
  const last = after === undefined ? -1 : items.findIndex(({ id }) => id === after);
  if (after !== undefined && last === -1) throw invalid('query after', 'must be the next of a page');
  const size = limit === undefined ? usual : Number(limit);
  const page = items.slice(last + 1, last + 1 + size);
  const isLast = last + 1 + size >= items.length;
  return { items: page, next: isLast ? null : (page.at(-1)?.id ?? null) };
}
