import { AppError } from '@wallet-service/errors';
import { gatewayUnderTest, secretKey, type GatewayUnderTest } from './gateway-under-test.js';

// The journal: proofs of entries, and files of the log for programs that read C2SP tlog-tiles.

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await gatewayUnderTest();
});
beforeEach(() => {
  gateway.asked.length = 0;
});

const headers = { 'x-service-secret-key': secretKey };
const get = (url: string) => gateway.send({ method: 'GET', url, headers });
const asked = (method: string) => gateway.asked.find((call) => call.method === method)?.request;

it('has proofs of the entries that the checkpoint has, if they are asked for', async () => {
  const plain = await get('/v1/audit?proofs=false');
  expect(plain.json()).toMatchObject({ data: [{ seq: 1, leaf_hash: '01'.repeat(32) }] });
  expect(plain.json()).not.toHaveProperty('data.0.inclusion_proof');
  expect(asked('ListJournal')).not.toHaveProperty('withProofs');
  gateway.asked.length = 0;
  const proven = await get('/v1/audit?proofs=true');
  expect(proven.json()).toMatchObject({
    data: [{ inclusion_proof: ['05'.repeat(32)] }],
    size: 2,
    checkpoint: { size: 2, time: 1_700_000_000, public_key: '04'.repeat(32), note: 'note' },
  });
  expect(asked('ListJournal')).toMatchObject({ withProofs: true });
  expect((await get('/v1/audit?proofs=1')).status).toBe(422);
});

it.each([
  ['checkpoint', 'text/plain; charset=utf-8', 'no-store'],
  ['tile/0/x001/234.p/56', 'application/octet-stream', 'private, max-age=86400, immutable'],
  ['tile/entries/000', 'application/octet-stream', 'private, max-age=86400, immutable'],
])('serves the file %s of the application’s log', async (path, type, caching) => {
  const answer = await get(`/v1/audit/log/${path}`);
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe(type);
  expect(answer.headers['cache-control']).toBe(caching);
  expect(asked('GetLogFile')).toEqual({ applicationId: 'application-1', path });
});

it('serves no file of the log to others, and none that the log does not have', async () => {
  const stranger = await gateway.send({ method: 'GET', url: '/v1/audit/log/checkpoint' });
  expect(stranger.status).toBe(401);
  expect((await get('/v1/audit/log/issuer')).status).toBe(404);
  const other = await gatewayUnderTest({
    answers: {
      GetLogFile: () => {
        throw new AppError('request.not-found', 'the log has no such file, or not yet');
      },
    },
  });
  const missing = await other.send({ method: 'GET', url: '/v1/audit/log/tile/0/000', headers });
  expect(missing.status).toBe(404);
  expect(String(missing.headers['cache-control'])).not.toContain('immutable');
});
