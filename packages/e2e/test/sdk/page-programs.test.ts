import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isAsPrinted, readPage, type Page } from './page-programs.js';

const folder = mkdtempSync(path.join(tmpdir(), 'page-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function pageOf(text: string): Page {
  const file = path.join(folder, 'page.md');
  writeFileSync(file, text);
  return readPage(file);
}
const block = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\`\n`;

it('makes one program of the snippets of a language, with what they print', () => {
  const { programs } = pageOf(
    ['Words.\n', block('ts', 'one'), block('text', '1'), block('sh', 'ls'), 'More.\n', block('ts', 'two')]
      .concat(block('text', '2…'))
      .join('\n'),
  );
  expect(programs).toEqual([
    { language: 'ts', code: 'one\ntwo\n', prints: '1\n2…\n', runs: true },
    { language: 'sh', code: 'ls\n', prints: '', runs: true },
  ]);
});

it('takes a fragment out only when the page says why', () => {
  const { programs } = pageOf(
    ['Not run by our tests: it needs a tenant. They compile it.\n', block('ts', 'login')]
      .concat('Not run by our tests:\n', block('ts', 'run'))
      .join('\n'),
  );
  expect(programs.map(({ code, runs }) => [code, runs])).toEqual([
    ['run\n', true],
    ['login\n', false],
  ]);
});

it('knows what a page prints of a file', () => {
  const { programs, excerpts } = pageOf(`From [a](../x/a.mjs):\n\n${block('js', 'a()')}`);
  expect([programs, excerpts]).toEqual([[], [{ file: path.join(folder, '../x/a.mjs'), code: 'a()\n' }]]);
});

it.each([block('js', 'x'), block('', 'x'), block('text', 'x'), block('json', '{')])(
  'refuses a block that no test would run: %j',
  (text) => {
    expect(() => pageOf(text)).toThrow();
  },
);

it.each([
  ['a 0x12 b\n', 'a 0x… b', true],
  ['[1]\n2', '[1]2', true],
  ['a c', 'a b', false],
  ['a b c', 'a b', false],
])('compares what was printed: %j with %j is %p', (output, prints, expected) => {
  expect(isAsPrinted(output, prints)).toBe(expected);
});
