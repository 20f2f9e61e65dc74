import { generateKeyPairSync, randomBytes, randomUUID, sign } from 'node:crypto';
import { createPool } from '@wallet-service/postgres';
import { logKeyOf, signerKeyOf, textOfLogCheckpoint } from '@wallet-service/signer-protocol';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import { cosignNote, encodeNote, signNote } from '@wallet-service/transparency-log';
import { thinCheckpoints } from '../src/archive/thin-checkpoints-store.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// Checkpoints of older months are thinned out. Whoever may write to their table does not choose which ones stay.

let database: WalletDatabase;
let owner: ReturnType<typeof createPool>;
let service: ReturnType<WalletDatabase['replica']>;
beforeAll(async () => {
  database = await walletDatabase('wallet_thin_checkpoints');
  const logger = { warn: () => undefined, info: () => undefined };
  owner = createPool({ url: database.url, max: 1, logger, applicationName: 'owner' });
  service = database.replica();
});
afterAll(async () => {
  await owner.end();
  await database.end();
});

const [ours, strangers] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')];
const seconds = (text: string): number => Date.parse(text) / 1000;
const until = Date.UTC(2026, 2, 1);

/** Writes a checkpoint as the service does. `named`: whose key the row names. */
async function store(
  applicationId: string,
  { size, at, by = ours, named = by }: { size: number; at: string; by?: typeof ours; named?: typeof ours },
): Promise<void> {
  const text = textOfLogCheckpoint({ applicationId, generation: 1, size, root: randomBytes(32) });
  const key = rawPublicKey(by.publicKey);
  const signed = (message: Uint8Array) => sign(null, message, by.privateKey);
  const signatures = [
    signNote(text, logKeyOf(text, key), signed),
    cosignNote(text, signerKeyOf(key), seconds(at), signed),
  ];
  await service.query('insert into journal_checkpoints values ($1, 1, $2, $3, $4, $5)', [
    ...[applicationId, size, seconds(at)],
    ...[Buffer.from(rawPublicKey(named.publicKey)), encodeNote({ text, signatures })],
  ]);
}

async function left(applicationId: string): Promise<readonly number[]> {
  const { rows } = await owner.query<{ size: bigint }>(
    'select size from wallet.journal_checkpoints where application_id = $1 order by size',
    [applicationId],
  );
  return rows.map(({ size }) => Number(size));
}

it('keeps the last of each month that is over, and all later ones', async () => {
  const id = randomUUID();
  for (const [size, at] of [
    [1, '2026-01-01T00:00Z'],
    [2, '2026-01-31T23:59Z'],
    [3, '2026-02-01T00:00Z'],
    [4, '2026-02-02T00:00Z'],
    [5, '2026-03-01T00:00Z'],
    [6, '2026-03-02T00:00Z'],
  ] as const)
    await store(id, { size, at });
  expect(await thinCheckpoints(owner, id, until)).toBe(2);
  expect(await left(id)).toEqual([2, 4, 5, 6]);
  expect(await thinCheckpoints(owner, id, until)).toBe(0);
});

it.each([
  ['signed by another key', { by: strangers }, [2, 9]],
  ['that name the key, which did not sign them', { by: strangers, named: ours }, [2, 8, 9]],
])('lets no genuine one go because of later ones %s', async (_, forged, staying) => {
  const id = randomUUID();
  for (const size of [1, 2]) await store(id, { size, at: '2026-01-10T00:00Z' });
  for (const size of [8, 9]) await store(id, { size, at: '2026-01-11T00:00Z', ...forged });
  await thinCheckpoints(owner, id, until);
  expect(await left(id)).toEqual(staying);
});
