import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@wallet-service/test-kit/until';
import { compile, whyNotHere } from './compiled.js';

const reason = whyNotHere(true);
if (reason !== undefined) console.warn(`nsm-bridge is not tested here: ${reason}`);
const here = reason === undefined ? describe : describe.skip;

here('nsm-bridge', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'nsm-bridge-'));
  const at = (name: string): string => path.join(folder, name);
  const env = { LD_PRELOAD: at('fake.so'), FAKE_ENTROPY: at('entropy') };
  let bridge: ChildProcess;

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    compile('deploy/nitro/image/nsm-bridge.c', at('nsm-bridge'), '-Wconversion');
    compile('packages/nitro-emulator/test/fake-nsm-device.c', at('fake.so'), '-shared', '-fPIC');
    bridge = spawn(at('nsm-bridge'), [at('socket'), '1000'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    await until('its socket', () => existsSync(at('socket')));
  });
  afterAll(async () => {
    bridge.kill();
    await once(bridge, 'exit');
    rmSync(folder, { recursive: true });
  });

  /** Sends bytes in these pieces, and resolves to everything that comes back until the end. */
  async function exchange(...pieces: readonly Uint8Array[]): Promise<Buffer> {
    const socket = connect(at('socket'));
    const chunks: Buffer[] = [];
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    for (const piece of pieces) {
      socket.write(piece);
      if (pieces.length > 1) await sleep(20);
    }
    await closed;
    return Buffer.concat(chunks);
  }
  const framed = (bytes: Uint8Array): Buffer => {
    const prefix = Buffer.alloc(4);
    prefix.writeUInt32BE(bytes.length);
    return Buffer.concat([prefix, bytes]);
  };
  const answerTo = (request: Buffer): Buffer => {
    const answer = Buffer.from(request);
    answer[0] = (answer[0] ?? 0) ^ 0xff;
    return framed(answer);
  };

  it("gives the kernel 256 bytes of the device's randomness before it listens", () => {
    expect(readFileSync(at('entropy'))).toEqual(Buffer.alloc(256, 0x5a));
  });

  it('listens for the signer only, as an unprivileged user', () => {
    const { mode, uid } = statSync(at('socket'));
    expect([mode & 0o777, uid]).toEqual([0o600, 1000]);
    expect(readFileSync(`/proc/${bridge.pid ?? 0}/status`, 'utf8')).toMatch(
      /^Uid:\t65534\t65534\t65534\t65534$/m,
    );
  });

  it.each([
    ['one byte', 1],
    ['a usual request', 300],
    ['the longest', 4_096],
  ])('passes a request to the device and its answer back: %s', async (_title, length) => {
    const request = Buffer.alloc(length, 7);
    expect(await exchange(framed(request))).toEqual(answerTo(request));
  });

  it('accepts a request in pieces', async () => {
    const request = Buffer.from('abcdef');
    const bytes = framed(request);
    expect(await exchange(bytes.subarray(0, 2), bytes.subarray(2, 7), bytes.subarray(7))).toEqual(
      answerTo(request),
    );
  });

  it.each([
    ['an empty request', framed(new Uint8Array(0))],
    ['a request that is too long', framed(new Uint8Array(4_097))],
    ['a length of 4 GiB', Buffer.from('ffffffff00', 'hex')],
  ])('hangs up on %s', async (_title, bytes) => {
    expect(await exchange(bytes)).toHaveLength(0);
  });

  it('answers the next client after one that went away in the middle', async () => {
    const socket = connect(at('socket'));
    socket.write(Buffer.from('000000ff', 'hex'));
    await sleep(20);
    socket.destroy();
    const request = Buffer.from('next');
    expect(await exchange(framed(request))).toEqual(answerTo(request));
  });

  it.each(['broken', 'mute'])('does not start with a device that gives no randomness: %s', (mood) => {
    const { status, stderr } = spawnSync(at('nsm-bridge'), [at('other'), '1000'], {
      env: { ...env, FAKE_ENTROPY: at('other-entropy'), FAKE_NSM: mood },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, 'nsm-bridge: the NSM gives no randomness\n']);
    expect(existsSync(at('other'))).toBe(false);
  });

  it('does not start without a device', () => {
    const { status, stderr } = spawnSync(at('nsm-bridge'), [at('other'), '1000'], { encoding: 'utf8' });
    expect(status).toBe(1);
    expect(stderr).toContain('/dev/nsm');
  });
});
