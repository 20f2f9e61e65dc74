import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

export type PageFile = {
  readonly bytes: Buffer;
  readonly gzip: Buffer | undefined;
  readonly type: string;
  /** Its name has a hash of its content. */
  readonly isImmutable: boolean;
};

export type PageFiles = {
  readonly index: PageFile;
  /** By the path below the prefix, such as `/assets/index-4f2a.js`. */
  readonly find: (at: string) => PageFile | undefined;
};

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};
const texts = ['.html', '.js', '.css'];
/** What the build writes in the place of the path prefix. */
const base = '/__base__/';

/** Reads all files of the page, once. Nothing else is ever served, so no path can lead out. */
export function readPageFiles(folder: string, prefix: string): PageFiles {
  const files = new Map<string, PageFile>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const extension = path.extname(entry.name);
    const type = types[extension];
    if (!entry.isFile() || type === undefined) continue;
    const file = path.join(entry.parentPath, entry.name);
    const raw = readFileSync(file);
    const isText = texts.includes(extension);
    const bytes = isText ? Buffer.from(raw.toString('utf8').replaceAll(base, `${prefix}/`)) : raw;
    const at = `/${path.relative(folder, file).split(path.sep).join('/')}`;
    const isImmutable = at.startsWith('/assets/');
    files.set(at, { bytes, gzip: gzipSync(bytes), type, isImmutable });
  }
  const index = files.get('/index.html');
  if (!index) throw new Error(`${folder} has no index.html: build the page of the console`);
  return { index, find: (at) => files.get(at) };
}
