import { configOf } from './config.js';

const env = {
  LISTEN: 'unix:/run/identity.sock',
  TLS_CA_FILE: 'ca',
  TLS_CERT_FILE: 'cert',
  TLS_KEY_FILE: 'key',
  GRANT_PUBLIC_KEYS_FILE: 'grant-keys',
  GRANT_KEY_FILE: 'grant-key',
  DATABASE_URL: 'postgres://identity@localhost/db',
  CREDENTIAL_PEPPER_FILE: 'pepper',
  OPERATOR_KEY_FILE: 'operator',
  REGISTRAR_KEY_FILE: 'registrar',
  ROOT_DOCUMENT_FILE: 'root',
  WITNESS_TARGETS: 'witness-1:50051, witness-2:50051',
};

describe('configOf', () => {
  it('is a production configuration unless it says otherwise', () => {
    const config = configOf(env);
    expect(config.development).toBe(false);
    expect(config.keySets).toEqual({
      allowLoopback: false,
      allowedPorts: [443],
      refreshSeconds: 45,
      maxStaleSeconds: 86_400,
      cooldownSeconds: 30,
    });
  });

  it.each([',', 'witness:50051,witness:50051'])('refuses the witnesses %p, none and one twice', (targets) => {
    expect(() => configOf({ ...env, WITNESS_TARGETS: targets })).toThrow('WITNESS_TARGETS must list');
  });

  it('may listen on loopback without TLS in development only', () => {
    const loopback = { ...env, JWKS_ALLOW_LOOPBACK: 'true' };
    expect(configOf({ ...loopback, ENVIRONMENT: 'development' }).keySets.allowLoopback).toBe(true);
    expect(() => configOf({ ...loopback, ENVIRONMENT: 'production' })).toThrow('JWKS_ALLOW_LOOPBACK');
    expect(() => configOf(loopback)).toThrow('JWKS_ALLOW_LOOPBACK');
  });

  it.each(['2999-01-01T00:00Z', '2026-13-45T99:99Z'])(
    'refuses %p as the time until which rows without a MAC are accepted',
    (until) => {
      expect(() => configOf({ ...env, ADOPT_ROWS_UNTIL: until })).toThrow('ADOPT_ROWS_UNTIL must be a time');
    },
  );

  it.each([
    [{ PEOPLE_ISSUER: 'https://login.example.com' }, 'set together'],
    [{ PEOPLE_CLIENT_ID: 'console' }, 'set together'],
    [
      { PEOPLE_ISSUER: 'http://login.example.com', PEOPLE_CLIENT_ID: 'console' },
      'PEOPLE_ISSUER must use https',
    ],
    [{ PEOPLE_ISSUER: 'https://localhost', PEOPLE_CLIENT_ID: 'console' }, 'is not at a public address'],
    [
      { PEOPLE_ISSUER: 'https://login.example.com', PEOPLE_CLIENT_ID: 'c', PASSKEY_RP_ID: undefined },
      'PASSKEY_RP_ID',
    ],
  ])('refuses %p as the identity provider of people', (settings, mistake) => {
    const passkeys = { PASSKEY_RP_ID: 'example.com', PASSKEY_ORIGINS: 'https://example.com' };
    const given = { ...env, ...passkeys, ...settings };
    const origins = given.PASSKEY_RP_ID === undefined ? '' : given.PASSKEY_ORIGINS;
    expect(() => configOf({ ...given, PASSKEY_ORIGINS: origins })).toThrow(mistake);
  });

  it('has an identity provider of people where the operator names one', () => {
    const passkeys = { PASSKEY_RP_ID: 'example.com', PASSKEY_ORIGINS: 'https://example.com' };
    const provider = { PEOPLE_ISSUER: 'https://login.example.com/a', PEOPLE_CLIENT_ID: 'console' };
    expect(configOf(env).peopleIssuer).toBeUndefined();
    expect(configOf({ ...env, ...passkeys, ...provider }).peopleIssuer).toEqual({
      issuer: 'https://login.example.com/a',
      clientId: 'console',
    });
  });

  it('reports every missing variable', () => {
    expect(() => configOf({})).toThrow(/LISTEN[^]*DATABASE_URL[^]*OPERATOR_KEY_FILE/);
  });

  it.each([['0'], ['70000'], [','], ['443;80']])('refuses the ports %p', (ports) => {
    expect(() => configOf({ ...env, JWKS_ALLOWED_PORTS: ports })).toThrow('JWKS_ALLOWED_PORTS');
  });
});
