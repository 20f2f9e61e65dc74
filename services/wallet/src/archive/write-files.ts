import type { Archive } from '@wallet-service/journal-archive';

export type ArchiveFile = { readonly path: string; readonly content: Uint8Array };

const filesAtOnce = 8;

/**
 * Writes each file and reads it back. Never replaces one that has other content: it belongs to another installation,
 * or to the time before this database was restored. Rejects then, and if the archive gives back something else.
 */
export async function writeFiles(archive: Archive, files: readonly ArchiveFile[]): Promise<void> {
  for (let at = 0; at < files.length; at += filesAtOnce)
    await Promise.all(files.slice(at, at + filesAtOnce).map((file) => writeFile(archive, file)));
}

async function writeFile(archive: Archive, { path, content }: ArchiveFile): Promise<void> {
  const there = await archive.read(path);
  if (there && !isSame(there, content))
    throw new Error(
      `the archive has ${path} with other content, and it was not replaced: another installation writes there, or ` +
        'this database was restored. Give this database an archive of its own',
    );
  if (there) return;
  await archive.write(path, content);
  const read = await archive.read(path);
  if (!read || !isSame(read, content))
    throw new Error(`the archive does not give back what was written to ${path}`);
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
