import Type, { type Static } from 'typebox';

/** What the request did is done, but has no effect yet, or another one than it may seem. */
export const warning = Type.Object(
  {
    code: Type.String({
      pattern: '^[a-z0-9]+([.-][a-z0-9]+)*$',
      description: 'says what it is about, for programs: lower-case words with dots and dashes',
    }),
    field: Type.String({
      description: 'the member of the body or the setting, as a JSON Pointer, or `header X-…`',
    }),
    remedy: Type.String({ description: 'what to do, in one sentence' }),
  },
  { title: 'Warning' },
);
export type Warning = Static<typeof warning>;

/** `warnings` in an answer. Absent if there is nothing to warn of. */
export const warnings = Type.Optional(
  Type.Array(warning, { description: 'what has no effect yet, or another one than it may seem' }),
);

/** The member `warnings` of an answer: nothing at all if there is nothing to warn of. */
export function withWarnings(found: readonly Warning[]): { warnings?: Warning[] } {
  return found.length === 0 ? {} : { warnings: [...found] };
}
