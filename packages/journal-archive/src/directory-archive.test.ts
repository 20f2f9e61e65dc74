import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { directoryArchive, foldersOf } from './directory-archive.js';

it.each([
  ['log', ['/archive']],
  ['a/log', ['/archive/a', '/archive']],
  ['a/tile/0/000', ['/archive/a/tile/0', '/archive/a/tile', '/archive/a', '/archive']],
])('the way to %s is through %j', (name, folders) => {
  expect(foldersOf('/archive', name)).toEqual(folders);
});

it('reads what it wrote, in folders that it made', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'archive-'));
  try {
    const archive = directoryArchive(folder);
    await archive.write('a/tile/0/000', Buffer.from('one'));
    await archive.write('a/tile/0/001', Buffer.from('two'));
    expect(String(await archive.read('a/tile/0/000'))).toBe('one');
    expect(String(await archive.read('a/tile/0/001'))).toBe('two');
    await archive.remove('a/tile/0/000');
    expect(await archive.read('a/tile/0/000')).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
