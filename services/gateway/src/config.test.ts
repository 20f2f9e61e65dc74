import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { configOf } from './config.js';

const required = {
  TLS_CA_FILE: 'ca',
  TLS_CERT_FILE: 'cert',
  TLS_KEY_FILE: 'key',
  IDENTITY_TARGETS: 'unix:/a',
  POLICY_TARGETS: 'unix:/b',
  WALLET_TARGETS: 'c:1,d:2',
  WEBHOOKS_TARGETS: 'unix:/run/webhooks.sock',
};

describe('configOf', () => {
  it('has defaults for everything except certificates and targets', () => {
    expect(configOf(required)).toMatchObject({
      development: false,
      host: '0.0.0.0',
      port: 8080,
      targets: { wallet: ['c:1', 'd:2'] },
      v1RetiresAt: new Date('2026-07-31T00:00:00Z'),
      trustedProxies: [],
      drainSeconds: 0,
    });
  });

  it('listens on loopback in development', () => {
    expect(configOf({ ...required, ENVIRONMENT: 'development' }).host).toBe('127.0.0.1');
    expect(configOf({ ...required, ENVIRONMENT: 'development', HOST: '::' }).host).toBe('::');
  });

  it('reports every mistake at once', () => {
    expect(() =>
      configOf({ PORT: 'abc', V1_RETIREMENT_DATE: 'soon', RATE_LIMIT_ADDRESS_BURST: '0' }),
    ).toThrow(
      expect.objectContaining({
        mistakes: expect.arrayContaining([
          expect.stringMatching(/^PORT /),
          expect.stringMatching(/^V1_RETIREMENT_DATE /),
          expect.stringMatching(/^RATE_LIMIT_ADDRESS_BURST /),
          'TLS_CA_FILE must be set',
          'WALLET_TARGETS must be set',
        ]) as string[],
      }) as Error,
    );
  });

  it('is compatible with another service only where the operator says so', () => {
    expect(configOf(required).compatibility).toBeUndefined();
    expect(configOf({ ...required, COMPATIBILITY: '' }).compatibility).toBeUndefined();
    expect(configOf({ ...required, COMPATIBILITY: 'magic' }).compatibility).toBe('magic');
    for (const COMPATIBILITY of ['Magic', 'true', 'off'])
      expect(() => configOf({ ...required, COMPATIBILITY })).toThrow('COMPATIBILITY must be one of magic');
  });

  it('refuses a date that does not exist', () => {
    expect(() => configOf({ ...required, V1_RETIREMENT_DATE: '2026-13-01' })).toThrow(/V1_RETIREMENT_DATE/);
  });

  it('reads the Redis URL from a file, because it contains a password', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gateway-config-'));
    const REDIS_URL_FILE = path.join(folder, 'redis-url');
    writeFileSync(REDIS_URL_FILE, 'redis://:hunter2@host\n', { mode: 0o600 });
    expect(configOf({ ...required, REDIS_URL_FILE }).redis).toMatchObject({ password: 'hunter2' });
    rmSync(folder, { recursive: true });
  });

  it('accepts addresses and networks of proxies', () => {
    expect(configOf({ ...required, TRUST_PROXY: '10.0.0.0/8, ::1' }).trustedProxies).toEqual([
      '10.0.0.0/8',
      '::1',
    ]);
  });

  it.each(['true', '1', '10.0.0.0/33', '::/129', '0.0.0.0/0', '10.0.0.0/8/8', 'proxy.example'])(
    'refuses the proxy %s, and names it',
    (proxy) => {
      const TRUST_PROXY = `10.0.0.0/8,${proxy}`;
      expect(() => configOf({ ...required, TRUST_PROXY })).toThrow(`which ${proxy} is not`);
    },
  );
});
