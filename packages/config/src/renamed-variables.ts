/** Names before 0.2.0. A variable under such a name would be ignored, so a process that finds one does not start. */
const renamed: Readonly<Record<string, string>> = {
  OPERATIONS_LISTEN: 'METRICS_LISTEN',
  EXPRESS_URL: 'GATEWAY_URL',
};

/** One mistake for each old name in the environment whose new name is among `names`. */
export function oldNames(
  names: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): string[] {
  return Object.entries(renamed)
    .filter(([old, name]) => names.includes(name) && env[old] !== undefined && env[old] !== '')
    .map(([old, name]) => `${old} is now called ${name}: set that instead`);
}
