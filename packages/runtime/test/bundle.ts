import path from 'node:path';
import { build } from 'esbuild';

/** Bundles a program whose imports begin at the folder of the package. Returns its file, in `folder`. */
export async function bundle(packageFolder: string, folder: string, contents: string): Promise<string> {
  const outfile = path.join(folder, `p${Math.random()}.mjs`);
  await build({
    stdin: { contents, resolveDir: packageFolder },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external: ['pino'],
  });
  return outfile;
}
