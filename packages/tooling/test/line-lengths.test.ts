import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'lines-'));
  execFileSync('git', ['init', '--quiet', folder]);
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

const words = (columns: number): string => 'word '.repeat(columns).slice(0, columns - 1) + '.';

function plant(file: string, text: string | Buffer): void {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

function linesIn(cwd: string): { readonly status: number | null; readonly lines: string } {
  if (cwd === folder) execFileSync('git', ['add', '--all'], { cwd });
  const script = path.join(root, 'packages/tooling/line-lengths.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd, encoding: 'utf8' });
  return { status, lines: stdout + stderr };
}

describe('a line of a text file', () => {
  it('has at most 120 columns in this repository', () => {
    expect(linesIn(root)).toEqual({ status: 0, lines: '' });
  });

  it('is refused with 121 columns, in any place', () => {
    const files = ['README.md', 'src/a.ts', 'deploy/a.sh', 'no-ending', 'package.json', 'docker-compose.yml'];
    for (const file of files) plant(file, `${words(120)}\n${words(121)}\n`);
    const { status, lines } = linesIn(folder);
    expect(status).toBe(1);
    expect(lines.trim().split('\n').sort()).toEqual(files.map((file) => `${file}:2: 121 columns`).sort());
  });

  it('is measured in characters, not in bytes', () => {
    plant('arrows.md', '→ '.repeat(60));
    expect(linesIn(folder)).toEqual({ status: 0, lines: '' });
  });

  it('may be longer where it cannot be broken', () => {
    plant('source.ts', `// ${words(40)} https://example.com/${'a'.repeat(100)}`);
    plant('docker-compose.yml', `image: \${IMAGE:-postgres:17@sha256:${'0'.repeat(64)}} # ${words(40)}`);
    plant('packages/a/package.json', `{\n  "scripts": {\n    "test": "${words(140)}"\n  }\n}`);
    expect(linesIn(folder)).toEqual({ status: 0, lines: '' });
  });

  it('may be longer in files that are generated, applied or not ours, and in no other file there', () => {
    const exempt = ['LICENSE', 'pnpm-lock.yaml', 'packages/grpc/src/gen/a.ts', 'services/wallet/schema.sql'];
    for (const file of [...exempt, 'services/wallet/migrations/0001_a.sql']) plant(file, words(200));
    plant('services/wallet/migrations/notes.md', words(200));
    expect(linesIn(folder)).toEqual({
      status: 1,
      lines: 'services/wallet/migrations/notes.md:1: 200 columns\n',
    });
  });

  it('is ignored in a binary file, behind a link, or outside of version control', () => {
    plant('image.png', Buffer.concat([Buffer.of(0), Buffer.from(words(200))]));
    plant('.gitignore', 'dist/\n');
    plant('dist/bundle.js', words(200));
    symlinkSync('dist/bundle.js', path.join(folder, 'link.js'));
    expect(linesIn(folder)).toEqual({ status: 0, lines: '' });
  });
});
