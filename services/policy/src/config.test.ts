import { configOf } from './config.js';

const env = {
  LISTEN: 'unix:/run/policy.sock',
  TLS_CA_FILE: '/tls/ca.crt',
  TLS_CERT_FILE: '/tls/policy.crt',
  TLS_KEY_FILE: '/tls/policy.key',
  GRANT_PUBLIC_KEYS_FILE: 'grant-keys',
  DATABASE_URL: 'postgres://policy@db/wallets',
  VERDICT_KEY_FILE: '/secrets/verdict.pem',
};

it('fills in optional settings with safe values', () => {
  expect(configOf(env)).toMatchObject({
    development: false,
    logLevel: 'info',
    metricsListen: '127.0.0.1:0',
    database: { migrationUrl: undefined, poolSize: 10 },
  });
});

it("reports every mistake at once, with the variable's name and never its value", () => {
  const mistakes = () =>
    configOf({ ENVIRONMENT: 'test', DATABASE_POOL_SIZE: 'many', DATABASE_URL: 'postgres://user:hidden@db' });
  expect(mistakes).toThrow(/ENVIRONMENT[^]*LISTEN[^]*TLS_CA_FILE[^]*DATABASE_POOL_SIZE[^]*VERDICT_KEY_FILE/);
  expect(mistakes).not.toThrow(/hidden/);
});
