import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Archive } from './archive.js';

/** An archive in a folder of this machine, which MUST exist. */
export function directoryArchive(folder: string): Archive {
  const placeOf = (name: string): string => path.join(folder, name);
  return {
    async read(name) {
      try {
        return await readFile(placeOf(name));
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      // A volume that is not mounted has no file at all.
      await (await open(folder)).close();
      return undefined;
    },
    async write(name, content) {
      const place = placeOf(name);
      // Not in a volume that is not mounted.
      await (await open(folder)).close();
      await mkdir(path.dirname(place), { recursive: true, mode: 0o750 });
      const unfinished = `${place}.unfinished`;
      const file = await open(unfinished, 'w', 0o640);
      try {
        await file.writeFile(content);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, place);
      for (const each of foldersOf(folder, name)) {
        const parent = await open(each);
        await parent.sync();
        await parent.close();
      }
    },
    remove: (name) => rm(placeOf(name), { force: true }),
  };
}

/**
 * Where the names of a file and of the folders on the way to it are, the innermost first. After a power failure a file
 * is there if all of them were synced. A folder that is there already may be from a run that ended before it did that.
 */
export function foldersOf(folder: string, name: string): readonly string[] {
  const folders = [folder];
  for (const part of path
    .dirname(name)
    .split(path.sep)
    .filter((each) => each !== '.'))
    folders.unshift(path.join(folders[0] ?? folder, part));
  return folders;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
