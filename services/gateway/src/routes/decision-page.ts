import Type, { type Static } from 'typebox';
import { id, pageLimit } from './field.js';
import { recordFilters, whichRecords } from './record-filter.js';

/** What a list of decisions is asked for. */
export const page = Type.Object(
  {
    ...recordFilters('decided'),
    outcome: Type.Optional(
      Type.Enum(['allow', 'deny', 'require_mfa', 'require_approval'], {
        type: 'string',
        description: 'decisions with it',
        examples: ['deny'],
      }),
    ),
    before: Type.Optional(id),
    limit: Type.Optional(pageLimit),
  },
  { additionalProperties: false },
);

export const filtersSaid =
  'Decisions must match all filters. A user is `issuer` and `subject`, compared byte by byte. With filters a ' +
  'page may have fewer decisions than `limit`, even none: go on while `next` is not null.';

/** Nothing without a filter. */
export function filterOf(filters: Omit<Static<typeof page>, 'before' | 'limit'>) {
  if (Object.keys(filters).length === 0) return {};
  return {
    filter: { ...whichRecords(filters), since: filters.since ?? '0', until: filters.until ?? '0' },
  };
}
