import { once } from 'node:events';
import net from 'node:net';
import { connect, definitions } from '@wallet-service/grpc';
import { readCertificate } from '@wallet-service/local-certificates';
import pg from 'pg';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import { requestJson, type JsonAnswer } from '@wallet-service/operator-cli/http-json';
import type { TestStack } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import { scrape, valueOf } from './scrape.js';

/** For a stack that must answer with `request.rate-limited` after this many management requests. */
export const managementBurst = 40;
export const limits = {
  RATE_LIMIT_MANAGEMENT_PER_SECOND: '1',
  RATE_LIMIT_MANAGEMENT_BURST: String(managementBurst),
};

/** What a refusal said, and where. */
export type Refusal = { readonly route: string; readonly status: number; readonly code: string };

/** Causes one refusal of each kind that can be caused from outside, and returns them as the caller saw them. */
export async function provokeRefusals(stack: TestStack): Promise<readonly Refusal[]> {
  const client = createExpressClient(stack.stack);
  const message = { message_base64: 'aGVsbG8=' };
  const refusals: Refusal[] = [];
  const see = async (route: string, answer: Promise<JsonAnswer>): Promise<void> => {
    const { status, body } = await answer;
    refusals.push({ route, status, code: (body as { code?: string }).code ?? 'none' });
  };
  const secretKey = { 'x-service-secret-key': stack.stack.app.secret_key };
  const manage = (method: 'GET' | 'POST' | 'PATCH', at: string, body?: object) =>
    requestJson(stack.expressUrl + at, { method, headers: secretKey, ...(body && { body }) });
  const signing = '/v2/wallet/sign/message';

  const victim = await client.token('victim');
  await client.wallet(victim, 'ETH');
  await tamper(stack, await client.wallet(victim, 'ETH'));
  await see('/v2/wallet', client.post('/v2/wallet', victim, 'ETH'));

  const token = await client.token('alice');
  for (const chain of ['ETH', 'SOL', 'BTC'] as const) {
    await client.wallet(token, chain);
    await client.signMessage(await client.token('alice'), chain, Buffer.from('hello'));
  }
  await see('/v2/wallet', client.post('/v2/wallet', `${token}x`, 'ETH'));
  await see(signing, client.post(signing, token, 'ETH', { message_base64: '%' }));
  await see('unknown', requestJson(`${stack.expressUrl}/v2/nothing`));
  await manage('PATCH', '/v1/application', {
    policy_evaluation_enabled: true,
    op_jwt_mode: 'single_payload',
  });
  await client.post(signing, token, 'ETH', message);
  await see(signing, client.post(signing, token, 'ETH', { message_base64: 'b3RoZXI=' }));
  await manage('PATCH', '/v1/application', { default_action: 'deny' });
  await see(signing, client.post(signing, await client.token('alice'), 'ETH', message));

  await askWithoutGrant(stack);
  await failDelivery(stack, manage);
  await sendNonsense(stack.expressUrl);
  for (let answer = await manage('GET', '/v1/application'); answer.status === 200;) {
    answer = await manage('GET', '/v1/application');
    if (answer.status !== 200) await see('/v1/application', Promise.resolve(answer));
  }
  return refusals;
}

/** Gives the wallet another address, as somebody who writes to the database could. */
async function tamper({ databaseUrl, processes }: TestStack, address: string): Promise<void> {
  const database = new pg.Client({ connectionString: databaseUrl });
  await database.connect();
  try {
    const strange = `0x${'ff'.repeat(20)}`;
    const { rowCount } = await database.query('update wallet.wallets set address = $1 where address = $2', [
      strange,
      address,
    ]);
    if (rowCount !== 1) throw new Error('the wallet to tamper with was not found');
  } finally {
    await database.end();
  }
  // The service knows the wallet from before.
  await processes.find(({ name }) => name === 'wallet-0')?.restart();
}

/** Asks for policies with the gateway's certificate. */
async function askWithoutGrant({ certificates, targets, stack }: TestStack): Promise<void> {
  const policy = connect({
    definition: definitions.policy,
    targets: [targets['policy-0'] ?? ''],
    tls: readCertificate(certificates.gateway),
    serverName: 'policy',
  });
  const options = { deadlineMs: 5_000, traceId: 'f'.repeat(32) };
  const refused = await policy.call('ListPolicies', { applicationId: stack.app.id }, options).then(
    () => 'answered',
    (error: unknown) => (error as { code: string }).code,
  );
  policy.close();
  if (refused !== 'auth.grant-invalid') throw new Error(`a call without a grant was ${refused}`);
}

/** An endpoint where nobody listens. */
async function failDelivery(
  stack: TestStack,
  manage: (method: 'POST', at: string, body: object) => Promise<JsonAnswer>,
): Promise<void> {
  const { status, body } = await manage('POST', '/v1/webhook', { url: 'http://127.0.0.1:9/hook' });
  if (status !== 201) throw new Error(`no endpoint: ${JSON.stringify(body)}`);
  const client = createExpressClient(stack.stack);
  await client.wallet(await client.token('bob'), 'ETH');
  const failed = async () =>
    valueOf(await scrape(stack), 'wallet_service_webhook_attempts_total', { result: 'failed' });
  await until('the attempt of a delivery', failed, 20_000);
}

async function sendNonsense(url: string): Promise<void> {
  const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
  socket.resume().end('hello\r\n\r\n');
  await once(socket, 'close');
}
