import { configOf } from './config.js';

const given = { CONSOLE_URL: 'https://wallets.example.com/console', GATEWAY_URL: 'http://gateway:8080' };

it('reads the provider of people, whose secret may be in a file', () => {
  expect(configOf(given).provider).toBeUndefined();
  const provider = { PEOPLE_ISSUER: 'https://id.example.com', PEOPLE_CLIENT_ID: 'console' };
  expect(configOf({ ...given, ...provider }).provider).toEqual({
    issuer: 'https://id.example.com',
    clientId: 'console',
    clientSecret: undefined,
  });
  const withSecret = { ...given, ...provider, PEOPLE_CLIENT_SECRET: 's' };
  expect(configOf(withSecret).provider?.clientSecret).toBe('s');
});

it.each([
  [{ PEOPLE_ISSUER: 'https://id.example.com' }, 'PEOPLE_ISSUER and PEOPLE_CLIENT_ID must be set together'],
  [{ PEOPLE_CLIENT_ID: 'console' }, 'PEOPLE_ISSUER and PEOPLE_CLIENT_ID must be set together'],
  [{ PEOPLE_CLIENT_SECRET: 's' }, 'PEOPLE_CLIENT_SECRET needs PEOPLE_ISSUER'],
  [{ PEOPLE_ISSUER: 'http://id.example.com', PEOPLE_CLIENT_ID: 'c' }, 'PEOPLE_ISSUER must be an https URL'],
  [{ PEOPLE_ISSUER: 'id', PEOPLE_CLIENT_ID: 'c' }, 'PEOPLE_ISSUER must be an https URL'],
  [{ CONSOLE_URL: 'http://wallets.example.com' }, 'CONSOLE_URL must begin with https://'],
])('refuses %j', (changes, mistake) => {
  expect(() => configOf({ ...given, ...changes })).toThrow(mistake);
});
