import type { List } from '@wallet-service/sdk/server';

/** The first page of a list. */
export async function pageOf<Entry, Page>(list: List<Entry, Page>): Promise<Page> {
  for await (const page of list.pages()) return page;
  throw new Error('a list has at least one page');
}

/** All entries of a list, at most so many. */
export async function takeFrom<Entry, Page>(
  list: List<Entry, Page>,
  most: number,
): Promise<readonly Entry[]> {
  const taken: Entry[] = [];
  for await (const entry of list) {
    taken.push(entry);
    if (taken.length >= most) break;
  }
  return taken;
}
