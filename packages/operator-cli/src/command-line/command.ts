import type { Surroundings } from '../surroundings.js';

/**
 * One subcommand of the program. `run` resolves to the exit code; what it throws is said, with the usage for
 * a UsageError.
 */
export type Command = {
  /** What follows its name, such as `--out FILE`. */
  readonly takes: string;
  /** One line. */
  readonly about: string;
  /** What each option means, and whatever else `--help` should say. */
  readonly details?: string;
  readonly run: (args: readonly string[], surroundings: Surroundings) => Promise<number> | number;
};

/** A command that answers with a text. `now`: Unix seconds. */
export type Answering = (args: readonly string[], now: number) => Promise<string> | string;

/** The `run` of a command that prints its answer. */
export function printing(answer: Answering): Command['run'] {
  return async (args) => {
    process.stdout.write(await answer(args, Math.floor(Date.now() / 1000)));
    return 0;
  };
}
