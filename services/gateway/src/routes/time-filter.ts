import Type from 'typebox';

const unixSeconds = '^(0|[1-9][0-9]{0,10})$';

/** `what` happened at or after this time. */
export const since = (what: string) =>
  Type.String({
    pattern: unixSeconds,
    description: `${what} at or after; Unix seconds`,
    examples: ['1790000000'],
  });

/** `what` happened before this time. */
export const until = (what: string) =>
  Type.String({
    pattern: unixSeconds,
    description: `${what} before; Unix seconds`,
    examples: ['1790003600'],
  });
