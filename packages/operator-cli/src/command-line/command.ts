import type { Surroundings } from '../surroundings.js';

/**
 * One subcommand. `run` resolves to the exit code. If it throws, the message is printed, with the usage for a
 * UsageError.
 */
export type Command = {
  /** What follows its name, such as `--out FILE`. */
  readonly takes: string;
  /** One line. */
  readonly about: string;
  /** The meaning of each option, and other text for `--help`. */
  readonly details?: string;
  readonly run: (args: readonly string[], surroundings: Surroundings) => Promise<number> | number;
};

/** A command that returns text. `now`: Unix seconds. */
export type Answering = (args: readonly string[], now: number) => Promise<string> | string;

/** The `run` of a command that prints its result. */
export function printing(answer: Answering): Command['run'] {
  return async (args) => {
    process.stdout.write(await answer(args, Math.floor(Date.now() / 1000)));
    return 0;
  };
}
