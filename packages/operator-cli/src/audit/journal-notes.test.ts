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
  const checkpoint = { note: 'note\n', publicKey: Buffer.alloc(32, 2) };
  const hashes = [Buffer.alloc(32, 1)];
  const notes = new Map([
    ['app-1', { generation: 2, size: 8, hashes, checkpoint, attested: true }],
    ['app-2', { generation: 1, size: 0, hashes: [], checkpoint: undefined, attested: false }],
  ]);
  writeNotes(file, notes);
  expect(readNotes(file)).toEqual(notes);
});

it('refuses notes about chains, and says what to do', () => {
  const old = { seq: 7, hash: '01'.repeat(32), public_key: '02'.repeat(32) };
  writeFileSync(file, JSON.stringify({ 'app-1': old }));
  expect(() => readNotes(file)).toThrow('begin a new file');
});

it('refuses a file that is not notes', () => {
  writeFileSync(file, '{"app":{"seq":"1"}}');
  expect(() => readNotes(file)).toThrow('holds no notes');
});
