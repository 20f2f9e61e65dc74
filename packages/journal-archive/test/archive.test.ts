import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
// By its path: a dependency on the package would be a ring.
import { isSwiftInstalled, startSwift, type Swift } from '../../chaos/src/swift-server.js';
import type { Archive } from '../src/archive.js';
import { openArchive } from '../src/open-archive.js';

// The same of a folder, of an imitation of S3, and of OpenStack Swift, which is a real store that speaks S3.

const folder = mkdtempSync(path.join(tmpdir(), 'archive-'));
const imitation = new S3rver({
  port: 0,
  silent: true,
  directory: path.join(folder, 's3'),
  configureBuckets: [{ name: 'journals', configs: [] }],
});
const hasSwift = isSwiftInstalled();
if (!hasSwift) console.warn('Swift is not tested: install swift-proxy and its three storage servers');
let endpoint: string;
let swift: Swift | undefined;
beforeAll(async () => {
  mkdirSync(path.join(folder, 'files'));
  const { port }: AddressInfo = await imitation.run();
  endpoint = `http://127.0.0.1:${port}`;
  if (hasSwift) {
    swift = await startSwift(path.join(folder, 'swift'));
    await makeBucketIn(swift);
  }
});
afterAll(async () => {
  await swift?.end();
  await imitation.close();
  rmSync(folder, { recursive: true });
});

const inBucket = 's3://journals/of/wallets/';

/** The client takes the credentials from the environment at its first request. */
function openAs(accessKey: string, secretKey: string, place: Parameters<typeof openArchive>[0]) {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: accessKey,
    AWS_SECRET_ACCESS_KEY: secretKey,
  });
  return openArchive(place);
}
async function makeBucketIn({ endpoint: at, accessKey: accessKeyId, secretKey: secretAccessKey }: Swift) {
  const credentials = { accessKeyId, secretAccessKey };
  const client = new S3Client({ endpoint: at, forcePathStyle: true, region: 'us-east-1', credentials });
  await client.send(new CreateBucketCommand({ Bucket: 'journals' }));
  client.destroy();
}
const openFolder = (url = `file://${folder}/files`) => openArchive({ url, endpoint: undefined });
const openImitation = (url = inBucket) => openAs('S3RVER', 'S3RVER', { url, endpoint });
const openSwift = (url = inBucket, secretKey = swift?.secretKey ?? '') =>
  openAs(swift?.accessKey ?? '', secretKey, { url, endpoint: swift?.endpoint });

const stores: [string, (url?: string) => Archive, string][] = [
  ['a folder', openFolder, 'file:///gone'],
  ['an imitation of S3', openImitation, 's3://other'],
];
if (hasSwift) stores.push(['Swift', openSwift, 's3://other']);

describe.each(stores)('%s', (_, open, gone) => {
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

  it('does not take a folder or bucket that is not there for an empty archive', async () => {
    await expect(open(gone).read('id/checkpoint')).rejects.toThrow();
    await expect(open(gone).write('id/checkpoint', Buffer.from('x'))).rejects.toThrow();
  });
});

it('keeps files below the folder of the bucket', async () => {
  await openImitation().write('id/checkpoint', Buffer.from('x'));
  expect(readdirSync(path.join(folder, 's3/journals/of/wallets/id'))).not.toEqual([]);
});

(hasSwift ? describe : describe.skip)('Swift', () => {
  it('refuses credentials that are not its own', async () => {
    await openSwift().write('id/refused', Buffer.from('x'));
    const stranger = openSwift(inBucket, 'wrong');
    for (const name of ['id/refused', 'id/none']) await expect(stranger.read(name)).rejects.toThrow();
    await expect(stranger.write('id/refused', Buffer.from('y'))).rejects.toThrow();
    await expect(stranger.remove('id/refused')).rejects.toThrow();
    expect(Buffer.from((await openSwift().read('id/refused')) ?? '')).toEqual(Buffer.from('x'));
  });

  // The last test of it: they do not come back.
  it('is not taken for empty while a part of it is away', async () => {
    const archive = openSwift();
    await archive.write('id/there', Buffer.from('x'));
    const disk = path.join(folder, 'swift/disks/disk');
    renameSync(disk, `${disk}.away`);
    for (const name of ['id/there', 'id/none']) await expect(archive.read(name)).rejects.toThrow();
    renameSync(`${disk}.away`, disk);
    expect(await archive.read('id/there')).toBeDefined();
    for (const kind of ['container', 'object', 'account'] as const) {
      await swift?.endServer(kind);
      await expect(archive.read('id/none')).rejects.toThrow();
    }
    await expect(archive.read('id/there')).rejects.toThrow();
    await expect(archive.write('id/there', Buffer.from('y'))).rejects.toThrow();
    await expect(archive.remove('id/there')).rejects.toThrow();
  });
});

it('refuses an address of another kind', () => {
  expect(() => openArchive({ url: 'https://example.com/x', endpoint: undefined })).toThrow(
    'an archive is at file:///folder or s3://bucket/folder',
  );
});
