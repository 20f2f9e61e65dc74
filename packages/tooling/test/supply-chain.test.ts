import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// What the images contain: documented, pinned, under reviewed licences, and the same bytes from the same sources.

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'supply-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function run(script: string, args: readonly string[], cwd = root): { status: number | null; text: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(root, script), ...args], {
    cwd,
    encoding: 'utf8',
  });
  return { status, text: stdout + stderr };
}

/** A workspace of one service with one registry package, as pnpm leaves it. */
function plant(wrong: {
  readonly licence?: string;
  readonly resolution?: string;
  readonly settings?: string;
  readonly compose?: string;
  readonly dockerfile?: string;
}): void {
  const {
    licence = 'MIT',
    resolution = 'integrity: sha512-AAAA',
    settings = 'strictDepBuilds: true',
  } = wrong;
  for (const service of ['services/a', 'packages/operator-cli', 'node_modules/.pnpm/b@1.0.0/node_modules/b'])
    mkdirSync(path.join(folder, service), { recursive: true });
  writeFileSync(path.join(folder, 'pnpm-workspace.yaml'), `${settings}\n`);
  const lockfile = `
importers:
  services/a: { dependencies: { b: { specifier: 1.0.0, version: 1.0.0 } } }
  packages/operator-cli: {}
  packages/reference-page: {}
  packages/console-page: {}
packages:
  b@1.0.0: { resolution: { ${resolution} } }
snapshots:
  b@1.0.0: {}
`;
  writeFileSync(path.join(folder, 'pnpm-lock.yaml'), lockfile);
  const manifest = JSON.stringify({ name: 'b', version: '1.0.0', license: licence });
  writeFileSync(path.join(folder, 'node_modules/.pnpm/b@1.0.0/node_modules/b/package.json'), manifest);
  mkdirSync(path.join(folder, 'deploy'));
  writeFileSync(path.join(folder, 'docker-compose.yml'), wrong.compose ?? '');
  writeFileSync(path.join(folder, 'deploy/Dockerfile'), wrong.dockerfile ?? '');
}

describe('the check of registry packages', () => {
  it('finds nothing in this workspace', () => {
    expect(run('packages/tooling/supply-chain.mjs', [])).toEqual({ status: 0, text: '' });
  });

  it.each(['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC'])('accepts the licence %s', (licence) => {
    plant({ licence });
    expect(run('packages/tooling/supply-chain.mjs', [], folder)).toEqual({ status: 0, text: '' });
  });

  it('accepts images by digest, local ones, and build stages', () => {
    const base = `node:24@sha256:${'a'.repeat(64)}`;
    plant({
      compose: `    image: wallet-service/gateway:\${VERSION:-latest}\n    image: \${NODE_IMAGE:-${base}}`,
      dockerfile: `ARG NODE_IMAGE=${base}\nFROM \${NODE_IMAGE} AS one\nFROM one AS two\nFROM scratch`,
    });
    expect(run('packages/tooling/supply-chain.mjs', [], folder)).toEqual({ status: 0, text: '' });
  });

  it.each<[string, Parameters<typeof plant>[0], RegExp]>([
    ['a licence that is not on the list', { licence: 'AGPL-3.0-only' }, /^b@1\.0\.0: the licence AGPL/],
    [
      'a licence expression that adds an unlisted one',
      { licence: 'MIT AND GPL-2.0-only' },
      /^b@1\.0\.0: the licence MIT AND/,
    ],
    [
      'a licence that a person must read',
      { licence: 'SEE LICENSE IN eula.txt' },
      /^b@1\.0\.0: the licence SEE/,
    ],
    ['no licence', { licence: '' }, /^b@1\.0\.0: the licence/],
    ['a package without its hash', { resolution: 'commit: abc' }, /^b@1\.0\.0: the lockfile does not pin/],
    ['SHA-1', { resolution: 'integrity: sha1-AAAA' }, /^b@1\.0\.0: the lockfile does not pin/],
    [
      'a tarball from elsewhere',
      { resolution: "integrity: sha512-AAAA, tarball: 'https://elsewhere.example/b.tgz'" },
      /^b@1\.0\.0: the lockfile does not pin/,
    ],
    ['hidden install scripts', { settings: 'packages: []' }, /strictDepBuilds must be true/],
    [
      'install scripts allowed for every package',
      { settings: 'strictDepBuilds: true\ndangerouslyAllowAllBuilds: true' },
      /dangerouslyAllowAllBuilds/,
    ],
    [
      'an image by its tag',
      { compose: '    image: redis:7.4' },
      /^docker-compose\.yml: the image redis:7\.4 /,
    ],
    [
      'an image by its tag where no variable is set',
      { compose: '    image: ${REDIS_IMAGE:-redis:7.4}' },
      /^docker-compose\.yml: the image redis:7\.4 /,
    ],
    ['a base by its tag', { dockerfile: 'FROM node:24' }, /^deploy\/Dockerfile: the image node:24 /],
    [
      'a base by its tag in an argument',
      { dockerfile: 'ARG NODE_IMAGE=node:24\nFROM ${NODE_IMAGE}' },
      /^deploy\/Dockerfile: the image node:24 /,
    ],
  ])('names %s', (_, wrong, expected) => {
    plant(wrong);
    const { status, text } = run('packages/tooling/supply-chain.mjs', [], folder);
    expect(text).toMatch(expected);
    expect(status).toBe(1);
  });
});

// Runs in its own process, because the library loads its schemas and validators in ways that a test's sandbox lacks.
const validation = `
  import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
  import { readFileSync } from 'node:fs';
  const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
  const wrong = await validator.validate(readFileSync(process.argv[1], 'utf8'));
  console.log(JSON.stringify(wrong));
`;
function validate(file: string): unknown {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', validation, file],
    { cwd: path.join(root, 'packages/tooling'), encoding: 'utf8' },
  );
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout);
}

type Bom = {
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly type: string;
    readonly hashes?: readonly [{ readonly content: string }];
  }[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
};

describe('pnpm sbom', () => {
  it.each([[['--help'], 0] as const, [['--out', 'x'], 2] as const, [['a', 'b'], 2] as const])(
    'writes nothing for %j, and says what it accepts',
    (args, expected) => {
      const { status, text } = run('packages/tooling/sbom.mjs', args, folder);
      expect({ status, usage: text.slice(0, 9) }).toEqual({ status: expected, usage: 'pnpm sbom' });
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it("writes a document that is valid by CycloneDX's schema, and the same one again", () => {
    const [one, other] = ['one', 'other'].map((name) => path.join(folder, name)) as [string, string];
    for (const file of [one, other]) expect(run('packages/tooling/sbom.mjs', [file]).status).toBe(0);
    expect(validate(one)).toBeNull();
    expect(readFileSync(one, 'utf8')).toBe(readFileSync(other, 'utf8'));
    // The validator can say no.
    const spoilt = path.join(folder, 'spoilt');
    writeFileSync(spoilt, readFileSync(one, 'utf8').replace('"alg": "SHA-512"', '"alg": "SHA-513"'));
    expect(validate(spoilt)).not.toBeNull();
  });

  it('lists the contents of each image with hashes, and nothing that only tests need', () => {
    run('packages/tooling/sbom.mjs', [path.join(folder, 'bom')]);
    const bom = JSON.parse(readFileSync(path.join(folder, 'bom'), 'utf8')) as Bom;
    const libraries = bom.components.filter(({ type }) => type === 'library');
    const names = libraries.map((component) => component['bom-ref'].replace(/(.)@.*$/, '$1'));
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'jose', 'libsecp256k1']));
    expect(names).not.toEqual(expect.arrayContaining(['jest']));
    expect(libraries.filter(({ hashes }) => !/^[0-9a-f]{128}$/.test(hashes?.[0].content ?? ''))).toEqual([]);
    const signer = bom.dependencies.find(({ ref }) => ref === 'services/enclave-signer')?.dependsOn ?? [];
    // Its own dependencies and those of the workspace packages that are bundled into it.
    expect(signer.some((ref) => ref.startsWith('libsecp256k1@'))).toBe(true);
    expect(signer.some((ref) => ref.startsWith('fastify@'))).toBe(false);
  });
});

/** Packages in pnpm's store. The bundle may have left all of them out, and was still made in their presence. */
function dependenciesOf(entry: string): string[] {
  const folder = path.join(root, entry, 'node_modules');
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((child) => child.isSymbolicLink() && /\/node_modules(\/@[^/]+)?$/.test(child.parentPath))
    .map((child) => path.relative(root, realpathSync(path.join(child.parentPath, child.name))))
    .flatMap((target) => /^node_modules\/\.pnpm\/[^/]+/.exec(target) ?? []);
}

it.each(['enclave-signer', 'wallet'])('the bundle of %s is the same bytes from two folders', (service) => {
  const here = path.join(folder, 'here.mjs');
  expect(run('deploy/bundle.mjs', [service, here]).text).toBe('');
  const bundle = readFileSync(here, 'utf8');
  expect(bundle.length).toBeGreaterThan(100_000);

  const elsewhere = path.join(folder, 'some where, with another name');
  const bundled = new Set(bundle.match(/(?<=^\/\/ )node_modules\/\.pnpm\/[^/]+/gm));
  const packed = new Set([...bundled].flatMap((entry) => [entry, ...dependenciesOf(entry)]));
  for (const name of ['tsconfig.base.json', 'services', 'packages', 'deploy/bundle.mjs', ...packed])
    cpSync(path.join(root, name), path.join(elsewhere, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !/\/(services|packages)\/[^/]+\/(dist|test)$/.test(source),
    });
  const tools = path.join(elsewhere, 'deploy/node_modules');
  mkdirSync(tools);
  symlinkSync(path.join(root, 'node_modules/esbuild'), path.join(tools, 'esbuild'));
  const there = path.join(folder, 'there.mjs');
  const { stderr } = spawnSync(process.execPath, ['deploy/bundle.mjs', service, there], {
    cwd: elsewhere,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(readFileSync(there, 'utf8') === bundle).toBe(true);
});
