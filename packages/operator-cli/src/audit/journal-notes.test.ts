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
    ['app-1', { seq: 7n, hash: Buffer.alloc(32, 1), publicKey: Buffer.alloc(32, 2), attested: true }],
    ['app-2', { seq: 0n, hash: Buffer.alloc(32, 3), publicKey: undefined, attested: false }],
  ]);
  writeNotes(file, notes);
  expect(readNotes(file)).toEqual(notes);
});

it('takes a key from notes that don’t say it as one that nobody vouched for', () => {
  const old = { seq: 7, hash: '01'.repeat(32), public_key: '02'.repeat(32) };
  writeFileSync(file, JSON.stringify({ 'app-1': old }));
  expect(readNotes(file).get('app-1')).toMatchObject({ seq: 7n, attested: false });
});

it('refuses a file that is not notes', () => {
  writeFileSync(file, '{"app":{"seq":"1"}}');
  expect(() => readNotes(file)).toThrow('holds no notes');
});
