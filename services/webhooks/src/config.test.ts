import { configOf } from './config.js';

const env = {
  LISTEN: 'unix:/run/webhooks.sock',
  TLS_CA_FILE: '/ca',
  TLS_CERT_FILE: '/cert',
  TLS_KEY_FILE: '/key',
  GRANT_PUBLIC_KEYS_FILE: 'grant-keys',
  DATABASE_URL: 'postgres://webhooks:pw@db/wallets',
  WALLET_TARGETS: 'dns:///wallet:50051',
  POLICY_TARGETS: 'a, b',
  IDENTITY_TARGETS: 'c',
  WEBHOOK_KEY_FILE: '/key',
};

describe('the configuration', () => {
  it('has production defaults', () => {
    expect(configOf(env)).toMatchObject({
      development: false,
      targets: { wallet: ['dns:///wallet:50051'], policy: ['a', 'b'], identity: ['c'] },
      urls: { allowedPorts: [443], allowLoopback: false },
      delivery: {
        timeoutMs: 10_000,
        retrySeconds: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
        retentionDays: 30,
      },
    });
  });

  it.each([
    [{ WEBHOOK_ALLOW_LOOPBACK: 'true' }, 'WEBHOOK_ALLOW_LOOPBACK'],
    [{ WEBHOOK_ALLOWED_PORTS: '443,70000' }, 'WEBHOOK_ALLOWED_PORTS'],
    [{ WEBHOOK_ALLOWED_PORTS: ',' }, 'WEBHOOK_ALLOWED_PORTS'],
    [{ WEBHOOK_RETRY_SECONDS: '5,never' }, 'WEBHOOK_RETRY_SECONDS'],
    [{ WEBHOOK_RETRY_SECONDS: '604801' }, 'WEBHOOK_RETRY_SECONDS'],
    [{ WEBHOOK_TIMEOUT_MS: '60000' }, 'WEBHOOK_TIMEOUT_MS'],
    [{ WEBHOOK_KEY_FILE: undefined }, 'WEBHOOK_KEY_FILE'],
  ])('is refused with %j', (wrong, name) => {
    expect(() => configOf({ ...env, ...wrong })).toThrow(name);
  });
});
