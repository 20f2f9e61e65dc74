import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'released-'));
  cpSync(path.join(root, 'proto'), path.join(folder, 'proto'), { recursive: true });
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function run(
  cwd: string,
  ...args: readonly string[]
): { readonly status: number | null; readonly text: string } {
  const script = path.join(root, 'packages/tooling/released-protos.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd,
    encoding: 'utf8',
  });
  return { status, text: stdout + stderr };
}

const policy = 'proto/policy/v1/policy.proto';

/** Replaces existing text. Fails when it is not there. */
function change(file: string, from: RegExp, to: string): void {
  const place = path.join(folder, file);
  const text = readFileSync(place, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(place, text.replace(from, to));
}

it('finds nothing that breaks the released contracts in this workspace', () => {
  expect(run(root)).toEqual({ status: 0, text: '' });
});

it('accepts additions', () => {
  appendFileSync(
    path.join(folder, policy),
    'message Added { string name = 1; }\nservice More { rpc Ask(Added) returns (Added); }\n',
  );
  change(policy, /message ListPoliciesRequest \{/, '$& string added = 900;');
  expect(run(folder)).toEqual({ status: 0, text: '' });
});

it.each([
  ['a removed method', /^ *rpc ListPolicies.*$/m, '', /RPC "ListPolicies"/],
  [
    'a method with another answer',
    /(rpc ListPolicies\(\w+\) returns \()\w+/,
    '$1ListPoliciesRequest',
    /RPC "ListPolicies"/,
  ],
  ['a removed field', /string application_id = 1;/, '', /field "1" with name "application_id"/],
  [
    'a field with another name',
    /string application_id = 1;/,
    'string tenant_id = 1;',
    /"application_id" to "tenant_id"/,
  ],
  [
    'a field with another type',
    /string application_id = 1;/,
    'uint64 application_id = 1;',
    /from "string" to "uint64"/,
  ],
  ['a field with another number', /string application_id = 1;/, 'string application_id = 901;', /field "1"/],
  [
    'a field that became repeated',
    /string application_id = 1;/,
    'repeated string application_id = 1;',
    /cardinality/,
  ],
])('refuses %s, and says what to do', (_, from, to, problem) => {
  change(policy, from, to);
  refuses(problem);
});

it('refuses a package with another name, and says what to do', () => {
  for (const file of readdirSync(path.join(folder, 'proto/policy/v1')))
    change(`proto/policy/v1/${file}`, /^package policy\.v1;/m, 'package policy.v2;');
  refuses(/package changed from "policy\.v1"/);
});

function refuses(problem: RegExp): void {
  const { status, text } = run(folder);
  expect([status, text]).toEqual([1, expect.stringMatching(problem)]);
  expect(text).toContain('proto/README.md');
}

it('refuses a package with another name', () => {
  change('proto/webhooks/v1/webhooks.proto', /^package webhooks\.v1;/m, 'package webhooks.v2;');
  const text = expect.stringMatching(/package changed from "webhooks\.v1"/) as string;
  expect(run(folder)).toEqual({ status: 1, text });
});

it('accepts a break that is released on purpose', () => {
  change(policy, /string application_id = 1;/, 'string tenant_id = 1;');
  expect(run(folder, '--renew')).toEqual({ status: 0, text: '' });
  expect([run(folder), run(folder, '--current')]).toEqual([
    { status: 0, text: '' },
    { status: 0, text: '' },
  ]);
});

it('refuses a removed contract, and an empty set of released contracts', () => {
  rmSync(path.join(folder, policy));
  expect(run(folder)).toMatchObject({ status: 1, text: expect.stringContaining('policy.proto') as string });
  rmSync(path.join(folder, 'proto/released.txtpb'));
  expect(run(folder)).toEqual({ status: 1, text: 'there is no proto/released.txtpb\n' });
});

it('refuses a release whose contracts differ from the recorded ones', () => {
  change(policy, /message ListPoliciesRequest \{/, '$& string added = 900;');
  expect(run(folder, '--current')).toMatchObject({
    status: 1,
    text: expect.stringContaining('pnpm proto:release') as string,
  });
});
