import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

/** A text in both forms in which it is sent. */
export type ServedText = { readonly type: string; readonly plain: Buffer; readonly zipped: Buffer };

/** The reference page as `packages/reference-page` builds it. */
export type ReferenceFiles = {
  readonly page: string;
  /** By name. A name with a hash never has another content. */
  readonly assets: ReadonlyMap<string, ServedText>;
};

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
};

/** The folder that the build made, or undefined if it did not run. */
export function readReferenceFiles(folder: string): ReferenceFiles | undefined {
  const index = path.join(folder, 'index.html');
  if (!existsSync(index)) return undefined;
  const assets = readdirSync(folder).flatMap((name) => {
    const type = types[path.extname(name)];
    if (type === undefined) return [];
    const file = path.join(folder, name);
    return [[name, { type, plain: readFileSync(file), zipped: readFileSync(`${file}.gz`) }] as const];
  });
  return { page: readFileSync(index, 'utf8'), assets: new Map(assets) };
}

export function servedText(type: string, text: string): ServedText {
  return { type: `${type}; charset=utf-8`, plain: Buffer.from(text), zipped: gzipSync(text) };
}
