import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestStack } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import { createConnection, inSequence, type Connection, type Prepared } from './shares/load.js';
import { newTenant, type Tenant } from './shares/tenant.js';
import { ownStack } from './stacks.js';

// A caller begins very many requests and ends none. The gateway stays small, and answers callers from elsewhere.

const connections = 5000;
const mostGrownMebibytes = 200;

let stack: TestStack;
let loud: Tenant;
let quiet: Connection;
let ownRequests: readonly Prepared[];
const begun: Socket[] = [];

beforeAll(async () => {
  stack = await ownStack();
  const tenant = await newTenant(stack.stack, 'quiet');
  loud = await newTenant(stack.stack, 'loud');
  await tenant.client.wallet(tenant.token, 'ETH');
  ownRequests = [tenant.ofUser('/v2/wallet/sign/message', 'ETH', { message_base64: 'aGVsbG8=' })];
  quiet = createConnection(stack.expressUrl);
  await inSequence(quiet.send, ownRequests, 1000);
});
afterAll(async () => {
  for (const socket of begun) socket.destroy();
  quiet.close();
  await stack.stop();
});

function residentMebibytes(): number {
  const pid = stack.processes.find(({ name }) => name === 'gateway-0')?.pid();
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1]) / 1024;
}

/** Headers with real credentials, and nearly all of a body. Loopback has many addresses. */
function begin({ method, path, headers }: Prepared, localAddress: string): void {
  const port = Number(new URL(stack.expressUrl).port);
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  begun.push(socket);
  const all = { host: 'x', 'content-type': 'application/json', 'content-length': 131_072, ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${String(value)}\r\n`);
  // A refused request is closed while it sends.
  socket.on('error', () => undefined).resume();
  socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.write(body);
}
const body = Buffer.alloc(120_000, 0x20);

async function refused(of: string): Promise<number> {
  const metrics = await fetch(`${stack.expressUrl}/metrics`).then((answer) => answer.text());
  return Number(new RegExp(`share_refused_total\\{[^}]*of="${of}"[^}]*\\} (\\d+)`).exec(metrics)?.[1]);
}

it(`${connections} unfinished bodies take ${mostGrownMebibytes} MiB at most, and others notice nothing`, async () => {
  const before = residentMebibytes();
  const request = loud.ofServer('POST', '/v1/policy', {});
  let most = before;
  const statuses = new Set<number>();
  for (let i = 0; i < connections; i += 1) {
    begin(request, `127.0.0.${2 + (i % 2)}`);
    // So that they do not wait in the kernel, which drops them when there are too many.
    if (i % 25 !== 0) continue;
    await sleep(20);
    if (i % 100 !== 0) continue;
    most = Math.max(most, residentMebibytes());
    for (const { status } of await inSequence(quiet.send, ownRequests, 1)) statuses.add(status);
  }
  for (let i = 0; i < 20; i += 1) {
    for (const { status } of await inSequence(quiet.send, ownRequests, 100)) statuses.add(status);
    most = Math.max(most, residentMebibytes());
  }
  expect([...statuses]).toEqual([200]);
  expect(most - before).toBeLessThan(mostGrownMebibytes);
  for (const share of ['connections', 'application'])
    await until(`a refusal because of the share: ${share}`, async () => {
      // On a slow machine, the first of them may have ended before there were enough.
      for (let i = 0; i < 100; i += 1) begin(request, '127.0.0.2');
      return (await refused(share)) > 0;
    });
});
