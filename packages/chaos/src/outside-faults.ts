import { randomBytes } from 'node:crypto';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import { throwAll, type Fault, type ChaosSetup } from './fault.js';
import type { User } from './load.js';

const slowClients = 200;

const portOf = (url: string): number => Number(new URL(url).port);

/**
 * Clients that send a header every second and never finish. Resolves to how many connections are still open after a
 * while.
 */
async function slowloris(url: string): Promise<number> {
  const sockets = Array.from({ length: slowClients }, () => {
    const socket = net.connect(portOf(url), '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write('POST /v2/wallet HTTP/1.1\r\nHost: wallet\r\n');
    return socket;
  });
  for (let second = 0; second < 12; second++) {
    for (const socket of sockets) if (socket.writable) socket.write(`X-Slow-${second}: 1\r\n`);
    await sleep(1_000);
  }
  const open = sockets.filter((socket) => !socket.readableEnded && !socket.destroyed).length;
  for (const socket of sockets) socket.destroy();
  return open;
}

async function untilItAnswers(url: string): Promise<void> {
  const giveUpAt = Date.now() + 30_000;
  while (!(await fetch(url).catch(() => undefined)) && Date.now() < giveUpAt) await sleep(100);
}

async function statusAndCode(url: string, init: RequestInit): Promise<string> {
  const response = await fetch(url, init);
  const text = await response.text();
  return `${response.status} ${(JSON.parse(text) as { code?: string }).code ?? 'no code'}`;
}

async function oversized({ gateways, stack, users }: ChaosSetup): Promise<string[]> {
  const url = `${gateways.urls[0] ?? ''}/v2/wallet/sign/message`;
  const headers = {
    ...createExpressClient(stack.stack).headers(users[0]?.token ?? '', 'ETH'),
    'content-type': 'application/json',
  };
  const body = JSON.stringify({ message_base64: 'A'.repeat(4 << 20) });
  const answers = {
    'a body of 4 MiB': [await statusAndCode(url, { method: 'POST', headers, body }), '413 request.too-large'],
    'a header of 40 KiB': [
      await statusAndCode(url, { method: 'POST', headers: { ...headers, 'x-long': 'a'.repeat(40 << 10) } }),
      '431 request.headers-too-large',
    ],
  };
  return Object.entries(answers).flatMap(([what, [answer, wanted]]) =>
    answer === wanted ? [] : [`${what} was answered ${answer ?? ''}`],
  );
}

const strangers = 20;
// The 10 s of a request, and one for a busy machine.
const answeredWithinMs = 11_000;
const refusal = /^(auth\.token-invalid|service\..+)$/;

/**
 * A token whose key is in no set that was ever fetched. It is refused with a code, and does not wait for a host that
 * does not answer.
 */
async function unknownKey({ users, sign }: ChaosSetup): Promise<string[]> {
  const [{ name, token }] = users as [User];
  const [, claims = '', signature = ''] = token.split('.');
  const header = { alg: 'RS256', typ: 'JWT', kid: randomBytes(8).toString('hex') };
  const stranger = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${claims}.${signature}`;
  const startedAt = Date.now();
  const { status, code } = await sign({ name, token: stranger });
  const ms = Date.now() - startedAt;
  return status !== 200 && refusal.test(code) && ms < answeredWithinMs
    ? []
    : [`a token of an unknown key was answered ${status} ${code} after ${ms} ms`];
}

export const outsideFaults: readonly Fault[] = [
  {
    name: 'jwks-slow',
    what: 'the host of the key set does not answer for 8 s; it is asked every 3 s, and for keys that nobody has',
    mayFail: 'none',
    run: async (setup) => {
      const provider = setup.process('demo-provider');
      provider.kill('SIGSTOP');
      const refusals = Promise.all(Array.from({ length: strangers }, () => unknownKey(setup)));
      await sleep(8_000);
      provider.kill('SIGCONT');
      throwAll((await refusals).flat());
    },
  },
  {
    name: 'jwks-dead',
    what: 'the host of the key set is killed three times',
    mayFail: 'none',
    run: async ({ process, stack }) => {
      for (let times = 0; times < 3; times++) {
        process('demo-provider').kill('SIGKILL');
        await sleep(2_000);
      }
      await untilItAnswers(stack.stack.demo_provider.token_url);
    },
  },
  {
    name: 'slowloris',
    what: `${slowClients} clients that never finish their headers at each gateway, and oversized requests`,
    mayFail: 'none',
    run: async (setup) => {
      const [sizes, ...open] = await Promise.all([oversized(setup), ...setup.gateways.urls.map(slowloris)]);
      const left = open.reduce((sum, count) => sum + count, 0);
      throwAll(left > slowClients / 10 ? [...sizes, `${left} slow connections were kept`] : sizes);
    },
  },
];
