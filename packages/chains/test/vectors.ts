import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const directory = process.env['VECTORS_DIR'];

/**
 * `describe` when the data is available. Otherwise the tests are skipped, and a line says where the data comes from.
 */
export function describeVectors(
  title: string,
  file: string,
  source: string,
  body: (data: unknown) => void,
): void {
  if (directory === undefined) {
    describe.skip(`${title} (set VECTORS_DIR to a folder with ${file}, from ${source})`, () => {
      it('is skipped', () => undefined);
    });
    return;
  }
  const bytes = readFileSync(path.join(directory, file));
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  describe(title, () => {
    body(JSON.parse(text));
  });
}
