import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const mark = path.join(process.env['SECOND_ATTEMPTS_FOLDER'] ?? '', 'hung-here');

it('hangs the first time', () => {
  const isSecond = existsSync(mark);
  writeFileSync(mark, '');
  if (!isSecond) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  expect(isSecond).toBe(true);
});
