import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// The pages for contributors name folders and files. These tests notice when one was added, moved or removed.

const root = fileURLToPath(new URL('../../..', import.meta.url));
const page = (name: string): string => readFileSync(path.join(root, 'docs', name), 'utf8');
const quoted = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name ?? '');

it('docs/architecture.md has a row for every package, and for no other', () => {
  const [, table = ''] = /## Where things are\n+([^]*?)\n\n(?!\|)/.exec(page('architecture.md')) ?? [];
  const cells = [...table.matchAll(/^\| (.*?) \|/gm)].map(([, cell]) => cell ?? '');
  const named = cells
    .filter((cell) => cell.includes('`packages/'))
    .flatMap(quoted)
    .map((name) => name.replace('packages/', ''));
  expect(named.sort()).toEqual(readdirSync(path.join(root, 'packages')).sort());
});

it.each(['adding-a-chain.md', 'adding-a-policy-field.md', 'adding-an-endpoint.md', 'architecture.md'])(
  'docs/%s names only files that exist',
  (name) => {
    const files = quoted(page(name)).filter((each) =>
      /^[\w./-]+\/[\w.-]+\.(ts|sql|proto|cjs|md)$/.test(each),
    );
    expect(files.length).toBeGreaterThan(5);
    const folders = ['', 'services', 'packages/e2e/test', 'services/enclave-signer', 'services/gateway'];
    const missing = files.filter(
      (file) => !folders.some((folder) => existsSync(path.join(root, folder, file))),
    );
    expect(missing).toEqual([]);
  },
);
