import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '@wallet-service/local-stack';
import { temporaryFolder } from './launcher.js';

const programs = {
  start: 'packages/local-stack/dist/start.js',
  demo: 'packages/local-stack/dist/demo.js',
  bench: 'packages/bench/dist/bench.js',
  chaos: 'packages/chaos/dist/chaos.js',
};

/** The program's commands as the scripts of package.json call them. */
const operatorScripts = {
  admin: 'admin',
  'audit:verify': 'audit verify',
  'compose:init': 'compose init',
  trust: 'trust',
  'attest:verify': 'attestation verify',
};
/** As it is in an image. */
const image = 'packages/operator-cli/dist/main.js';
/** The same program with the stack in DATA_DIR. */
const repository = 'packages/local-stack/dist/operate.js';

const dataDir = path.join(temporaryFolder(), 'data');
afterAll(() => {
  rmSync(path.dirname(dataDir), { recursive: true });
});

const place = {
  env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATA_DIR: dataDir },
  cwd: path.dirname(dataDir),
  encoding: 'utf8',
} as const;

type Ran = { readonly status: number | null; readonly stdout: string; readonly stderr: string };

function run(program: string, ...args: string[]): Ran {
  const file = path.join(repositoryRoot(), program);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], place);
  return { status, stdout, stderr };
}

/** Runs a program once for each command line, in sequence in one process, because starting a process takes longest. */
function runEach(program: string, lines: readonly string[]): ReadonlyMap<string, Ran> {
  const script = `
    const [program, ...lines] = JSON.parse(process.argv[1]);
    const write = process.stdout.write.bind(process.stdout);
    const ran = [];
    for (const [index, line] of lines.entries()) {
      const told = { stdout: '', stderr: '' };
      process.stdout.write = (text) => (told.stdout += text, true);
      process.stderr.write = (text) => (told.stderr += text, true);
      process.argv = [process.execPath, program, ...line.split(' ')];
      process.exitCode = undefined;
      await import(program + '?' + index);
      ran.push([line, { status: process.exitCode ?? 0, ...told }]);
    }
    process.exitCode = 0;
    write(JSON.stringify(ran));`;
  const argument = JSON.stringify([path.join(repositoryRoot(), program), ...lines]);
  const args = ['--input-type=module', '--eval', script, argument];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, place);
  if (status !== 0) throw new Error(stderr);
  return new Map(JSON.parse(stdout) as [string, Ran][]);
}

describe.each(Object.entries(programs))('pnpm %s', (name, program) => {
  it('explains its options with --help', () => {
    const { status, stdout } = run(program, '--help');
    expect({ status, usage: stdout.split(/[ :]/)[0] }).toEqual({ status: 0, usage: 'pnpm' });
    expect(stdout).toContain(`pnpm ${name}`);
  });

  it('refuses unknown options before it begins anything', () => {
    const { status, stdout, stderr } = run(program, '--surprise');
    expect(status).not.toBe(0);
    expect(stdout).toBe('');
    expect(stderr).toContain("'--surprise'");
    expect(stderr).toContain(`pnpm ${name}`);
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe("the operator's program", () => {
  const overview = run(image, '--help');
  const groups = ['nothing', 'trust', 'trust nothing', 'audit', 'constructor', 'trust __proto__'];
  const commands = [...overview.stdout.matchAll(/^ {2}(\S+(?: \S+)?) {2,}\S/gm)].map(([, name = '']) => name);

  const ran = runEach(image, [
    ...commands.flatMap((command) => [`${command} --help`, `${command} --surprise`]),
    ...groups,
    'trust --help',
  ]);
  const after = (line: string): Ran => ran.get(line) ?? { status: null, stdout: '', stderr: '' };

  it('lists its commands with --help', () => {
    expect(overview.status).toBe(0);
    expect(commands).toEqual(expect.arrayContaining(['admin', 'trust make-root', 'secrets make']));
    expect(run(image)).toMatchObject({ status: 2, stdout: '' });
    expect(run(repository, '--help')).toEqual(overview);
  });

  it.each(commands)('%s explains its options with --help', (command) => {
    const { status, stdout } = after(`${command} --help`);
    expect(status).toBe(0);
    expect(stdout.startsWith(`wallet-service ${command} `)).toBe(true);
    expect(stdout).not.toMatch(/\nwallet-service /);
  });

  it.each(commands)('%s refuses unknown options before it begins anything', (command) => {
    const { status, stdout, stderr } = after(`${command} --surprise`);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain("'--surprise'");
    expect(stderr).toContain(`wallet-service ${command} `);
    expect(existsSync(dataDir)).toBe(false);
  });

  it.each(groups)('refuses the words "%s", which are not a command', (words) => {
    const { status, stdout, stderr } = after(words);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(/^name one of the commands\n\nwallet-service /);
  });

  it('lists all commands that begin with a word with --help after it', () => {
    const { status, stdout } = after('trust --help');
    const shown = [...stdout.matchAll(/^wallet-service (trust \S+)/gm)].map(([, name]) => name);
    expect({ status, shown }).toEqual({
      status: 0,
      shown: commands.filter((name) => name.startsWith('trust ')),
    });
  });
});

it.each(Object.entries(operatorScripts))('pnpm %s runs the command %s', (script, words) => {
  const { scripts } = JSON.parse(readFileSync(path.join(repositoryRoot(), 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const [, , , program = '', ...rest] = scripts[script]?.split(' ') ?? [];
  expect([image, repository]).toContain(program);
  expect(rest.join(' ')).toBe(words);
});

it('admin says what is missing when no service is named', () => {
  expect(run(image, 'admin', 'application', 'list')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('set GATEWAY_URL and OPERATOR_KEY_FILE') as string,
  });
  expect(run(repository, 'admin', 'application', 'list')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`no stack runs in ${dataDir}`) as string,
  });
});

it('audit verify says what is missing when no journal is named', () => {
  expect(run(image, 'audit', 'verify')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('set DATABASE_URL') as string,
  });
  expect(run(repository, 'audit', 'verify')).toMatchObject({
    status: 2,
    stderr: expect.stringContaining(`there is no database in ${dataDir}`) as string,
  });
});

it('secrets make makes each secret once, readable by one user', () => {
  const folder = path.join(path.dirname(dataDir), 'secrets');
  const first = run(image, 'secrets', 'make', '--out', folder);
  expect(first.status).toBe(0);
  const files = first.stdout.split('\n').filter((line) => line.startsWith(folder));
  expect(files.length).toBeGreaterThan(7);
  const contents = files.map((file) => readFileSync(file).toString('base64'));
  expect(new Set(contents).size).toBe(files.length);
  for (const file of files) expect((statSync(file).mode & 0o777).toString(8)).toBe('600');
  expect(run(image, 'secrets', 'make', '--out', folder).status).toBe(0);
  expect(files.map((file) => readFileSync(file).toString('base64'))).toEqual(contents);
});
