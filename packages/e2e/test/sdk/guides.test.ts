import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@wallet-service/local-stack';
import { sharedStack } from '../stacks.js';
import { isAsPrinted, readPage, type PageProgram } from './page-programs.js';
import { runIn, userProject, variablesOf, withoutTypes } from './user-project.js';

// Every snippet of the guides is compiled strictly and run against a running service. What a page says that it prints
// is what it prints.

const guides = path.join(repositoryRoot(), 'docs/guides');
const names = readdirSync(guides).filter((name) => name.endsWith('.md'));
const pages = names.map((name) => ({ name, ...readPage(path.join(guides, name)) }));

let folder: string;

beforeAll(async () => {
  folder = await userProject();
  for (const { name, programs } of pages)
    for (const [index, { language, code }] of programs.entries()) {
      const at = path.join(folder, 'guides', `${name}-${index}`);
      mkdirSync(at, { recursive: true });
      writeFileSync(path.join(at, `program.${language}`), language === 'ts' ? `${code}\nexport {};\n` : code);
      if (language === 'ts') writeFileSync(path.join(at, 'program.mjs'), await withoutTypes(code));
    }
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('all of it and the examples compile strictly', async () => {
  const sdk = path.join(repositoryRoot(), 'packages/sdk/src');
  const compilerOptions = {
    ...{ strict: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true, noEmit: true },
    ...{ allowJs: true, checkJs: true, skipLibCheck: true, verbatimModuleSyntax: true, types: ['node'] },
    ...{ target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable'], module: 'NodeNext' },
    typeRoots: [path.join(repositoryRoot(), 'node_modules/@types')],
    paths: {
      '@wallet-service/sdk': [path.join(sdk, 'index.ts')],
      '@wallet-service/sdk/*': [path.join(sdk, '*.ts')],
    },
  };
  const include = ['guides/**/*.ts', 'examples/**/*.ts', 'examples/**/*.mjs'];
  const files = [path.join(repositoryRoot(), 'packages/e2e/test/sdk/login-libraries.d.ts')];
  const exclude = ['examples/grpc-client'];
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include, files, exclude }),
  );
  const { stdout } = await runIn(folder, [path.join(repositoryRoot(), 'node_modules/.bin/tsc')], {});
  expect(stdout).toBe('');
});

/** The blocks of the cookbook, as a reader saves them. */
function saveRecipes(into: string): void {
  mkdirSync(into);
  const cookbook = readFileSync(path.join(repositoryRoot(), 'docs/policies.md'), 'utf8');
  const recipes = [...cookbook.matchAll(/^```json\n([^]*?)^```/gm)].map(([, recipe = '']) => recipe);
  for (const [index, recipe] of recipes.entries()) writeFileSync(path.join(into, `${index}.json`), recipe);
}

const commands: Readonly<Record<PageProgram['language'], readonly string[]>> = {
  ts: ['node', 'program.mjs'],
  sh: ['bash', '-euo', 'pipefail', 'program.sh'],
  py: ['python3', 'program.py'],
};

const programs = pages.flatMap(({ name, programs: all }) =>
  all.map((program, index) => ({ ...program, name, at: `guides/${name}-${index}` })),
);

it.each(programs.filter(({ runs }) => runs))('$name runs as printed: $language', async (program) => {
  const { language, prints, at, name } = program;
  if (name === 'policy-cookbook.md') saveRecipes(path.join(folder, at, 'recipes'));
  const variables = await variablesOf(await sharedStack(name), 'alice');
  const finished = await runIn(path.join(folder, at), commands[language], variables);
  const asPrinted = isAsPrinted(finished.stdout, prints);
  // What it printed is shown only if it is not what the page says.
  expect([finished.code, finished.stderr, asPrinted ? '' : finished.stdout]).toEqual([0, '', '']);
});

it.each(programs.filter(({ runs, language }) => !runs && language === 'sh'))(
  '$name has commands that a shell can read: $code',
  async ({ at }) => {
    expect(await runIn(path.join(folder, at), ['bash', '-n', 'program.sh'], {})).toMatchObject({
      stderr: '',
    });
  },
);

it('prints files of the examples as they are', () => {
  for (const { name, excerpts } of pages)
    for (const { file, code } of excerpts)
      expect([name, file, readFileSync(file, 'utf8').includes(code)]).toEqual([name, file, true]);
});
