import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Read<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>
>;

/**
 * Reads the command line before anything starts. `--help` prints `usage` and exits with 0. For an option that
 * is not in `options`, or an unexpected word, it prints the mistake and `usage` and exits with 2.
 */
export function readArguments<O extends Options>(
  usage: string,
  options: O,
  { words = false }: { readonly words?: boolean } = {},
): Read<O> {
  if (process.argv.includes('--help')) {
    console.log(usage);
    process.exit(0);
  }
  try {
    return parseArgs<{ options: O; allowPositionals: true; strict: true }>({
      options,
      // `true` only for the types. Words are refused here for a command that takes none.
      allowPositionals: words as true,
      strict: true,
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}
