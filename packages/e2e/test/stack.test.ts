import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeProtectedHeader } from 'jose';
import { performDemo } from '@wallet-service/local-stack/demo-steps';
import {
  createExpressClient,
  type Chain,
  type ExpressClient,
} from '@wallet-service/local-stack/express-client';
import { expectJson, requestJson } from '@wallet-service/operator-cli/http-json';
import { until, untilItSucceeds } from '@wallet-service/test-kit/until';
import { startTestStack, type TestStack } from '@wallet-service/local-stack';
import { bitcoinMessageVerifies } from '@wallet-service/local-stack/verify-bitcoin';
import { ethereumMessageVerifies } from '@wallet-service/local-stack/verify-ethereum';
import { solanaMessageVerifies } from '@wallet-service/local-stack/verify-solana';
import { logsOf } from './logs-of.js';

// One suite with two gateways and two wallet services on real Postgres, as a customer sees it: over HTTP.

let stack: TestStack;
let clients: readonly ExpressClient[];
let client: ExpressClient;

const refreshSeconds = 3;
const message = Buffer.from('the whole suite');
const userOf = (name: string): string => `${name}-${randomBytes(4).toString('hex')}`;

const tokenFor = (subject: string): Promise<string> => client.token(subject);

beforeAll(async () => {
  stack = await startTestStack({
    GATEWAY_REPLICAS: '2',
    WALLET_REPLICAS: '2',
    JWKS_REFRESH_SECONDS: String(refreshSeconds),
  });
  clients = stack.gatewayUrls.map((url) => createExpressClient(stack.stack, url));
  client = createExpressClient(stack.stack);
});
afterAll(async () => {
  await stack.stop();
});

describe('the suite', () => {
  it('performs the main job, each signature verified by an independent library', async () => {
    const rows = await performDemo(stack.stack, () => undefined);
    expect(rows.map(({ chain, what }) => `${chain} ${what}`)).toEqual([
      'ETH message (EIP-191)',
      'ETH hash',
      'ETH authorization (EIP-7702)',
      'SOL message (Ed25519)',
      'BTC message (BIP-137)',
    ]);
  });

  it.each<[Chain, (address: string, signed: Awaited<ReturnType<ExpressClient['signMessage']>>) => unknown]>([
    ['ETH', (address, { signature }) => ethereumMessageVerifies(address, message, signature)],
    ['SOL', (address, { signature }) => solanaMessageVerifies(address, message, signature)],
    ['BTC', (address, signed) => bitcoinMessageVerifies(address, message, signed)],
  ])('signs %s messages with the key of the address over every gateway', async (chain, verifies) => {
    const token = await tokenFor(userOf('carol'));
    const address = await client.wallet(token, chain);
    for (const gateway of clients) {
      expect(await gateway.wallet(token, chain)).toBe(address);
      expect(await verifies(address, await gateway.signMessage(token, chain, message))).toBe(true);
    }
  });

  it('logs a request under its trace id in every process that it passes through', async () => {
    const token = await tokenFor(userOf('tracy'));
    await client.wallet(token, 'ETH');
    const processesThatSawARequest = async (): Promise<string[]> => {
      const traceId = randomBytes(16).toString('hex');
      const signed = await requestJson(`${stack.expressUrl}/v2/wallet/sign/message`, {
        method: 'POST',
        headers: { ...client.headers(token, 'ETH'), 'x-trace-id': traceId },
        body: { message_base64: message.toString('base64') },
      });
      expect(signed.status).toBe(200);
      // The lines go through pipes into the files.
      await sleep(250);
      const logs = logsOf(stack).filter(({ text }) => text.includes(traceId));
      return [...new Set(logs.map(({ name }) => name.replace(/-\d+$/, '')))].sort();
    };
    // A request soon after another one need not ask identity again.
    await untilItSucceeds(async () => {
      const all = ['gateway', 'identity', 'policy', 'signer', 'wallet'];
      expect(await processesThatSawARequest()).toEqual(all);
    }, 15_000);
  });

  it('gives 1,000 concurrent first calls of one user one address, no error, and few calls to the signer', async () => {
    const token = await tokenFor(userOf('crowd'));
    const before = signerCalls('CreateWallet');
    const answers = await Promise.all(
      Array.from({ length: 1000 }, (_, index) => {
        const gateway = clients[index % clients.length] ?? client;
        return gateway.post('/v2/wallet', token, 'ETH');
      }),
    );
    expect(countBy(answers.map(({ status }) => String(status)))).toEqual({ '200': 1000 });
    const addresses = new Set(answers.map(({ body }) => (body as { public_address: string }).public_address));
    expect(addresses.size).toBe(1);
    expect(signerCalls('CreateWallet') - before).toBeLessThanOrEqual(4);
  });

  it('gives each of many concurrent users a separate wallet', async () => {
    const users = Array.from({ length: 40 }, () => userOf('many'));
    const addresses = await Promise.all(
      users.map(async (user, index) => {
        const gateway = clients[index % clients.length] ?? client;
        return gateway.wallet(await tokenFor(user), 'SOL');
      }),
    );
    expect(new Set(addresses).size).toBe(40);
  });

  it('refuses users of a deleted provider at once, on every gateway, and serves them when it is back', async () => {
    const token = await tokenFor(userOf('dave'));
    const address = await client.wallet(token, 'ETH');
    for (const gateway of clients) await gateway.signMessage(token, 'ETH', message);
    const url = `${stack.expressUrl}/v1/identity/provider`;
    const headers = { 'x-service-secret-key': stack.stack.app.secret_key };
    const [provider] = await expectJson<[{ id: string; issuer: string; audience: string; jwks_uri: string }]>(
      url,
      { headers },
    );
    expect((await requestJson(`${url}/${provider.id}`, { method: 'DELETE', headers })).status).toBe(204);
    for (const gateway of clients) {
      expect((await gateway.post('/v2/wallet', token, 'ETH')).status).toBe(401);
      const signing = await gateway.post('/v2/wallet/sign/message', token, 'ETH', { message_base64: 'aGk=' });
      expect(signing.status).toBe(401);
    }
    const { issuer, audience, jwks_uri } = provider;
    const back = await expectJson<{ id: string }>(url, {
      method: 'POST',
      headers,
      body: { issuer, audience, jwks_uri },
    });
    const again = createExpressClient({
      ...stack.stack,
      demo_provider: { ...stack.stack.demo_provider, id: back.id },
    });
    expect(await again.wallet(token, 'ETH')).toBe(address);
    const { signature } = await again.signMessage(token, 'ETH', message);
    expect(await ethereumMessageVerifies(address, message, signature)).toBe(true);
    // The tests that follow know the provider by its new id.
    client = again;
    clients = stack.gatewayUrls.map((gatewayUrl) =>
      createExpressClient(
        { ...stack.stack, demo_provider: { ...stack.stack.demo_provider, id: back.id } },
        gatewayUrl,
      ),
    );
  });

  it('accepts an announced key as soon as the provider uses it, and the old one as before', async () => {
    const user = userOf('erin');
    const old = await tokenFor(user);
    await client.wallet(old, 'ETH');
    await stack.demoProvider.announceKey();
    await sleep((refreshSeconds + 2) * 1000);
    await stack.demoProvider.nextKey();
    const next = await tokenFor(user);
    expect(decodeProtectedHeader(next).kid).not.toBe(decodeProtectedHeader(old).kid);
    for (const token of [next, old]) expect(await statusesOfSigning(token)).toEqual([200, 200]);
  });

  it('accepts an unannounced key once it may fetch the key set again, and the old one all the time', async () => {
    const user = userOf('grace');
    const old = await tokenFor(user);
    await client.wallet(old, 'ETH');
    await stack.demoProvider.nextKey();
    const next = await tokenFor(user);
    await untilItSucceeds(async () => {
      expect(await statusesOfSigning(old)).toEqual([200, 200]);
      expect(await statusesOfSigning(next)).toEqual([200, 200]);
    }, 40_000);
  });

  it('restarts a killed service and says so', async () => {
    const token = await tokenFor(userOf('frank'));
    const address = await client.wallet(token, 'ETH');
    for (const name of [
      'signer-0',
      'policy-0',
      'identity-0',
      'wallet-0',
      'wallet-1',
      'webhooks-0',
      'witness-0',
    ]) {
      const supervised = stack.processes.find((process) => process.name === name);
      supervised?.kill('SIGKILL');
      await until(
        `${name} again`,
        () => stack.progress.some((line) => line.startsWith(`${name} is ready again`)),
        30_000,
      );
      expect(stack.progress.some((line) => line.startsWith(`${name} ended (signal SIGKILL)`))).toBe(true);
    }
    const signed = await untilItSucceeds(() => client.signMessage(token, 'ETH', message));
    expect(await ethereumMessageVerifies(address, message, signed.signature)).toBe(true);
  });

  it('survives kill -9 of Postgres: no service ends, and nothing that was answered is lost', async () => {
    const token = await tokenFor(userOf('heidi'));
    const address = await client.wallet(token, 'ETH');
    const pidsBefore = stack.processes.map(({ pid }) => pid());
    const postmaster = path.join(stack.dataDir, 'postgres/cluster/postmaster.pid');
    process.kill(Number(readFileSync(postmaster, 'utf8').split('\n')[0]), 'SIGKILL');
    const signed = await untilItSucceeds(() => client.signMessage(token, 'ETH', message));
    expect(await ethereumMessageVerifies(address, message, signed.signature)).toBe(true);
    expect(await client.wallet(token, 'ETH')).toBe(address);
    expect(stack.processes.map(({ pid }) => pid())).toEqual(pidsBefore);
  });
});

/** How often the signers were asked, by their audit lines. */
function signerCalls(operation: string): number {
  const log = readFileSync(path.join(stack.logsDir, 'signer-0.log'), 'utf8');
  return log.split('\n').filter((line) => line.includes(`"op":"${operation}"`)).length;
}

function countBy(values: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}

/** On each gateway. */
async function statusesOfSigning(token: string): Promise<readonly number[]> {
  const body = { message_base64: message.toString('base64') };
  const answers = await Promise.all(
    clients.map((gateway) => gateway.post('/v2/wallet/sign/message', token, 'ETH', body)),
  );
  return answers.map(({ status }) => status);
}
