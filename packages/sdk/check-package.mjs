// Checks the package as users get it. Builds and packs it, prints the size of each subpath and each fault, one a line,
// and exits 1 if there is a fault. `node check-package.mjs FOLDER` checks an unpacked package instead, without
// building.
import { build, transform } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

const own = fileURLToPath(new URL('.', import.meta.url));
const root = path.resolve(own, '../..');
const manifestOf = (folder) => JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
const { name } = manifestOf(own);
const mostOfTheCore = 12_000;

const temporary = mkdtempSync(path.join(os.tmpdir(), 'sdk-package-'));
const installed = path.join(temporary, 'node_modules', name);
mkdirSync(installed, { recursive: true });
const faults = [];
try {
  const [folder] = process.argv.slice(2);
  const tarball = folder === undefined ? pack() : undefined;
  if (tarball === undefined) cpSync(folder, installed, { recursive: true });
  else execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', installed]);
  const { exports } = manifestOf(installed);
  const subpaths = Object.keys(exports).map((subpath) => path.posix.join(name, subpath));
  checkManifest();
  checkName();
  const checks = [
    ...[checkText(), checkSizes(subpaths), checkTreeShaking(subpaths), checkConsumers(subpaths)],
    ...[checkExports(), ...(tarball === undefined ? [] : [checkTypes(tarball)])],
  ];
  for (const { reason } of await Promise.allSettled(checks))
    if (reason !== undefined) faults.push(reason.message);
} finally {
  rmSync(temporary, { recursive: true });
}
for (const fault of faults) console.log(fault);
if (faults.length > 0) process.exitCode = 1;

function pack() {
  const { packageManager } = manifestOf(root);
  const args = ['--yes', packageManager, 'pack', '--pack-destination', temporary];
  const { status, stdout, stderr } = spawnSync('npx', args, { cwd: own, encoding: 'utf8' });
  if (status !== 0) throw new Error(`pnpm pack: ${stdout}${stderr}`);
  return path.join(
    temporary,
    readdirSync(temporary).find((file) => file.endsWith('.tgz')),
  );
}

function checkManifest() {
  const {
    dependencies = {},
    peerDependencies = {},
    peerDependenciesMeta = {},
    ...manifest
  } = manifestOf(installed);
  for (const dependency of Object.keys(dependencies)) faults.push(`package.json: depends on ${dependency}`);
  for (const peer of Object.keys(peerDependencies))
    if (peerDependenciesMeta[peer]?.optional !== true)
      faults.push(`package.json: the peer ${peer} is not optional`);
  if (manifest.sideEffects !== false) faults.push('package.json: sideEffects is not false');
  if (manifest.engines?.node !== manifestOf(root).engines.node)
    faults.push('package.json: other engines than ours');
  const files = readdirSync(installed);
  for (const file of ['LICENSE', 'README.md']) if (!files.includes(file)) faults.push(`${file} is missing`);
}

/** The name has one place, our package.json. rename-sdk.mjs changes it everywhere. */
function checkName() {
  const pattern = String.raw`['"\`][A-Za-z@][^'"\` ]*/(solana-kit|solana-web3|eip1193)['"\`]`;
  const { stdout } = spawnSync('git', ['grep', '-noE', pattern], { cwd: root, encoding: 'utf8' });
  for (const line of stdout.split('\n').filter((found) => found !== '' && !found.includes(`${name}/`)))
    faults.push(`${line}: the package is called ${name}`);
}

/** What only some runtimes have, and state that all clients of a process would share. */
async function checkText() {
  const forbidden = {
    'a module of Node': /\b(from|import)\s*\(?\s*["']node:/,
    'a global that not every runtime has': /\b(Buffer|btoa|atob|__dirname)\b|\bprocess\s*[.[]|\brequire\s*\(/,
    'the global object': /\bglobalThis\b/,
    'code made at run time': /\beval\s*\(|\bnew Function\b/,
  };
  const dist = path.join(installed, 'dist');
  for (const file of readdirSync(dist, { recursive: true }).filter((file) => file.endsWith('.js'))) {
    const text = readFileSync(path.join(dist, file), 'utf8');
    const { code } = await transform(text, { minifyWhitespace: true, legalComments: 'none' });
    for (const [what, pattern] of Object.entries(forbidden))
      if (pattern.test(code)) faults.push(`dist/${file}: uses ${what}: ${pattern.exec(code)[0]}`);
    const [state] = /^(export )?(let|var) \w+|^(export )?const \w+ = new Weak(Map|Set)\(/m.exec(text) ?? [];
    if (state !== undefined) faults.push(`dist/${file}: a module has state: ${state}`);
  }
}

async function checkSizes(subpaths) {
  for (const subpath of subpaths) {
    const text = await bundled(`export * from '${subpath}';`);
    console.log(`${subpath}: ${gzipSync(text).length} bytes with gzip`);
  }
  const size = gzipSync(await bundled(`export { createClient } from '${name}';`)).length;
  console.log(`createClient alone: ${size} bytes with gzip`);
  if (size > mostOfTheCore) faults.push(`createClient: ${size} bytes with gzip, more than ${mostOfTheCore}`);
}

async function checkTreeShaking(subpaths) {
  // `sideEffects: false` is a promise to bundlers. It is kept if nothing remains without it.
  const withoutPromise = {
    name: 'without-promise',
    setup(builder) {
      builder.onResolve({ filter: /.*/ }, async ({ path: file, pluginData, ...from }) => {
        if (pluginData === 'seen' || from.kind === 'entry-point') return undefined;
        return { ...(await builder.resolve(file, { ...from, pluginData: 'seen' })), sideEffects: true };
      });
    },
  };
  for (const subpath of subpaths) {
    const text = await bundled(`import '${subpath}';`, { plugins: [withoutPromise] });
    const rest = text.replaceAll(/import([^"]*from)?\s*"[^"]*";?/g, '').trim();
    if (rest !== '') faults.push(`${subpath}: does something when it is imported: ${rest.slice(-300)}`);
  }
  for (const [subpath, small] of [
    [name, 'isErrorOf'],
    [`${name}/server`, 'createOperatorClient'],
  ]) {
    const whole = await bundled(`export * from '${subpath}';`);
    const part = await bundled(`export { ${small} } from '${subpath}';`);
    if (part.length > 0.8 * whole.length)
      faults.push(`${subpath}: ${small} brings nearly everything with it`);
  }
}

async function bundled(contents, options = {}) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: temporary },
    external: ['node:*', ...Object.keys(manifestOf(installed).peerDependencies ?? {})],
    ...{ bundle: true, minify: true, format: 'esm', write: false, logLevel: 'silent', ...options },
  });
  return outputFiles[0].text;
}

/** https://publint.dev/rules */
async function checkExports() {
  const { messages } = await publint({ pkgDir: installed, pack: false, strict: true });
  const manifest = manifestOf(installed);
  for (const message of messages)
    faults.push(`publint: ${formatMessage(message, manifest, { color: false })}`);
}

/** https://github.com/arethetypeswrong/arethetypeswrong.github.io */
async function checkTypes(tarball) {
  const { checkPackage, createPackageFromTarballData } = await import('@arethetypeswrong/core');
  const { problems } = await checkPackage(
    createPackageFromTarballData(new Uint8Array(readFileSync(tarball))),
  );
  // Node 10 does not find ES modules by `exports`. TypeScript does not let CommonJS modules require them.
  const ours = problems.filter(({ resolutionKind }) => !['node10', 'node16-cjs'].includes(resolutionKind));
  for (const problem of ours) faults.push(`are the types wrong: ${JSON.stringify(problem)}`);
}

/** Users compile against it: without any peer, and with only one, in Node or for a browser. */
async function checkConsumers(subpaths) {
  const peers = Object.keys(manifestOf(installed).peerDependencies ?? {}).filter((peer) =>
    subpaths.includes(`${name}/${peer}`),
  );
  const without = subpaths.filter((subpath) => !peers.some((peer) => subpath === `${name}/${peer}`));
  const browser = { lib: ['ES2022', 'DOM', 'DOM.Iterable'], types: [] };
  const environments = [
    { module: 'nodenext', lib: ['ES2022'], types: ['node'] },
    { ...browser, module: 'esnext', moduleResolution: 'bundler' },
  ];
  const thorough = { ...browser, module: 'nodenext', skipLibCheck: false, skipDefaultLibCheck: true };
  await Promise.all([
    checkConsumer('no-peers', without, [], thorough),
    ...peers.map((peer, index) =>
      checkConsumer(`only-${peer}`, [...without, `${name}/${peer}`], [peer], environments[index % 2]),
    ),
  ]);
}

async function checkConsumer(consumer, subpaths, peers, options) {
  const folder = path.join(temporary, consumer);
  mkdirSync(path.join(folder, 'node_modules', path.dirname(name)), { recursive: true });
  symlinkSync(installed, path.join(folder, 'node_modules', name));
  for (const peer of peers)
    symlinkSync(path.join(own, 'node_modules', peer), path.join(folder, 'node_modules', peer));
  if (options.types.includes('node')) {
    mkdirSync(path.join(folder, 'node_modules/@types'));
    symlinkSync(path.join(root, 'node_modules/@types/node'), path.join(folder, 'node_modules/@types/node'));
  }
  const imports = subpaths.map((subpath, index) => `import * as m${index} from '${subpath}';`);
  // A type that is not found becomes any, and then the assignment is refused.
  const uses = subpaths.map((_, index) => `export const n${index}: NoAny<typeof m${index}> = true;`);
  const noAny = [
    'type IsAny<T> = 0 extends 1 & T ? true : false;',
    'type Answer<T> = T extends (...args: never) => infer R ? Awaited<R> : never;',
    'type NoAny<M> = true extends { [K in keyof M]: IsAny<M[K]> | IsAny<Answer<M[K]>> }[keyof M] ? false : true;',
  ];
  writeFileSync(path.join(folder, 'index.ts'), [...imports, ...noAny, ...uses].join('\n'));
  writeFileSync(path.join(folder, 'package.json'), '{ "type": "module" }');
  // The examples of the README use viem.
  const examples = peers.includes('viem') ? examplesIn(path.join(installed, 'README.md')) : [];
  const files = ['index.ts', ...examples.map((_, index) => `readme-${index + 1}.ts`)];
  for (const [index, text] of examples.entries()) writeFileSync(path.join(folder, files[index + 1]), text);
  const compilerOptions = {
    ...{ strict: true, exactOptionalPropertyTypes: true, skipLibCheck: true, target: 'ES2022', noEmit: true },
    ...options,
  };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  await promisify(execFile)(process.execPath, [tsc, '-p', folder]).catch(({ stdout }) => {
    for (const line of stdout.trim().split('\n')) faults.push(`${consumer}: ${line}`);
  });
}

function examplesIn(file) {
  return [...readFileSync(file, 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)].map(([, text]) => text);
}
