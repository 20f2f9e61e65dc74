import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { createCallClient } from '@wallet-service/call-stream';
import { readCertificate } from '@wallet-service/local-certificates';
import { createExpressClient, type ExpressClient } from '@wallet-service/local-stack/express-client';
import { requestJson } from '@wallet-service/operator-cli/http-json';
import type { TestStack } from '@wallet-service/local-stack';
import { endRedis, registerDepartingProvider, startRedis, type DepartingProvider } from './alarm-upkeep.js';
import { ownStack } from '../stacks.js';

// The stack on which alarms are provoked, and what is done to it.

const message = { message_base64: 'aGVsbG8=' };
export const signing = '/v2/wallet/sign/message';

export let stack: TestStack;
/** For the database. */
export let owner: pg.Client;
export let client: ExpressClient;
/** Must end early, because its consequence takes a minute. */
export let departing: DepartingProvider;
/** CI has one. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const redisFolder = mkdtempSync(path.join(tmpdir(), 'alarms-'));

export async function startWorld(): Promise<void> {
  const redisUrl = await startRedis(redisFolder);
  stack = await ownStack({
    ...(redisUrl !== undefined && { REDIS_URL: redisUrl }),
    SYNCHRONOUS_STANDBY: 'warn',
    JWKS_REFRESH_SECONDS: '2',
    JWKS_MAX_STALE_SECONDS: '60',
    RATE_LIMIT_WALLET_PER_SECOND: '10000',
    RATE_LIMIT_WALLET_BURST: '10000',
    RATE_LIMIT_ADDRESS_PER_SECOND: '10000',
    RATE_LIMIT_ADDRESS_BURST: '10000',
  });
  owner = new pg.Client({ connectionString: stack.databaseUrl });
  await owner.connect();
  client = createExpressClient(stack.stack);
  departing = await registerDepartingProvider(stack);
  for (const subject of ['alice', 'victim', 'carol']) await client.wallet(await client.token(subject), 'ETH');
}

export async function stopWorld(): Promise<void> {
  await owner.end();
  await stack.stop();
  await endRedis();
  rmSync(redisFolder, { recursive: true });
}

export const processOf = (name: string) => {
  const found = stack.processes.find((each) => each.name === name);
  if (!found) throw new Error(`there is no process ${name}`);
  return found;
};
export const logOf = (name: string): string => readFileSync(path.join(stack.logsDir, `${name}.log`), 'utf8');
export const id = (): string => stack.stack.app.id;
export const sign = async (subject: string) =>
  client.post(signing, await client.token(subject), 'ETH', message);
/** As a replica does that finds another journal than a signer or a witness remembers. */
export const stopJournal = () =>
  owner.query(
    `insert into wallet.losses (application_id, loss_id, replica_id, reason, wallets, entries, time_noticed)
     values ($1, gen_random_uuid(), gen_random_uuid(), 'journal-forked', 0, 0, now())`,
    [id()],
  );
export const manage = (body: object) =>
  requestJson(`${stack.expressUrl}/v1/application`, {
    method: 'PATCH',
    headers: { 'x-service-secret-key': stack.stack.app.secret_key },
    body,
  });
export async function lockedFor(ms: number, sql: string, work: () => Promise<unknown>): Promise<void> {
  await owner.query('begin');
  await owner.query(sql);
  const working = work();
  await sleep(ms);
  await owner.query('commit');
  await working;
}

/** With a gateway's certificate, past the gateway. */
export async function refusedCall(service: string, serverName: string, method: string): Promise<void> {
  const intruder = createCallClient({
    service,
    serverName,
    targets: [stack.targets[`${serverName}-0`] ?? ''],
    tls: readCertificate(stack.certificates.gateway),
  });
  const options = { timeoutMs: 5_000, traceId: '', idempotent: true };
  await expect(intruder.call(method, new Uint8Array(0), options)).rejects.toThrow();
  intruder.close();
}
