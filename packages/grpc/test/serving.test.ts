import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startCallServer, status } from '@wallet-service/call-stream';
import { makeLocalCertificates, readCertificate } from '@wallet-service/local-certificates';
import { connect, definitions } from '../src/index.js';

const folder = mkdtempSync(path.join(os.tmpdir(), 'serving-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it('a client says whether a server behind it serves: yes, no while it is not ready, no without an answer', async () => {
  const certificates = await makeLocalCertificates(path.join(folder, 'tls'), new Date());
  const listen = `unix:${path.join(folder, 'a.sock')}`;
  let ready = true;
  const server = await startCallServer({
    service: definitions.wallet.service,
    allowed: { Sign: [] },
    dispatch: () => Promise.reject(new Error('not called')),
    refuse: (reason) => new Error(reason),
    encodeError: () => ({ bytes: Buffer.alloc(0), status: status.INTERNAL }),
    listen,
    tls: readCertificate(certificates.wallet),
    ready: () => ready,
  });
  const client = connect({
    definition: definitions.wallet,
    targets: [listen],
    tls: readCertificate(certificates.gateway),
    serverName: 'wallet',
  });
  expect(await client.serving(3_000)).toBe(true);
  ready = false;
  expect(await client.serving(3_000)).toBe(false);
  ready = true;
  expect(await client.serving(0)).toBe(false);
  client.close();
  await server.drain(100);
});
