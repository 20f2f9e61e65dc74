import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import { startTestStack } from '@wallet-service/local-stack';
import { balanceGateways } from './balanced-gateways.js';
import type { ChaosSetup } from './fault.js';
import { giveWallets, makeUsers } from './load.js';
import { startPostgresServer } from './postgres-server.js';
import { startRedisServer } from './redis-server.js';
import { startVanishingProxy } from '@wallet-service/test-kit/vanishing-proxy';

const users = 12;
const smallDisk = '400m';

const replicas = Object.fromEntries(
  ['GATEWAY', 'IDENTITY', 'POLICY', 'WALLET', 'SIGNER', 'WEBHOOKS'].map((name) => [`${name}_REPLICAS`, '2']),
);

/** Starts everything. `stop` leaves nothing behind except the folder `logs` when there is something to look at. */
export async function startChaosSetup(): Promise<ChaosSetup & { readonly stop: () => Promise<void> }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'chaos-'));
  const postgresFolder = path.join(folder, 'postgres');
  mkdirSync(postgresFolder);
  const hasSmallDisk = mountSmallDisk(postgresFolder);
  const undo: (() => unknown)[] = [
    () => {
      if (hasSmallDisk) execFileSync('umount', ['--lazy', postgresFolder]);
      rmSync(folder, { recursive: true, force: true });
    },
  ];
  const stop = async (): Promise<void> => {
    for (let last = undo.pop(); last; last = undo.pop()) await last();
  };
  try {
    const postgres = await startPostgresServer(postgresFolder);
    undo.push(() => postgres.end('SIGKILL'));
    const redis = await startRedisServer(folder);
    undo.push(() => redis?.end());
    const links = [postgres, ...(redis ? [redis] : [])].map(({ url }) =>
      startVanishingProxy(Number(new URL(url).port)),
    );
    const [postgresLink, redisLink] = await Promise.all(links);
    for (const link of [postgresLink, redisLink]) undo.push(() => link?.close());
    const stack = await startTestStack({
      ...replicas,
      DATABASE_URL: postgresLink?.through(postgres.url) ?? '',
      ...(redis && { REDIS_URL: redisLink?.through(redis.url) ?? '' }),
      JWKS_REFRESH_SECONDS: '3',
      // As in deploy/compose: time for the load balancer to notice.
      DRAIN_SECONDS: '2',
    });
    undo.push(stack.stop);
    const gateways = balanceGateways(stack.gatewayUrls);
    undo.push(gateways.close);
    const known = await makeUsers(stack.stack, users);
    await giveWallets(stack.stack, gateways, known);
    const client = createExpressClient(stack.stack);
    return {
      stack,
      gateways,
      postgres,
      postgresFolder,
      hasSmallDisk,
      redis,
      postgresLink,
      redisLink,
      users: known,
      sign: ({ token }) =>
        gateways.post('/v2/wallet/sign/message', client.headers(token, 'ETH'), {
          message_base64: randomBytes(24).toString('base64'),
        }),
      process: (name) => {
        const found = stack.processes.find((process) => process.name === name);
        if (!found) throw new Error(`there is no ${name}`);
        return found;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function mountSmallDisk(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${smallDisk}`, 'none', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
