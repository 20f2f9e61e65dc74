import { launcherConfig } from './config.js';

it.each([
  ['DATABASE_URL', 'postgres://u:hunter2@db.example:99999/db'],
  ['DATABASE_URL', 'postgres://u:hunter2#x@db.example/db'],
  ['DATABASE_URL', 'mysql://u:hunter2@db.example/db'],
  ['REDIS_URL', 'http://u:hunter2@redis.example'],
  ['LOG_LEVEL', 'hunter2'],
])('refuses a %s with a bad value by name, and does not show the value: %s', (name, value) => {
  const refused = (): unknown => launcherConfig({ [name]: value });
  expect(refused).toThrow(name);
  expect(refused).not.toThrow('hunter2');
});

it('passes on what is meant for the services, and nothing else that the shell exports', () => {
  const meant = {
    RATE_LIMIT_WALLET: '5',
    JWKS_REFRESH_SECONDS: '3',
    WEBHOOK_POLL_MS: '50',
    DRAIN_SECONDS: '1',
    PEOPLE_ISSUER: 'http://localhost:1',
  };
  const others = { HOST: 'my-machine', HOME: '/root', LISTEN: 'tcp:1', JWKS_ALLOW_LOOPBACK: 'false' };
  expect(launcherConfig({ ...meant, ...others }).settings).toEqual(meant);
});
