import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger, createRegistry } from '@wallet-service/runtime';
import { until } from '@wallet-service/test-kit/until';
import { openContinuity } from '../src/begin-continuity.js';
import { macs } from './test-macs.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

const folder = mkdtempSync(path.join(tmpdir(), 'beats-'));
const steps: (() => Promise<void>)[] = [];
let database: WalletDatabase;
beforeAll(async () => {
  database = await walletDatabase('wallet_beats');
});
afterAll(async () => {
  for (const stop of steps.toReversed()) await stop();
  await database.end();
  rmSync(folder, { recursive: true });
});

it('a replica that serves nobody beats seldom, and soon when it serves somebody', async () => {
  const pool = database.replica();
  const continuity = openContinuity(
    {
      url: database.roles.wallet.url,
      eventKey: randomBytes(32),
      macs,
      folder,
      countIncident: () => undefined,
    },
    {
      registry: createRegistry('wallet'),
      logger: createLogger({ service: 'wallet', level: 'silent' }),
      lifecycle: { onStop: (_, work) => void steps.push(work), signal: new AbortController().signal },
    },
  );
  await continuity.begin([], () => undefined);
  const beat = async (): Promise<bigint | undefined> =>
    (await pool.query<{ beat: bigint }>('select beat from replica_beats')).rows[0]?.beat;
  const first = await beat();
  await until('the beat after which it rests', async () => (await beat()) !== first);
  const resting = await beat();
  await sleep(2_500);
  expect(await beat()).toBe(resting);
  continuity.asking(randomUUID());
  await until('a beat after a call', async () => (await beat()) !== resting);
});
