import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { encodeTrustBundle } from '@wallet-service/signer-protocol';
import { startSigner } from './signer-process.js';
import { makeTrustKit, makeWallet, must, signRequest, withVerdict } from './trust-kit.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * What the signer's bundle may import. Everything else in it is the project's own code, from the packages that the
 * closure names.
 */
const allowedImports = [
  '@noble/curves/secp256k1.js',
  '@noble/hashes/legacy.js',
  '@noble/hashes/sha2.js',
  '@noble/hashes/sha3.js',
  '@noble/hashes/utils.js',
  '@scure/base',
  '@scure/base/index.js',
  '@scure/bip39/wordlists/english.js',
  'hpke',
  'jose',
  'jose/dist/webapi/index.js',
  'node:crypto',
  'node:fs',
  // Our transport speaks gRPC itself.
  'node:http2',
  'node:https',
  'node:net',
  'node:timers/promises',
  'node:tls',
  'node:url',
];

it('the built signer imports only what the closed list names', () => {
  const bundle = readFileSync(path.join(root, 'services/enclave-signer/dist/main.js'), 'utf8');
  const imports = [...bundle.matchAll(/^(?:import|\} from) .*?"([^"]+)";$|^\} from "([^"]+)";$/gm)].map(
    // An import from one of our packages appears as a path, because pnpm makes it visible to that package only.
    (match) => (match[1] ?? match[2] ?? '').replace(/^\.\.\/.*\/node_modules\//, ''),
  );
  expect(imports.filter((name) => !allowedImports.includes(name))).toEqual([]);
  expect(imports).toContain('jose/dist/webapi/index.js');
  expect(bundle).not.toMatch(/\bimport\(|\brequire\(|\beval\(|new Function/);
});

it('the running signer has loaded no CommonJS package: no gRPC, protobufjs or logger of others', async () => {
  const kit = makeTrustKit();
  const preload = fileURLToPath(new URL('list-modules.cjs', import.meta.url));
  const signer = await startSigner({
    trustBundle: encodeTrustBundle(kit.bundle),
    nodeFlags: ['--require', preload],
  });
  const wallet = await makeWallet(signer, kit, { chain: 'SOL' });
  must(await signer.call('Sign', withVerdict(signRequest(kit, wallet, [new Uint8Array(9)]), kit.policyKey)));
  await signer.stop();
  const loaded = JSON.parse(/^loaded (\[.*\])$/m.exec(signer.output())?.[1] ?? '[]') as string[];
  const packages = new Set(
    loaded.map((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*node_modules)/.exec(file)?.[1]),
  );
  packages.delete(undefined);
  expect([...packages]).toEqual([]);
});

type Lockfile = { readonly importers: Section; readonly snapshots: Section };
type Section = ReadonlyMap<string, readonly string[]>;

/** The two sections of pnpm-lock.yaml (version 9) that matter here, each entry with its indented lines. */
function readLockfile(): Lockfile {
  const lines = readFileSync(path.join(root, 'pnpm-lock.yaml'), 'utf8').split('\n');
  const section = (name: string): Section => {
    const entries = new Map<string, string[]>();
    let entry: string[] = [];
    for (const line of lines.slice(lines.indexOf(`${name}:`) + 1)) {
      if (/^\S/.test(line)) break;
      const head = /^ {2}(\S.*?):(?: \{\})?$/.exec(line)?.[1];
      if (head !== undefined) entries.set(head.replace(/^'|'$/g, ''), (entry = []));
      else entry.push(line);
    }
    return entries;
  };
  return { importers: section('importers'), snapshots: section('snapshots') };
}

/** Names and versions of everything below an importer's production dependencies. Follows workspace packages. */
function closureOf(importer: string, { importers, snapshots }: Lockfile): Set<string> {
  const found = new Set<string>();
  const followPackage = (id: string): void => {
    if (found.has(id)) return;
    found.add(id);
    const lines = snapshots.get(id) ?? [];
    for (const line of lines) {
      const dependency = /^ {6}(\S+): (\S+)$/.exec(line);
      if (dependency) followPackage(`${dependency[1]?.replace(/^'|'$/g, '') ?? ''}@${dependency[2] ?? ''}`);
    }
  };
  const followImporter = (name: string): void => {
    let kind = '';
    let dependency = '';
    for (const line of importers.get(name) ?? []) {
      kind = /^ {4}(\w+):$/.exec(line)?.[1] ?? kind;
      dependency = /^ {6}(\S+):$/.exec(line)?.[1]?.replace(/^'|'$/g, '') ?? dependency;
      const version = /^ {8}version: (\S+)$/.exec(line)?.[1];
      if (version === undefined || kind !== 'dependencies') continue;
      if (version.startsWith('link:')) {
        const target = path.posix.join(name, version.slice('link:'.length));
        if (!found.has(target)) {
          found.add(target);
          followImporter(target);
        }
      } else followPackage(`${dependency}@${version}`);
    }
  };
  followImporter(importer);
  return found;
}

it('everything that is installed for the signer is in the reviewed list', () => {
  const reviewed = readFileSync(path.join(root, 'services/enclave-signer/dependencies.txt'), 'utf8');
  const listed = reviewed.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const installed = [...closureOf('services/enclave-signer', readLockfile())].toSorted();
  expect(installed).toEqual(listed.toSorted());
});
