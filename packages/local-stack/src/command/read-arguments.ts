import { parseArgs, type ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;
type Read<O extends Options> = ReturnType<
  typeof parseArgs<{ options: O; allowPositionals: true; strict: true }>
>;

/**
 * What stands on the command line, before anything is begun. `--help` prints `usage` and ends the process
 * with 0; an option that is not among `options`, or a word where none belongs, names itself, prints `usage`,
 * and ends it with 2.
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
      // `true` for the types alone: the words of a command that takes none are refused here.
      allowPositionals: words as true,
      strict: true,
    });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    process.exit(2);
  }
}
