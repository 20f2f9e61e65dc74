import { resolverOf } from './targets.js';

it.each([
  ['unix:/run/a.sock', { path: '/run/a.sock' }],
  ['unix:///run/a.sock', { path: '/run/a.sock' }],
  ['unix:a.sock', { path: 'a.sock' }],
  ['127.0.0.1:50051', { host: '127.0.0.1', port: 50051 }],
  ['[::1]:50051', { host: '::1', port: 50051 }],
  ['dns:///127.0.0.1:1', { host: '127.0.0.1', port: 1 }],
  ['dns:127.0.0.1:1', { host: '127.0.0.1', port: 1 }],
])('%s leads to %j', async (target, address) => {
  expect(await resolverOf(target)()).toEqual(address);
});

it('the addresses of a name are given in turn', async () => {
  const resolve = resolverOf('dns:///localhost:7');
  const { host } = (await resolve()) as { host: string };
  expect(['127.0.0.1', '::1']).toContain(host);
});

it.each(['', 'localhost', 'unix:', 'dns://server/name:1', 'http://a:1', 'a:b', 'a:1:2'])(
  '%j is refused, with the forms that there are',
  (target) => {
    expect(() => resolverOf(target)).toThrow('write unix:/path, host:port or dns:///host:port');
  },
);
