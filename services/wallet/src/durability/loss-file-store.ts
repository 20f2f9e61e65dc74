import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { open, readdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { Lost } from './continuity-store.js';

/** What a file of losses has: everything that a replica was told and that a server lacks. No secret is in it. */
type LossFile = { readonly lost: readonly Lost[]; readonly replicaId: string };

/**
 * Writes what is lost to a new file of the folder, with mode 0600, whole or not at all. Bytes are in base64. A MAC
 * under a key that is derived from the event key shows later that the service wrote it. Resolves to its path.
 */
export async function writeLossFile(
  { folder, eventKey, now }: { readonly folder: string; readonly eventKey: Uint8Array; readonly now: number },
  file: LossFile,
): Promise<string> {
  const name = `loss-${new Date(now).toISOString().replaceAll(/[^0-9TZ]/g, '')}-${file.replicaId}.json`;
  const target = path.join(folder, name);
  const content = JSON.stringify(file, (_, value: unknown) => asText(value));
  const handle = await open(`${target}.draft`, 'w', 0o600);
  try {
    await handle.writeFile(`${macOf(content, eventKey)}\n${content}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${target}.draft`, target);
  const directory = await open(folder, 'r');
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
  return target;
}

/** What all files of a folder have. Throws if the service did not write one of them with this key. */
export async function readLossFiles(folder: string, eventKey: Uint8Array): Promise<readonly Lost[]> {
  const names = (await readdir(folder)).filter((name) => /^loss-.*\.json$/.test(name));
  const files = await Promise.all(names.map((name) => readLossFile(path.join(folder, name), eventKey)));
  return files.flatMap(({ lost }) => lost);
}

async function readLossFile(file: string, eventKey: Uint8Array): Promise<LossFile> {
  const [mac = '', content = ''] = (await readFile(file, 'utf8')).split('\n');
  const expected = Buffer.from(macOf(content, eventKey));
  const given = Buffer.from(mac);
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Error(`${file} was not written by the wallet service with this event key, or was changed`);
  return JSON.parse(content, (_, value: unknown) => asBytes(value)) as LossFile;
}

function macOf(content: string, eventKey: Uint8Array): string {
  const key = Buffer.from(hkdfSync('sha256', eventKey, '', 'wallet-service/loss-file/1', 32));
  return createHmac('sha256', key).update(content).digest('hex');
}

type WrittenBytes = { readonly base64: string };

/** A Buffer arrives here as what its `toJSON` made of it. */
function asText(value: unknown): unknown {
  if (value instanceof Uint8Array)
    return { base64: Buffer.from(value).toString('base64') } satisfies WrittenBytes;
  const buffer = value as { type?: unknown; data?: unknown } | null;
  if (buffer !== null && typeof buffer === 'object' && buffer.type === 'Buffer' && Array.isArray(buffer.data))
    return { base64: Buffer.from(buffer.data as number[]).toString('base64') } satisfies WrittenBytes;
  return value;
}

function asBytes(value: unknown): unknown {
  const written = value as Partial<WrittenBytes> | null;
  return written !== null && typeof written === 'object' && typeof written.base64 === 'string'
    ? Buffer.from(written.base64, 'base64')
    : value;
}
