import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCallClient, startCallServer, type CallClient } from '@wallet-service/call-stream';
import { makeLocalCertificates, readCertificate } from '@wallet-service/local-certificates';
import { status } from '@grpc/grpc-js';

// A new stream carries the newest connect call, however often it changes while the server is asked for its name.

type Certificates = Awaited<ReturnType<typeof makeLocalCertificates>>;
type Heard = { readonly method: string; readonly said: string };

let folder: string;
let certificates: Certificates;
const stops: (() => Promise<void> | void)[] = [];

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'connect-call-'));
  certificates = await makeLocalCertificates(path.join(folder, 'tls'), new Date());
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** `onCall` sees each call before it is answered. */
async function meet(connectCall: () => string | undefined, onCall: (heard: Heard) => Promise<void> | void) {
  const heard: Heard[] = [];
  const listen = `unix:${path.join(folder, `${stops.length}.sock`)}`;
  const server = await startCallServer({
    service: 'test.Test',
    allowed: { Greet: ['gateway'], Name: ['gateway'], Work: ['gateway'] },
    dispatch: async ({ method, request }) => {
      const call = { method, said: Buffer.from(request).toString() };
      heard.push(call);
      await onCall(call);
      return Buffer.from('somebody');
    },
    encodeError: (error) => ({ bytes: Buffer.from(String(error)), status: status.INTERNAL }),
    refuse: (reason) => new Error(reason),
    listen,
    tls: readCertificate(certificates.wallet),
    ready: () => true,
  });
  stops.push(() => server.drain(100));
  const client: CallClient = createCallClient({
    service: 'test.Test',
    targets: [listen],
    tls: readCertificate(certificates.gateway),
    serverName: 'wallet',
    onConnectCall: () => {
      const said = connectCall();
      return said === undefined ? undefined : { method: 'Greet', request: Buffer.from(said) };
    },
    identify: {
      method: 'Name',
      request: new Uint8Array(0),
      read: (answer) => Buffer.from(answer).toString(),
    },
  });
  stops.push(() => {
    client.close();
  });
  return {
    client,
    heard,
    connectCalls: () => heard.flatMap(({ method, said }) => (method === 'Greet' ? said : [])),
  };
}

const work = (client: CallClient) =>
  client.call('Work', new Uint8Array(0), { timeoutMs: 3_000, traceId: 'trace-1' });

it.each([undefined, 'one'])(
  'gets the newest connect call when it changes while the server is asked for its name (before: %s)',
  async (before) => {
    let connectCall = before;
    const { client, heard, connectCalls } = await meet(
      () => connectCall,
      async ({ method }) => {
        if (method !== 'Name') return;
        await sleep(50);
        connectCall = 'two';
        // As the code that changes it does: it broadcasts to open streams, and this one is not open yet.
        expect(
          await client.broadcast('Greet', Buffer.from(connectCall), { timeoutMs: 1_000, traceId: '' }),
        ).toEqual([]);
      },
    );
    await work(client);
    expect(connectCalls()).toEqual(before === undefined ? ['two'] : [before, 'two']);
    expect(heard.at(-1)?.method).toBe('Work');
  },
);

it('gets each connect call once when nothing changes', async () => {
  const { client, connectCalls } = await meet(
    () => 'one',
    () => sleep(20),
  );
  await work(client);
  expect(connectCalls()).toEqual(['one']);
});

it('gets the newest one, whenever it changes', async () => {
  // The change falls into each part of the connect call in turn. Either the call before the stream is used carries it,
  // or the broadcast after.
  for (let delayMs = 0; delayMs < 60; delayMs += 3) {
    let connectCall = 'one';
    let told: Promise<unknown> = Promise.resolve();
    const { client, connectCalls } = await meet(
      () => connectCall,
      () => sleep(10),
    );
    await sleep(delayMs);
    for (const next of ['two', 'three']) {
      connectCall = next;
      told = client.broadcast('Greet', Buffer.from(next), { timeoutMs: 1_000, traceId: '' });
      await sleep(delayMs % 7);
    }
    await Promise.all([work(client), told]);
    expect([delayMs, connectCalls().at(-1)]).toEqual([delayMs, 'three']);
  }
});
