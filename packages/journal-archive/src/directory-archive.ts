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
      const parent = await open(path.dirname(place));
      await parent.sync();
      await parent.close();
    },
    remove: (name) => rm(placeOf(name), { force: true }),
  };
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
