// The one list of Node's flags under which a signer runs: for the launcher, the images and the tests.

/** Node's major versions differ in what they know: an unknown option ends the process. */
const newerFlags = (major) =>
  major >= 22 ? ['--permission', '--disable-sigusr1'] : ['--experimental-permission'];

/**
 * Flags for `node [flags] dist/main.js`.
 * `read`: absolute paths (folders and files) that the process may read: its code, its packages, and the files
 * that its environment names. Everything else of the file system, child processes, workers, addons and the
 * inspector are closed by the permission model; the network is not (Node 25 is the first that can close it):
 * that is the container's task.
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
