import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makePrivateFolder } from '@wallet-service/local-certificates/private-file';

// sun_path holds 108 bytes on Linux and 104 on macOS.
const longestSocketPath = 100;
const longestSocketName = 'demo-provider-00.sock'.length;

/** The layout of the local stack's data. Every folder is 0700. */
export type DataDirectory = {
  readonly root: string;
  readonly tls: string;
  readonly secrets: string;
  readonly logs: string;
  readonly trust: string;
  readonly demoProvider: string;
  /** Sockets. A short temporary folder if the path under the root would be too long for a socket. */
  readonly run: string;
  readonly stackFile: string;
  /** Leads to the reference page with the keys of the stack. */
  readonly referenceLink: string;
  readonly processesFile: string;
  /** Removes what exists only as long as the stack. */
  readonly leave: () => void;
};

/** Creates what is missing. `root`: absolute. This process must hold its lock. */
export function openDataDirectory(root: string): DataDirectory {
  const inside = (name: string): string => makePrivateFolder(path.join(root, name));
  const runInside = path.join(root, 'run');
  const fits = Buffer.byteLength(runInside) + 1 + longestSocketName <= longestSocketPath;
  if (fits) rmSync(runInside, { recursive: true, force: true });
  const run = fits ? inside('run') : mkdtempSync(path.join(tmpdir(), 'wallet-service-'));
  return {
    root,
    tls: inside('tls'),
    secrets: inside('secrets'),
    logs: inside('logs'),
    trust: inside('trust'),
    demoProvider: inside('demo-provider'),
    run,
    stackFile: path.join(root, 'stack.json'),
    referenceLink: path.join(root, 'docs.html'),
    processesFile: path.join(root, 'processes.json'),
    leave: () => {
      rmSync(run, { recursive: true, force: true });
    },
  };
}
