import { parseArgs } from 'node:util';

export type Flags = {
  /** The value of a flag that must be there. */
  readonly one: (name: string) => string;
  readonly optional: (name: string) => string | undefined;
  readonly many: (name: string) => readonly string[];
  readonly wholeNumber: (name: string) => number;
  readonly positionals: readonly string[];
};

export class UsageError extends Error {}

/** Reads `--name value` flags; every name in `names` may be repeated. Throws a UsageError for unknown, missing or malformed ones. */
export function readFlags(args: readonly string[], names: readonly string[]): Flags {
  const { values, positionals } = parse(args, names);
  const many = (name: string): readonly string[] => values[name] ?? [];
  const optional = (name: string): string | undefined => {
    const given = many(name);
    if (given.length > 1) throw new UsageError(`--${name} may be given once`);
    return given[0];
  };
  const one = (name: string): string => {
    const value = optional(name);
    if (value === undefined) throw new UsageError(`--${name} is missing`);
    return value;
  };
  return {
    one,
    optional,
    many,
    wholeNumber: (name) => {
      const text = one(name);
      if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${name} must be a whole number`);
      return Number(text);
    },
    positionals,
  };
}

function parse(
  args: readonly string[],
  names: readonly string[],
): { values: Partial<Record<string, string[]>>; positionals: string[] } {
  const options = Object.fromEntries(
    names.map((name) => [name, { type: 'string', multiple: true } as const]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
