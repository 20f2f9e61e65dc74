/**
 * The configuration of a process is wrong. The message has one line for each mistake, by variable name, and
 * never a value.
 */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(['the configuration is wrong:', ...mistakes.map((mistake) => `  ${mistake}`)].join('\n'));
    this.mistakes = mistakes;
  }
}
