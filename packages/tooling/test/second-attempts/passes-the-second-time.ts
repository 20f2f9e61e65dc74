import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const mark = path.join(process.env['SECOND_ATTEMPTS_FOLDER'] ?? '', 'was-here');

it('passes the second time', () => {
  const isSecond = existsSync(mark);
  writeFileSync(mark, '');
  expect(isSecond).toBe(true);
});

it('passes always', () => {
  expect(1).toBe(1);
});
