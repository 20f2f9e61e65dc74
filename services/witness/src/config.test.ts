import { configOf } from './config.js';

const env = {
  LISTEN: 'unix:/run/witness.sock',
  TLS_CA_FILE: '/tls/ca.crt',
  TLS_CERT_FILE: '/tls/witness.crt',
  TLS_KEY_FILE: '/tls/witness.key',
  WITNESS_KEY_FILE: '/secrets/witness-key.pem',
  ROOT_DOCUMENT_FILE: '/config/root-document.json',
  STATE_DIRECTORY: '/state',
};
const now = Date.parse('2026-01-01T00:00:00Z');

it('fills in optional settings with safe values', () => {
  expect(configOf(env)).toMatchObject({
    development: false,
    newStateUntilMs: undefined,
    keySets: { allowLoopback: false, allowedPorts: [443] },
  });
});

it('accepts an empty state for a week at most', () => {
  expect(configOf({ ...env, NEW_STATE_UNTIL: '2026-01-08T00:00Z' }, now).newStateUntilMs).toBe(
    now + 7 * 86_400_000,
  );
  expect(configOf({ ...env, NEW_STATE_UNTIL: '2026-01-01T00:10:00.123Z' }, now).newStateUntilMs).toBe(
    now + 600_123,
  );
  for (const end of ['2026-01-08T00:00:01Z', '2026-99-99T00:00Z', 'tomorrow'])
    expect(() => configOf({ ...env, NEW_STATE_UNTIL: end }, now)).toThrow('NEW_STATE_UNTIL');
});

it('opens loopback in development alone', () => {
  const open = { ...env, JWKS_ALLOW_LOOPBACK: 'true' };
  expect(() => configOf(open)).toThrow('JWKS_ALLOW_LOOPBACK');
  expect(configOf({ ...open, ENVIRONMENT: 'development' }).keySets.allowLoopback).toBe(true);
});

it('reports every mistake at once', () => {
  expect(() => configOf({ ENVIRONMENT: 'test' })).toThrow(
    /ENVIRONMENT[^]*LISTEN[^]*WITNESS_KEY_FILE[^]*STATE_DIR/,
  );
  expect(() => configOf({ ...env, JWKS_ALLOWED_PORTS: '0' })).toThrow('JWKS_ALLOWED_PORTS');
});
