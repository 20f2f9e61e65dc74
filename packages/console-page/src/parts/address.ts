import { useParams, useSearch } from '@tanstack/react-router';

/** Filters and cursors are in the URL, so that a link shows what its sender saw. All of them are text. */
export type Search = Readonly<Record<string, string | undefined>>;

/** Parts of the path: `app`, the application, and `id`. */
export function useParameters(): Readonly<Record<string, string | undefined>> {
  const found: unknown = useParams({ strict: false });
  return found as Readonly<Record<string, string | undefined>>;
}

export function useFilters(): Search {
  const found: unknown = useSearch({ strict: false });
  return found as Search;
}
