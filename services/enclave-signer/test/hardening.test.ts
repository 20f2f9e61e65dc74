import { connect } from 'node:net';
import { readFileSync, readlinkSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { encodeTrustBundle } from '@wallet-service/signer-protocol';
import { startSigner, type SignerProcess } from './signer-process.js';
import { makeTrustKit, makeWallet, must, signRequest, withVerdict } from './trust-kit.js';

const kit = makeTrustKit();
const digest = new Uint8Array(randomBytes(32));
let signer: SignerProcess;

beforeEach(async () => {
  signer = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle) });
});
afterEach(async () => {
  await signer.stop();
});

const canConnect = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      resolve(true);
      socket.destroy();
    }).on('error', () => {
      resolve(false);
    });
  });

it('SIGUSR1 opens no debugger, and the signer goes on', async () => {
  const before = await canConnect(9229);
  signer.child.kill('SIGUSR1');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await canConnect(9229)).toBe(before);
  expect(signer.output()).not.toContain('Debugger');
  expect(await signer.call('GetStatus', {})).toHaveProperty('phase', 'ready');
});

it('writes no key, access key, token, record or payload to its output', async () => {
  const wallet = await makeWallet(signer, kit, { chain: 'ETH', accessKey: true });
  const request = withVerdict(signRequest(kit, wallet, [digest]), kit.policyKey);
  must(await signer.call('Sign', request));
  await signer.call('Sign', { ...request, accessKey: new Uint8Array(randomBytes(32)) });
  await signer.call('Sign', { ...request, jwt: `${request.jwt}x` });
  await signer.call('CreateWallet', {
    context: wallet.context,
    jwt: 'not-a-token-but-secret',
    tokenUse: 'core',
  });
  const secrets = [
    signer.rootKey,
    wallet.created.accessKey,
    wallet.created.sealed.subarray(0, 40),
    digest,
    wallet.context.wrappedApplicationKey,
  ];
  const output = signer.output();
  for (const secret of secrets)
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect(output).not.toContain(Buffer.from(secret).toString(encoding).slice(0, 32));
  for (const text of [request.jwt, request.jwt.split('.')[1] ?? '', 'alice', 'not-a-token'])
    expect(output).not.toContain(text);
  const events = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(events).toContainEqual(
    expect.objectContaining({
      event: 'call',
      op: 'Sign',
      outcome: 'ok',
      caller: 'wallet',
      traceId: 'test-trace',
    }),
  );
  expect(events).toContainEqual(
    expect.objectContaining({ op: 'Sign', outcome: 'refused', refusal: 'access-key-wrong' }),
  );
});

it('has loaded nothing that compiles code, and opened no file outside its list', async () => {
  await makeWallet(signer, kit, { chain: 'SOL' });
  const { pid } = signer.child;
  // What a process has mapped or holds open, as the kernel sees it.
  const maps = readFileSync(`/proc/${String(pid)}/maps`, 'utf8');
  expect(maps).not.toMatch(/\.node$/m);
  expect(readlinkSync(`/proc/${String(pid)}/exe`)).toContain('node');
});

it('SIGTERM drains, wipes and ends with 0', async () => {
  await makeWallet(signer, kit, { chain: 'ETH' });
  signer.child.kill('SIGTERM');
  expect(await signer.exited).toBe(0);
  expect(signer.output()).toContain('"event":"stopped"');
});

it('ends with its parent: when its input ends', async () => {
  signer.child.stdin?.end();
  expect(await signer.exited).toBe(0);
});
