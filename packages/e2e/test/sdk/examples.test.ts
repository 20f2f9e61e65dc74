import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { rmSync } from 'node:fs';
import { verifyMessage, type Hex } from 'viem';
import { sharedStack, type SharedStack } from '../stacks.js';
import { runIn, userProject, variablesOf } from './user-project.js';

// The examples, run as their READMEs say, in a project with the SDK installed.

let folder: string;
let stack: SharedStack;
let variables: Record<string, string>;

beforeAll(async () => {
  [folder, stack] = await Promise.all([userProject(), sharedStack('examples')]);
  variables = await variablesOf(stack, 'alice');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const run = (command: string, more: Readonly<Record<string, string>> = {}) =>
  runIn(folder, command.split(' '), { ...variables, ...more });

/** What a line that begins with the name says. */
const told = (output: string, name: string): string =>
  new RegExp(`^${name} (.*)$`, 'm').exec(output)?.[1] ?? '';

const isSigned = (output: string): Promise<boolean> =>
  verifyMessage({
    address: told(output, 'wallet') as Hex,
    message: 'hello',
    signature: told(output, 'signature') as Hex,
  });

it('env.mjs prints what the others need', async () => {
  const { stdout } = await runIn(folder, ['node', 'examples/env.mjs', 'bob'], {
    DATA_DIR: path.dirname(stack.logsDir),
  });
  const names = [...stdout.matchAll(/^export (\w+)='[^']+'$/gm)].map(([, name]) => name);
  expect(names).toEqual(Object.keys(variables));
});

it('node-script makes a wallet, signs and verifies, and says why it is refused', async () => {
  const { code, stdout } = await run('node examples/node-script/sign.mjs');
  expect([code, stdout]).toEqual([0, expect.stringContaining('verified by viem true')]);
  expect(await isSigned(stdout)).toBe(true);
  const refused = await run('node examples/node-script/sign.mjs', { API_KEY: 'pk_wrong' });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^auth\.api-key-invalid: .* \(trace [0-9a-f]{32}\)\n$/);
});

const hasPython = spawnSync('python3', ['--version']).status === 0;
(hasPython ? it : it.skip)('python-openapi signs with Python alone (skipped without python3)', async () => {
  const { code, stdout, stderr } = await run('python3 examples/python-openapi/sign.py');
  expect([code, stderr]).toEqual([0, '']);
  expect(await isSigned(stdout)).toBe(true);
  const refused = await run('python3 examples/python-openapi/sign.py', { USER_TOKEN: 'x' });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^auth\.token-invalid: .* \(trace [0-9a-f]{32}\)\n$/);
});
