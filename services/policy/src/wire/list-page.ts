import { invalidField } from '@wallet-service/errors';
import { isUuid } from '@wallet-service/values';

const usualPage = 50;
const largestPage = 100;

/** A page of a list that has the newest first. `before`: the last id of the page before; undefined: the newest. */
export type ListPage = { readonly before: string | undefined; readonly limit: number };

/** Throws `request.invalid`. */
export function listPageOf({ before, limit }: { readonly before: string; readonly limit: number }): ListPage {
  if (limit > largestPage) throw invalidField('/limit', `must be from 1 to ${largestPage}`);
  if (before !== '' && !isUuid(before)) throw invalidField('/before', 'must be `next` of a page');
  return { before: before === '' ? undefined : before, limit: limit === 0 ? usualPage : limit };
}
