import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'caches-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function check(cwd: string): { readonly status: number | null; readonly text: string } {
  const script = path.join(root, 'packages/tooling/caches.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { cwd, encoding: 'utf8' });
  return { status, text: stdout + stderr };
}

/** Files of a service by name, and the rows of the tables. */
function plant(sources: Readonly<Record<string, string>>, rows: readonly string[]): void {
  const files = Object.entries(sources).map(([name, text]) => [`services/a/src/${name}.ts`, text] as const);
  for (const [name, text] of [...files, ['docs/caches.md', `# Caches\n\n${rows.join('\n')}\n`] as const]) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}

const row = (name: string, bound = '1,000') => `| \`${name}\` | id | ${bound} | nothing |`;

it('finds no difference between this workspace and its tables', () => {
  expect(check(root)).toEqual({ status: 0, text: '' });
});

it('accepts caches with a row, wherever in the file their bound is, and maps with a row', () => {
  plant(
    {
      literal: `new RecentlyUsed<string, string>('a.literal', 1_000);`,
      constant: `const most = 10 * 100; const names = new RecentlyUsed('a.constant', most);`,
      default: `function create(most = 1_000) { return new RecentlyUsed('a.default', most); }`,
      instead: `new RecentlyUsed('a.instead', options.most ?? 1_000);`,
      map: 'const names = new Map();',
      short: 'function names() { return new Map(); }',
      'map.test': 'const names = new Map();',
    },
    [
      ...['a.literal', 'a.constant', 'a.default', 'a.instead'].map((name) => row(name)),
      '| `services/a/src/map.ts` | names | their number |',
    ],
  );
  expect(check(folder)).toEqual({ status: 0, text: '' });
});

const wrong: readonly (readonly [file: string, source: string, problem: string])[] = [
  ['no-row', `new RecentlyUsed('a.no-row', 9);`, 'docs/caches.md has no row for the cache a.no-row'],
  ['no-name', 'new RecentlyUsed(name, 9);', 'the first argument must be the name, as a literal'],
  [
    'twice',
    `new RecentlyUsed('a.twice', 1_000), new RecentlyUsed('a.twice', 1_000);`,
    'the name a.twice is there twice',
  ],
  [
    'no-bound',
    `new RecentlyUsed('a.no-bound', most);`,
    'the second argument must lead to a number in this file',
  ],
  ...[
    'const names = new Map<string, string>();',
    'class Names { readonly #names = new Map(); }',
    'class Names { constructor() { this.names = new Set(); } }',
    'function createNames() { const names = new Map(); return () => names; }',
  ].map(
    (source, at) =>
      [
        `map-${at}`,
        source,
        'outlives a call; use RecentlyUsed, or say in docs/caches.md what bounds it',
      ] as const,
  ),
  ...[
    'const oldest = names.keys().next();',
    'const [oldest] = names.keys();',
    'for (const oldest of names.keys()) { if (names.size <= 9) break; names.delete(oldest); }',
    'if (names.size >= most) names.clear();',
  ].map((source, at) => [`eviction-${at}`, source, 'evicts by hand; use RecentlyUsed'] as const),
];

it('refuses everything else, and names the line', () => {
  const others = {
    'other-bound': `new RecentlyUsed('a.other-bound', 1_000);`,
    silent: `new RecentlyUsed('a.silent', 1_000);`,
  };
  plant({ ...others, ...Object.fromEntries(wrong.map(([file, source]) => [file, source])) }, [
    row('a.twice'),
    row('a.no-bound'),
    row('a.other-bound', '2,000'),
    row('a.silent').replace('nothing', ''),
    row('a.not-there'),
    '| `services/a/src/not-there.ts` | names | their number |',
  ]);
  const { status, text } = check(folder);
  expect(status).toBe(1);
  const expected = [
    ...wrong.map(([file, , problem]) => `services/a/src/${file}.ts:1: ${problem}`),
    'services/a/src/twice.ts:1: the name a.twice is there twice',
    'docs/caches.md: a.other-bound holds 1000, not 2000',
    'docs/caches.md: the row of a.silent needs key, bound and what invalidates it',
    'docs/caches.md: there is no cache a.not-there',
    'docs/caches.md: services/a/src/not-there.ts keeps no map or set',
  ];
  expect(text.trimEnd().split('\n').sort()).toEqual([...expected].sort());
});
