import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import { runningStack, type StackFile } from '@wallet-service/local-stack';
import { ethereumMessageVerifies } from '@wallet-service/local-stack/verify-ethereum';
import { until } from '@wallet-service/test-kit/until';
import { allGone, launch, processesOf, temporaryFolder, type Launcher } from './launcher.js';

const message = Buffer.from('start and stop');
const launched: Launcher[] = [];
const folders: string[] = [];

function folder(): string {
  const made = temporaryFolder();
  folders.push(made);
  return made;
}

function start(dataDir: string, variables: Record<string, string> = {}): Launcher {
  const launcher = launch(dataDir, variables);
  launched.push(launcher);
  return launcher;
}

async function stop(launcher: Launcher): Promise<number | null> {
  launcher.child.kill('SIGTERM');
  return launcher.exit;
}

afterEach(async () => {
  await Promise.all(
    launched.splice(0).map(async (launcher) => {
      if (!launcher.hasEnded()) await stop(launcher);
    }),
  );
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true, maxRetries: 5 });
});

describe('pnpm start', () => {
  it('writes stack.json for its owner only, prints what to try, and leaves nothing behind when it stops', async () => {
    const launcher = start(folder());
    const stack = await launcher.ready();
    expect(Object.keys(stack)).toEqual([
      'express_url',
      'core_url',
      'api_url',
      'operator_key',
      'app',
      'demo_provider',
    ]);
    expect(Object.keys(stack.app)).toEqual(['id', 'api_key', 'secret_key']);
    expect(Object.keys(stack.demo_provider)).toEqual(['id', 'issuer', 'audience', 'token_url']);
    expect(statSync(path.join(launcher.dataDir, 'stack.json')).mode & 0o777).toBe(0o600);
    await launcher.printed(/Ctrl-C stops everything/, 5_000);
    expect(launcher.output()).toContain(`curl -s -X POST ${stack.express_url}/v2/wallet`);
    const processes = processesOf(launcher.dataDir);
    expect(processes.length).toBeGreaterThanOrEqual(8);
    expect(await stop(launcher)).toBe(0);
    await allGone(processes, 1_000);
    expect(existsSync(path.join(launcher.dataDir, 'stack.json'))).toBe(false);
    expect(existsSync(path.join(launcher.dataDir, 'stack.lock'))).toBe(false);
  });

  it('leaves no orphan when the launcher is killed', async () => {
    const launcher = start(folder());
    await launcher.ready();
    const processes = processesOf(launcher.dataDir);
    launcher.child.kill('SIGKILL');
    await launcher.exit;
    await allGone(processes);
    expect(existsSync(path.join(launcher.dataDir, 'stack.json'))).toBe(true);
    expect(await runningStack(launcher.dataDir)).toBeUndefined();
  });

  it('gives the same users the same addresses after kill -9 of everything', async () => {
    const first = start(folder());
    const before = createExpressClient(await first.ready());
    const tokenBefore = await before.token('alice');
    const addresses = await Promise.all(
      (['ETH', 'SOL', 'BTC'] as const).map((chain) => before.wallet(tokenBefore, chain)),
    );
    const processes = processesOf(first.dataDir);
    first.child.kill('SIGKILL');
    for (const { pid } of processes) process.kill(pid, 'SIGKILL');
    await first.exit;

    const second = start(first.dataDir);
    await second.printed(/its stack\.json is removed/);
    const after = createExpressClient(await second.ready());
    const token = await after.token('alice');
    expect(
      await Promise.all((['ETH', 'SOL', 'BTC'] as const).map((chain) => after.wallet(token, chain))),
    ).toEqual(addresses);
    const { signature } = await after.signMessage(token, 'ETH', message);
    expect(await ethereumMessageVerifies(addresses[0] ?? '', message, signature)).toBe(true);
  });

  it('stops while it is still starting, without leaving anything', async () => {
    const launcher = start(folder());
    await launcher.printed(/Postgres is ready/);
    await stop(launcher);
    await until('the lock to go', () => !existsSync(path.join(launcher.dataDir, 'stack.lock')), 1_000);
    expect(existsSync(path.join(launcher.dataDir, 'stack.json'))).toBe(false);
  });

  it.each([
    [{ PORT: 'eighty', WALLET_REPLICAS: '0' }, ['PORT', 'WALLET_REPLICAS']],
    [{ ENVIRONMENT: 'production' }, ['ENVIRONMENT must be development']],
  ])('refuses the settings %j and names each mistake', async (variables, expected) => {
    const launcher = start(folder(), variables);
    expect(await launcher.exit).toBe(1);
    for (const text of expected) expect(launcher.output()).toContain(text);
  });
});

describe('pnpm start, while it runs', () => {
  let launcher: Launcher;
  let stack: StackFile;

  beforeAll(async () => {
    launcher = launch(temporaryFolder());
    stack = await launcher.ready();
  });
  afterAll(async () => {
    await stop(launcher);
    rmSync(launcher.dataDir, { recursive: true, force: true });
  });

  it('makes every secret and certificate readable by its owner only', () => {
    for (const name of ['secrets', 'tls', 'trust', 'demo-provider', 'logs']) {
      const inside = path.join(launcher.dataDir, name);
      expect(statSync(inside).mode & 0o777).toBe(0o700);
      for (const file of readdirSync(inside)) {
        expect([file, statSync(path.join(inside, file)).mode & 0o077]).toEqual([file, 0]);
      }
    }
  });

  it('does not mistake another stack on the same port for the one that was killed', async () => {
    const left = folder();
    writeFileSync(path.join(left, 'stack.json'), JSON.stringify(stack));
    expect(await runningStack(launcher.dataDir)).toEqual(stack);
    expect(await runningStack(left)).toBeUndefined();
  });

  it('runs two independent stacks at the same time', async () => {
    const [a, b] = [stack, await start(folder()).ready()];
    expect(a.express_url).not.toBe(b.express_url);
    const [clientA, clientB] = [createExpressClient(a), createExpressClient(b)];
    const [tokenA, tokenB] = await Promise.all([clientA.token('alice'), clientB.token('alice')]);
    expect(await clientA.wallet(tokenA, 'ETH')).not.toBe(await clientB.wallet(tokenB, 'ETH'));
    const foreign = await createExpressClient(a, b.express_url).post('/v2/wallet', tokenA, 'ETH');
    expect(foreign.status).toBe(401);
  });

  it('refuses a second start on the same folder and says what to do', async () => {
    const second = start(launcher.dataDir);
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(
      `a stack runs already on ${launcher.dataDir} (process ${String(launcher.child.pid)})`,
    );
    expect(existsSync(path.join(launcher.dataDir, 'stack.json'))).toBe(true);
  });

  it('says which port is in use', async () => {
    const { port } = new URL(stack.express_url);
    const second = start(folder(), { PORT: port });
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain(`port ${port} is taken by another process`);
  });

  it('prints no secrets', async () => {
    await launcher.printed(/Ctrl-C stops everything/, 5_000);
    for (const secret of [
      stack.app.secret_key,
      stack.operator_key,
      readFileSync(path.join(launcher.dataDir, 'postgres/password'), 'utf8'),
    ]) {
      expect(launcher.output()).not.toContain(secret);
    }
  });

  it('prints lines that a shell can run one after the other', async () => {
    await launcher.printed(/Ctrl-C stops everything/, 5_000);
    const printed = launcher.output().split('] ready\n')[1] ?? '';
    const lines = printed.split('\n').filter((line) => /^(curl|\w+=\$)/.test(line));
    const script = lines.map((line) => (line.startsWith('curl') ? `${line}; echo` : line)).join('\n');
    const { stdout } = await promisify(execFile)('sh', ['-euc', script]);
    const [wallet, signature, providers] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    expect(JSON.stringify(wallet)).toMatch(/"0x[0-9a-fA-F]{40}"/);
    expect(JSON.stringify(signature)).toContain('"signature":"0x');
    expect(JSON.stringify(providers)).toContain(stack.demo_provider.id);
  });
});
