import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import type { StackFile } from '@wallet-service/local-stack';
import { newTraceId, type BalancedGateways } from './balanced-gateways.js';

export type Sample = {
  readonly kind: 'sign' | 'wallet';
  readonly user: string;
  readonly traceId: string;
  readonly endedAt: number;
  readonly ms: number;
  readonly status: number;
  readonly code: string;
  /** Of a wallet. */
  readonly address: string | undefined;
};

export type Load = {
  readonly samples: readonly Sample[];
  /** Ends the load and waits for requests in flight. */
  readonly stop: () => Promise<void>;
};

export type Users = {
  /** Users with a wallet. */
  readonly known: readonly User[];
  /** Users without a wallet yet, taken from the front. */
  readonly fresh: User[];
};
export type User = { readonly name: string; readonly token: string };

const chain = 'ETH';
const workers = 6;
const pauseMs = 40;
const walletEvery = 10;

/** Users with one token each, made in advance so that the load does not need the provider. */
export async function makeUsers(stack: StackFile, count: number): Promise<User[]> {
  return giveTokens(
    stack,
    Array.from({ length: count }, () => `user-${randomBytes(6).toString('hex')}`),
  );
}

/** Tokens live for minutes, so each fault begins with new ones. */
export async function giveTokens(stack: StackFile, names: readonly string[]): Promise<User[]> {
  const client = createExpressClient(stack);
  return Promise.all(names.map(async (name) => ({ name, token: await client.token(name) })));
}

/** Until it is stopped, users sign, and new users ask twice at once for their first wallet. */
export function startLoad(stack: StackFile, gateways: BalancedGateways, users: Users): Load {
  const client = createExpressClient(stack);
  const samples: Sample[] = [];
  let over = false;

  async function ask(kind: Sample['kind'], { name: user, token }: User): Promise<void> {
    const traceId = newTraceId();
    const headers = { ...client.headers(token, chain), 'x-trace-id': traceId };
    const path = kind === 'sign' ? '/v2/wallet/sign/message' : '/v2/wallet';
    const body = kind === 'sign' ? { message_base64: randomBytes(24).toString('base64') } : undefined;
    const startedAt = Date.now();
    const { status, code, body: answer } = await gateways.post(path, headers, body);
    const endedAt = Date.now();
    const address =
      status === 200 && kind === 'wallet' ? (answer as { public_address: string }).public_address : undefined;
    samples.push({ kind, user, traceId, endedAt, ms: endedAt - startedAt, status, code, address });
  }

  async function work(worker: number): Promise<void> {
    for (let step = worker; !over; step++) {
      const newcomer = step % walletEvery === 0 ? users.fresh.shift() : undefined;
      const user = users.known[step % users.known.length];
      if (newcomer) await Promise.all([ask('wallet', newcomer), ask('wallet', newcomer)]);
      else if (user) await ask('sign', user);
      await sleep(pauseMs);
    }
  }

  const working = Promise.all(Array.from({ length: workers }, (_, index) => work(index)));
  return {
    samples,
    stop: async () => {
      over = true;
      await working;
    },
  };
}

/** Gives each user a wallet before any fault. */
export async function giveWallets(
  stack: StackFile,
  gateways: BalancedGateways,
  users: readonly User[],
): Promise<void> {
  const client = createExpressClient(stack);
  for (const { name, token } of users) {
    const { status, code } = await gateways.post('/v2/wallet', client.headers(token, chain));
    if (status !== 200) throw new Error(`${name} gets no wallet: ${status} ${code}`);
  }
}
