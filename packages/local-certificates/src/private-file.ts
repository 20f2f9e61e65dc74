import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Makes a folder that only its owner can enter (0700), also when it was there with a wider mode. */
export function makePrivateFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  chmodSync(folder, 0o700);
  return folder;
}

/** Writes a file that only its owner can read (0600). A reader sees the old content or the new, never half of it. */
export function writePrivateFile(file: string, content: string | Uint8Array): void {
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.draft`);
  writeFileSync(draft, content, { mode: 0o600, flush: true });
  renameSync(draft, file);
}

/** The content of `file`, made by `make` when the file is not there yet. */
export function readOrMakePrivateFile(file: string, make: () => string | Uint8Array): Buffer {
  if (!existsSync(file)) writePrivateFile(file, make());
  return readFileSync(file);
}
