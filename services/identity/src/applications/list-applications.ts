import { invalidField } from '@wallet-service/errors';
import { isUuid } from '@wallet-service/values';
import type { Application } from '../directory/application.js';

export type ListApplicationsDeps = {
  readonly list: (after: string | undefined, limit: number) => Promise<readonly Application[]>;
};

const defaultLimit = 50;
const maxLimit = 100;

/**
 * A page of all applications, oldest first. `after` is the `next` of the previous page. `limit` 0 means 50.
 * Throws `request.invalid`.
 */
export async function listApplications(
  deps: ListApplicationsDeps,
  after: string,
  limit: number,
): Promise<{ applications: readonly Application[]; next: string }> {
  if (after !== '' && !isUuid(after)) throw invalidField('/after', 'must be the `next` of an earlier page');
  if (limit > maxLimit) throw invalidField('/limit', `must be at most ${maxLimit}`);
  const size = limit === 0 ? defaultLimit : limit;
  // Reads one more to know whether there is a next page.
  const found = await deps.list(after === '' ? undefined : after, size + 1);
  const applications = found.slice(0, size);
  return { applications, next: found.length > size ? (applications.at(-1)?.id ?? '') : '' };
}
