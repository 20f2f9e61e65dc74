import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const nitro = fileURLToPath(new URL('../../../deploy/nitro/', import.meta.url));
const folder = mkdtempSync(path.join(os.tmpdir(), 'nitro-image-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Runs a module as the commands do, and returns its standard output. */
function evaluate(code: string): Buffer {
  const module = (name: string): string => JSON.stringify(pathToFileURL(path.join(nitro, name)).href);
  const imports = `import { archiveOf } from ${module('archive.mjs')}; import { encodeEif } from ${module('eif.mjs')};`;
  const { status, stdout, stderr } = spawnSync(process.execPath, [
    '--input-type=module',
    '-e',
    imports + code,
  ]);
  if (status !== 0) throw new Error(String(stderr));
  return stdout;
}
function measure(image: Buffer): { status: number | null; text: string } {
  const file = path.join(folder, 'image.eif');
  writeFileSync(file, image);
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(nitro, 'measure.mjs'), file]);
  return { status, text: String(stdout) + String(stderr) };
}

const encode = (metadata: string): string =>
  `process.stdout.write(encodeEif({ kernel: Buffer.from('KERNEL'), cmdline: 'console=ttyS0', ` +
  `ramdisks: [Buffer.from('FIRST'), Buffer.from('SECOND'), Buffer.from('THIRD')], metadata: ${metadata} }));`;
const image = evaluate(encode('{ a: 1 }'));

/** The registers, from their definition: SHA-384 of 48 zeros and the SHA-384 of what is measured. */
const register = (measured: string): string => {
  const digest = createHash('sha384').update(measured).digest();
  return createHash('sha384').update(Buffer.alloc(48)).update(digest).digest('hex');
};

describe('an enclave image', () => {
  it('is measured as kernel, command line and RAM disks, and the first RAM disk belongs to the boot', () => {
    const { status, text } = measure(image);
    expect(status).toBe(0);
    expect(JSON.parse(text)).toEqual({
      pcrs: {
        0: register('KERNELconsole=ttyS0FIRSTSECONDTHIRD'),
        1: register('KERNELconsole=ttyS0FIRST'),
        2: register('SECONDTHIRD'),
      },
    });
  });

  it('has the same measurements whatever its metadata is', () => {
    expect(measure(evaluate(encode('{ a: 2 }'))).text).toBe(measure(image).text);
  });

  it('has the header that the format requires', () => {
    expect(image.subarray(0, 8).toString('hex')).toBe('2e65696600040000');
    expect(image.readUInt16BE(26)).toBe(6);
    const [offset, size] = [Number(image.readBigUInt64BE(28)), Number(image.readBigUInt64BE(28 + 8 * 32))];
    expect([offset, size]).toEqual([548, 6]);
    expect(image.subarray(offset, offset + 12).toString('hex')).toBe('000100000000000000000006');
    expect(image.subarray(offset + 12, offset + 18).toString()).toBe('KERNEL');
  });

  it.each([
    ['a changed byte', () => Buffer.concat([image.subarray(0, -1), Buffer.from('X')])],
    ['a truncated end', () => image.subarray(0, -1)],
    ['bytes after the end', () => Buffer.concat([image, Buffer.from('X')])],
    ['another file', () => Buffer.from('MZ'.repeat(400))],
    ['nothing', () => Buffer.alloc(0)],
  ])('is refused with %s', (_title, damaged) => {
    expect(measure(damaged()).status).toBe(1);
  });
});

describe('a RAM disk', () => {
  const code = (order: string): string =>
    `const init = ['/init', { bytes: Buffer.from('I'), mode: 0o755 }];` +
    `const files = [init, ['/a/b/file', { bytes: Buffer.from('abcde'), mode: 0o644 }]];` +
    `process.stdout.write(archiveOf(new Map(files${order})));`;

  it('is the same for the same files in another order', () => {
    expect(evaluate(code('.reverse()')).equals(evaluate(code('')))).toBe(true);
  });

  it('lists folders before their contents, names sorted, owned by root, and without times', () => {
    const archive = evaluate(code(''));
    const entries: string[] = [];
    for (let at = 0; at < archive.length;) {
      const field = (index: number): number =>
        parseInt(archive.subarray(at + 6 + 8 * index, at + 14 + 8 * index).toString(), 16);
      expect(archive.subarray(at, at + 6).toString()).toBe('070701');
      expect([field(2), field(3), field(5)]).toEqual([0, 0, 0]);
      const name = archive.subarray(at + 110, at + 109 + field(11)).toString();
      entries.push(`${field(1).toString(8)} ${name} ${field(6)}`);
      const content = Math.ceil((at + 110 + field(11)) / 4) * 4;
      at = Math.ceil((content + field(6)) / 4) * 4;
    }
    expect(entries).toEqual([
      '40755 a 0',
      '40755 a/b 0',
      '100644 a/b/file 5',
      '100755 init 1',
      '0 TRAILER!!! 0',
    ]);
  });
});
