import { fileURLToPath } from 'node:url';
import { Type } from 'typebox';
import type { Archive } from './archive.js';
import { directoryArchive } from './directory-archive.js';

export const archiveVariables = {
  JOURNAL_ARCHIVE: Type.Optional(Type.String({ pattern: '^(file:///|s3://[^/]+)' })),
  JOURNAL_ARCHIVE_ENDPOINT: Type.Optional(Type.String({ pattern: '^https?://' })),
};

export type ArchiveSettings = {
  /** `file:///folder`, or `s3://bucket/folder`. */
  readonly url: string;
  readonly endpoint: string | undefined;
};

/** Undefined: there is no archive. */
export function archiveSettingsOf(read: {
  readonly JOURNAL_ARCHIVE?: string;
  readonly JOURNAL_ARCHIVE_ENDPOINT?: string;
}): ArchiveSettings | undefined {
  const { JOURNAL_ARCHIVE: url, JOURNAL_ARCHIVE_ENDPOINT: endpoint } = read;
  return url === undefined ? undefined : { url, endpoint };
}

/** Opens nothing yet. Throws a TypeError for a URL of another kind. */
export function openArchive({ url, endpoint }: ArchiveSettings): Archive {
  const place = new URL(url);
  if (place.protocol === 'file:') return directoryArchive(fileURLToPath(place));
  if (place.protocol !== 's3:') throw new TypeError('an archive is at file:///folder or s3://bucket/folder');
  const folder = place.pathname.replaceAll(/^\/+|\/+$/g, '');
  const settings = { bucket: place.host, prefix: folder === '' ? '' : `${folder}/`, endpoint };
  // Loaded only where it is used: it is larger than the rest of a service.
  let opening: Promise<Archive> | undefined;
  const opened = (): Promise<Archive> =>
    (opening ??= import('./s3-archive.js').then(({ s3Archive }) => s3Archive(settings)));
  return {
    read: async (path) => (await opened()).read(path),
    write: async (path, content) => (await opened()).write(path, content),
    remove: async (path) => (await opened()).remove(path),
  };
}
