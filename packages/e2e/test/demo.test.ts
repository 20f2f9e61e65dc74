import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { StackFile } from '@wallet-service/local-stack';
import { requestJson } from '@wallet-service/operator-cli/http-json';
import { runScript } from './launcher.js';
import { sharedStack, type SharedStack } from './stacks.js';

let stack: SharedStack;

beforeAll(async () => {
  stack = await sharedStack('demo');
});

async function runDemo(dataDir: string): Promise<{ code: number | null; output: string }> {
  const demo = runScript('packages/local-stack/dist/demo.js', { DATA_DIR: dataDir });
  const code = await demo.exit;
  return { code, output: demo.output() };
}

/** A folder whose stack.json leads to the running stack, apart from what `change` changes. */
function folderWith(change: (file: StackFile) => StackFile): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'demo-'));
  copyFileSync(path.join(stack.dataDir, 'stack.lock'), path.join(folder, 'stack.lock'));
  writeFileSync(path.join(folder, 'stack.json'), JSON.stringify(change(stack.stack)));
  return folder;
}

describe('pnpm demo', () => {
  it('does the main job on the running stack, prints a table and does not change the stack', async () => {
    const { code, output } = await runDemo(stack.dataDir);
    expect([code, output]).toEqual([
      0,
      expect.stringContaining(`using the stack that runs at ${stack.expressUrl}`),
    ]);
    for (const [chain, library] of [
      ['ETH', 'viem, ethers'],
      ['SOL', 'node:crypto'],
      ['BTC', 'bitcoinjs-lib'],
    ] as const) {
      expect(output).toMatch(new RegExp(`^${chain} .*${library}`, 'm'));
    }
    expect((await requestJson(`${stack.expressUrl}/readyz`)).status).toBe(200);
  });

  it.each<[string, (file: StackFile) => StackFile, string]>([
    [
      'the API key is wrong',
      (file) => ({ ...file, app: { ...file.app, api_key: 'pk_wrong' } }),
      'the API key is not valid',
    ],
    [
      'the provider is unknown',
      (file) => ({ ...file, demo_provider: { ...file.demo_provider, id: 'unknown' } }),
      'provider',
    ],
  ])('exits with 1 and the reason when %s', async (_, change, reason) => {
    const folder = folderWith(change);
    const { code, output } = await runDemo(folder);
    rmSync(folder, { recursive: true });
    expect(code).toBe(1);
    expect(output).toContain(reason);
  });
});
