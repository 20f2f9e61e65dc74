import { connect } from 'node:net';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { encodeTrustBundle } from '@wallet-service/signer-protocol';
import { hardeningFlags } from '../hardening.mjs';
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

it('SIGUSR1 opens no debugger, and the signer continues', async () => {
  const before = await canConnect(9229);
  signer.child.kill('SIGUSR1');
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(await canConnect(9229)).toBe(before);
  expect(signer.output()).not.toContain('Debugger');
  expect(await signer.call('GetStatus', { applicationId: '' })).toHaveProperty('phase', 'ready');
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
    signer.sealingKey,
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

/** Runs a script under the signer's own flags, with permission to read one folder. */
function underFlags(script: string): string {
  const flags = hardeningFlags({ read: [signer.folder] });
  const result = spawnSync(process.execPath, [...flags, '-e', script], { encoding: 'utf8' });
  return result.stdout;
}

it.each([
  ['reading a file outside its folders', "require('fs').readFileSync('/etc/hostname')"],
  ['writing a file', "require('fs').writeFileSync('/tmp/x', '')"],
  ['starting another program', "require('child_process').spawnSync('id')"],
  ['a worker', "new (require('worker_threads').Worker)('1', { eval: true })"],
  ['opening the inspector', "require('inspector').open(0)"],
  ['compiling text', "eval('1')"],
  ['compiling a function', "new Function('return 1')"],
])('the flags refuse %s', (_title, script) => {
  expect(underFlags(`${script}; console.log('it was possible')`)).not.toContain('it was possible');
});

it('the flags allow what the signer needs: WebAssembly and reading its folder', () => {
  const script = `new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    require('fs').readFileSync(${JSON.stringify(path.join(signer.folder, 'TLS_CA_FILE'))});
    console.log('it was possible')`;
  expect(underFlags(script)).toContain('it was possible');
});

it('also serves on a Unix socket', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'socket-'));
  const env = { LISTEN: `unix:${folder}/signer` };
  const other = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle), env });
  expect(await other.call('GetStatus', { applicationId: '' })).toHaveProperty('phase', 'ready');
  await other.stop();
  rmSync(folder, { recursive: true });
});

it('SIGTERM drains, wipes and exits with 0', async () => {
  await makeWallet(signer, kit, { chain: 'ETH' });
  signer.child.kill('SIGTERM');
  expect(await signer.exited).toBe(0);
  expect(signer.output()).toContain('"event":"stopped"');
});

it('exits when its parent does, which closes its input', async () => {
  signer.child.stdin?.end();
  expect(await signer.exited).toBe(0);
});
