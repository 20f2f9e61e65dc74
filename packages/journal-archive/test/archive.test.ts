import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import S3rver from 's3rver';
import { openArchive } from '../src/open-archive.js';

// The same of a folder and of a server that speaks S3.

const folder = mkdtempSync(path.join(tmpdir(), 'archive-'));
const server = new S3rver({
  port: 0,
  silent: true,
  directory: path.join(folder, 's3'),
  configureBuckets: [{ name: 'journals', configs: [] }],
});
let endpoint: string;
beforeAll(async () => {
  mkdirSync(path.join(folder, 'files'));
  const { port }: AddressInfo = await server.run();
  endpoint = `http://127.0.0.1:${port}`;
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const archives = {
  'a folder': () => openArchive({ url: `file://${folder}/files`, endpoint: undefined }),
  'an S3-compatible store': () => openArchive({ url: 's3://journals/of/wallets/', endpoint }),
};

describe.each(Object.entries(archives))('%s', (_, open) => {
  it('gives back what was written, replaces it as a whole, and removes it', async () => {
    const archive = open();
    const name = 'id/tile/entries/x001/x234/067.p/12';
    expect(await archive.read(name)).toBeUndefined();
    for (const size of [100_000, 3, 0]) {
      const content = randomBytes(size);
      await archive.write(name, content);
      expect(Buffer.from((await archive.read(name)) ?? 'nothing')).toEqual(content);
    }
    await archive.remove(name);
    await archive.remove(name);
    expect(await archive.read(name)).toBeUndefined();
  });
});

it('keeps files below the folder of the bucket', async () => {
  await archives['an S3-compatible store']().write('id/checkpoint', Buffer.from('x'));
  expect(readdirSync(path.join(folder, 's3/journals/of/wallets/id'))).not.toEqual([]);
});

it.each([
  ['a folder that is not there', () => openArchive({ url: `file://${folder}/gone`, endpoint: undefined })],
  ['a bucket that is not there', () => openArchive({ url: 's3://other', endpoint })],
])('does not take %s for an empty archive', async (_, open) => {
  await expect(open().read('id/checkpoint')).rejects.toThrow();
  await expect(open().write('id/checkpoint', Buffer.from('x'))).rejects.toThrow();
});

it('refuses an address of another kind', () => {
  expect(() => openArchive({ url: 'https://example.com/x', endpoint: undefined })).toThrow(
    'an archive is at file:///folder or s3://bucket/folder',
  );
});
