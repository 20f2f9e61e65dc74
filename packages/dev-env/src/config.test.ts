import { launcherConfig } from './config.js';

it('hands on what is meant for the services, and nothing else that the shell exports', () => {
  const meant = {
    RATE_LIMIT_WALLET: '5',
    JWKS_REFRESH_SECONDS: '3',
    WEBHOOK_POLL_MS: '50',
    DRAIN_SECONDS: '1',
  };
  const others = { HOST: 'my-machine', HOME: '/root', LISTEN: 'tcp:1', JWKS_ALLOW_LOOPBACK: 'false' };
  expect(launcherConfig({ ...meant, ...others }).settings).toEqual(meant);
});
