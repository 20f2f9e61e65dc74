import { open, rename } from 'node:fs/promises';
import path from 'node:path';

/**
 * Replaces a file as a whole. When this resolves, a power cut leaves the new content, and at any time before, the old
 * or the new one. Only one writer at a time for each file. If it fails after the replacement, `onUnsynced` is called,
 * because the new content can be read and may still be lost.
 */
export async function replaceFile(
  file: string,
  content: string | Uint8Array,
  onUnsynced: () => void,
): Promise<void> {
  const temporary = `${file}.tmp`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  try {
    await syncFolder(path.dirname(file));
  } catch (error) {
    onUnsynced();
    throw error;
  }
}

/** Makes renames inside a folder durable. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
