import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readNotes, writeNotes } from './journal-notes.js';

const folder = mkdtempSync(path.join(tmpdir(), 'notes-'));
const file = path.join(folder, 'notes.json');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('keeps notes unchanged, with and without a checkpoint key, and has none before the first run', () => {
  expect(readNotes(file)).toEqual(new Map());
  const notes = new Map([
    ['app-1', { seq: 7n, hash: Buffer.alloc(32, 1), publicKey: Buffer.alloc(32, 2) }],
    ['app-2', { seq: 0n, hash: Buffer.alloc(32, 3), publicKey: undefined }],
  ]);
  writeNotes(file, notes);
  expect(readNotes(file)).toEqual(notes);
});

it('refuses a file that is not notes', () => {
  writeFileSync(file, '{"app":{"seq":"1"}}');
  expect(() => readNotes(file)).toThrow('holds no notes');
});
