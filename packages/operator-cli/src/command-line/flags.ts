import { parseArgs } from 'node:util';

export type Flags = {
  /** The value of a required flag. */
  readonly one: (name: string) => string;
  readonly optional: (name: string) => string | undefined;
  readonly many: (name: string) => readonly string[];
  readonly wholeNumber: (name: string) => number;
  /** Whether a flag without a value is given. */
  readonly has: (name: string) => boolean;
  /** The words without a flag. */
  readonly words: readonly string[];
};

/** The command line is wrong. The program prints the usage with it. */
export class UsageError extends Error {}

/**
 * Reads `--name value` flags, which may be repeated, and `switches` without a value. Throws a UsageError for
 * a flag that is unknown, missing or malformed, and for a word if the command takes no `words`.
 */
export function readFlags(
  args: readonly string[],
  names: readonly string[],
  { switches = [], words = false }: { readonly switches?: readonly string[]; readonly words?: boolean } = {},
): Flags {
  const { values, positionals } = parse(args, names, switches, words);
  const many = (name: string): readonly string[] =>
    (values[name] ?? []).filter((value) => typeof value === 'string');
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
    has: (name) => values[name] !== undefined,
    words: positionals,
  };
}

function parse(
  args: readonly string[],
  names: readonly string[],
  switches: readonly string[],
  words: boolean,
): { values: Partial<Record<string, (string | boolean)[]>>; positionals: string[] } {
  const options: Record<string, { type: 'string' | 'boolean'; multiple: true }> = {};
  for (const name of names) options[name] = { type: 'string', multiple: true };
  for (const name of switches) options[name] = { type: 'boolean', multiple: true };
  try {
    return parseArgs({ args: [...args], options, allowPositionals: words });
  } catch (error) {
    throw new UsageError((error as Error).message, { cause: error });
  }
}
