/**
 * The launcher sets this and keeps the standard input of its children open, so that they stop when it is
 * gone.
 */
export function exitsWithParent(env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  return env['EXIT_WITH_PARENT'] === '1';
}
