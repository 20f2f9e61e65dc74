// The only list of Node's flags for a signer: for the launcher, the images and the tests.

/** Node's major versions know different options, and an unknown option ends the process. */
const newerFlags = (major) =>
  major >= 22 ? ['--permission', '--disable-sigusr1'] : ['--experimental-permission'];

/**
 * Flags for `node [flags] dist/main.js`.
 * `read`: absolute paths (folders and files) that the process may read: its code, its packages, and the files
 * that its environment names. The permission model closes the rest of the file system, child processes, workers,
 * addons and the inspector. It does not close the network (Node 25 is the first that can): the container must.
 */
export function hardeningFlags({ read, major = Number(process.versions.node.split('.')[0]) }) {
  return [
    ...newerFlags(major),
    ...read.map((path) => `--allow-fs-read=${path}`),
    '--disallow-code-generation-from-strings',
    '--disable-proto=delete',
    '--no-addons',
    '--no-global-search-paths',
    '--disable-warning=ExperimentalWarning',
  ];
}
