import dgram from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createDnsLookup } from '@wallet-service/egress';
import { createKeySetClient } from '../src/key-sets/key-set-client.js';

/**
 * A real name server on loopback. `answer` gives the IPv4 address for the n-th question, or undefined for no answer.
 */
async function startNameServer(answer: (nth: number) => string | undefined) {
  const socket = dgram.createSocket('udp4');
  let questions = 0;
  socket.on('message', (query, { port, address }) => {
    const endOfName = query.indexOf(0, 12);
    const question = query.subarray(12, endOfName + 5);
    const wantsIpv4 = query.readUInt16BE(endOfName + 1) === 1;
    const ip = answer(wantsIpv4 ? (questions += 1) : questions);
    if (ip === undefined) return;
    const records = wantsIpv4 ? 1 : 0;
    const head = Buffer.from([0, 0, 0x81, 0x80, 0, 1, 0, records, 0, 0, 0, 0]);
    query.copy(head, 0, 0, 2);
    // A pointer to the name of the question, type A, class IN, time to live 0, four bytes.
    const record = Buffer.from([0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...ip.split('.').map(Number)]);
    socket.send(Buffer.concat([head, question, ...(wantsIpv4 ? [record] : [])]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: 300, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { lookup: createDnsLookup(resolver), questions: () => questions, close: () => socket.close() };
}

const production = { allowedPorts: [443], allowLoopback: false, timeoutMs: 800 };

describe('resolving a key set host by DNS', () => {
  it('refuses a name that points to a private address', async () => {
    const server = await startNameServer(() => '10.1.2.3');
    const fetched = await createKeySetClient({ ...production, lookup: server.lookup })(
      'https://idp.example/',
    );
    expect(fetched).toEqual({ ok: false, problem: 'is not at a public address' });
    server.close();
  });

  it('resolves again for each fetch and checks each answer: a name may turn private between two fetches', async () => {
    const server = await startNameServer((nth) => (nth === 1 ? undefined : '127.0.0.1'));
    const fetchKeySet = createKeySetClient({ ...production, lookup: server.lookup });
    expect((await fetchKeySet('https://idp.example/')).ok).toBe(false);
    expect(await fetchKeySet('https://idp.example/')).toMatchObject({
      problem: 'is not at a public address',
    });
    expect(server.questions()).toBe(2);
    server.close();
  });

  it('gives up on a name server that does not answer', async () => {
    const server = await startNameServer(() => undefined);
    const started = Date.now();
    const fetched = await createKeySetClient({ ...production, lookup: server.lookup })(
      'https://idp.example/',
    );
    expect(fetched.ok).toBe(false);
    expect(Date.now() - started).toBeLessThan(1_500);
    server.close();
  });

  it("leaves localhost to the system's resolver, and to the address check", async () => {
    const server = await startNameServer(() => '203.0.113.1');
    const fetched = await createKeySetClient({ ...production, lookup: server.lookup })('https://localhost/');
    expect(fetched).toEqual({ ok: false, problem: 'is not at a public address' });
    expect(server.questions()).toBe(0);
    server.close();
  });
});
