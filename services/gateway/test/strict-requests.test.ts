import { connect } from 'node:net';
import { once } from 'node:events';
import { invalidField } from '@wallet-service/errors';
import { expectProblem } from './expect-problem.js';
import {
  gatewayUnderTest,
  operatorKey,
  secretKey,
  userHeaders,
  userToken,
  type GatewayUnderTest,
} from './gateway-under-test.js';

let gateway: GatewayUnderTest;
let token: string;
beforeAll(async () => {
  gateway = await gatewayUnderTest({
    answers: {
      ListApplications: () => {
        throw invalidField('/after', 'must be the `next` of an earlier page');
      },
    },
  });
  token = await userToken();
});

const management = { 'x-service-secret-key': secretKey };
const operator = { 'x-service-operator-key': operatorKey };
const json = { 'content-type': 'application/json' };

async function raw(text: string): Promise<string> {
  const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
  socket.write(text);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

describe('the version 1 wallet paths are gone', () => {
  const paths = ['/v1/wallet', '/v1/wallet/anything/at/all', '/v1/wallet/%zz', '/v1/wallet?x=1'];

  it.each(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'for %s',
    async (method) => {
      for (const url of [...paths, '/v1/api/wallet', '/v1/api/wallet/rotate_access_key'])
        expect([url, (await gateway.send({ method, url })).status]).toEqual([url, 410]);
    },
  );

  it.each<[string, Record<string, string>, string | Buffer]>([
    ['text', { 'content-type': 'text/plain' }, 'hello'],
    ['a form', { 'content-type': 'multipart/form-data; boundary=x' }, '--x--'],
    ['broken JSON', json, '{'],
    ['a compressed body', { ...json, 'content-encoding': 'gzip' }, 'x'],
    ['a body of more than 128 KiB', json, Buffer.alloc(131_073, 0x20)],
  ])('for %s', async (_title, headers, payload) => {
    for (const url of paths) {
      const answer = await gateway.send({ method: 'POST', url, headers, payload });
      expectProblem(answer, 410, 'request.version-retired');
    }
  });

  it.each(['/v1/policy', '/v1/application', '/v1/wallet_group', '/v1/webhook'])('but not %s', async (url) => {
    expect((await gateway.send({ method: 'GET', url })).status).not.toBe(410);
  });
});

describe('a refusal names the place', () => {
  const url = '/v2/wallet/sign/data';

  it.each([undefined, ''])('of a body that is missing (%j)', async (payload) => {
    const answer = await gateway.send({ method: 'POST', url, headers: userHeaders(token), payload });
    const problem = expectProblem(answer, 422, 'request.invalid');
    expect(problem).toMatchObject({
      detail: 'the body is required',
      errors: [{ path: '', message: 'is required' }],
    });
  });

  it('of a body that is too large', async () => {
    const payload = Buffer.alloc(131_073, 0x20);
    const answer = await gateway.send({ method: 'POST', url, headers: userHeaders(token), payload });
    const { errors } = expectProblem(answer, 413, 'request.too-large');
    expect(errors).toEqual([{ path: '', message: 'must be at most 128 KiB' }]);
  });

  it('of headers that are too large', async () => {
    const answer = await raw(`GET /healthz HTTP/1.1\r\nhost: x\r\nx-big: ${'x'.repeat(33_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 [^]*"errors":\[\{"path":"header"/);
  });

  it.each(['/v1/identity/provider/%zz', '/v1/identity/provider/%ff', '/%'])(
    'of the path %s',
    async (path) => {
      const answer = await gateway.send({ method: 'GET', url: path, headers: management });
      const { errors } = expectProblem(answer, 400, 'request.malformed');
      expect(errors).toEqual([{ path: 'path', message: 'must have valid percent-encoded UTF-8' }]);
    },
  );

  it('of a segment of the path that is too long', async () => {
    const path = `/v1/identity/provider/${'x'.repeat(257)}`;
    const answer = await gateway.send({ method: 'GET', url: path, headers: management });
    const { errors } = expectProblem(answer, 400, 'request.malformed');
    expect(errors?.[0]?.path).toBe('path');
  });

  it('of a query parameter that a service behind refuses', async () => {
    const page = { method: 'GET', url: '/v1/admin/application?after=x', headers: operator };
    const { errors } = expectProblem(await gateway.send(page), 422, 'request.invalid');
    expect(errors).toEqual([{ path: 'query after', message: 'must be the `next` of an earlier page' }]);
  });
});

describe('a mistake is reported once', () => {
  it.each([1, null, [], 'maybe'])('of a choice that is %j', async (choice) => {
    const answer = await gateway.send({
      method: 'PATCH',
      url: '/v1/application',
      headers: { ...management, ...json },
      payload: { default_action: choice },
    });
    const { errors } = expectProblem(answer, 422, 'request.invalid');
    expect(errors).toEqual([
      { path: '/default_action', message: expect.stringMatching(/^must be one of /) as string },
    ]);
  });
});

describe('an ambiguous request', () => {
  it('is refused: a query parameter that no route knows', async () => {
    for (const { method, path, query, authentication } of gateway.routes) {
      if (path.startsWith('/v1/wallet') || path.startsWith('/v1/api/wallet')) continue;
      expect([
        path,
        (query as { additionalProperties?: boolean } | undefined)?.additionalProperties ?? false,
      ]).toEqual([path, false]);
      if (query || method !== 'GET') continue;
      const url = `${path.replaceAll(/:[a-z_]+/g, 'x')}?surprise=1`;
      const headers =
        authentication === 'session'
          ? { 'x-service-session': 'ses_any' }
          : { ...userHeaders(token), ...management, ...operator };
      const answer = await gateway.send({ method, url, headers });
      expect([url, answer.status, answer.body]).toEqual([
        url,
        path.includes('/api/') || path.includes('/pregen') ? 400 : 422,
        expect.stringContaining('query surprise'),
      ]);
    }
  });

  it('is refused: a query parameter together with a body', async () => {
    const answer = await gateway.send({
      method: 'POST',
      url: '/v2/wallet?chain=SOL',
      headers: userHeaders(token),
    });
    const { errors } = expectProblem(answer, 422, 'request.invalid');
    expect(errors).toEqual([{ path: 'query chain', message: 'is not a known field' }]);
  });

  it.each([
    ['Authorization', ['authorization: Bearer a', 'Authorization: Bearer b', 'host: x']],
    ['Content-Type', ['content-type: application/json', 'content-type: text/plain', 'host: x']],
    ['Host', ['host: x', 'host: y']],
    ['Host', []],
  ])('is refused: header %s twice, or no Host: %j', async (name, headers) => {
    const answer = await raw(
      ['POST /v2/wallet HTTP/1.1', ...headers, 'connection: close', '', ''].join('\r\n'),
    );
    expect(answer).toMatch(/^HTTP\/1\.1 400 [^]*application\/problem\+json/);
    expect(answer).toContain(`"errors":[{"path":"header ${name}"`);
  });
});
