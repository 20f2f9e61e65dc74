import { readBootSecrets } from './boot-secrets.js';

const credentials = {
  AccessKeyId: 'ASIAIOSFODNN7EXAMPLE',
  SecretAccessKey: 'secret'.repeat(6),
  Token: 'IQoJb3==',
};
const good = {
  credentials: { ...credentials, Code: 'Success', Expiration: '2026-11-21T12:00:00Z' },
  sealing_key: 'AQID',
  tls_private_key: 'BAUG',
  tls_certificate: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
};
const told = (bootSecrets: unknown): string => {
  try {
    readBootSecrets(typeof bootSecrets === 'string' ? bootSecrets : JSON.stringify(bootSecrets));
    return 'nothing';
  } catch (error) {
    return (error as Error).message;
  }
};

it('reads ciphertexts, and credentials as the metadata service returns them', () => {
  const bootSecrets = readBootSecrets(JSON.stringify({ ...good, previous_sealing_key: 'BwgJ' }));
  expect(bootSecrets.credentials.sessionToken).toBe('IQoJb3==');
  expect(bootSecrets.sealingKey).toEqual(Uint8Array.of(1, 2, 3));
  expect(bootSecrets.previousSealingKey).toEqual(Uint8Array.of(7, 8, 9));
  expect(readBootSecrets(JSON.stringify(good)).previousSealingKey).toBeUndefined();
});

it('refuses credentials without a token, because those belong to a long-lived user', () => {
  const { Token, ...permanent } = credentials;
  expect(Token).toBeDefined();
  expect(
    readBootSecrets(JSON.stringify({ ...good, credentials: permanent })).credentials.sessionToken,
  ).toBeUndefined();
});

it.each([
  ['text that is not JSON', 'sealing_key=AQID', 'not JSON'],
  ['a list', [], 'the JSON must be an object'],
  ['a duplicate key', `{"sealing_key":"AQID","sealing_key":"AQID"}`, 'a key is given twice'],
  [
    'an unknown field',
    { ...good, KMS_CA_FILE: '/x' },
    'they have an unknown field; known are credentials, sealing_key, previous_sealing_key, ' +
      'tls_private_key, tls_certificate',
  ],
  ['no credentials', { ...good, credentials: null }, 'credentials must be an object'],
  [
    'a line break in a key id',
    { ...good, credentials: { ...credentials, AccessKeyId: 'ASIAIOSFODNN7\nX: y' } },
    'AccessKeyId is missing or malformed',
  ],
  [
    'a line break in a token',
    { ...good, credentials: { ...credentials, Token: 'a\r\nb' } },
    'Token is missing or malformed',
  ],
  [
    'a sealing key that is not base64',
    { ...good, sealing_key: 'A-_D' },
    'sealing_key is missing or malformed',
  ],
  ['an empty sealing key', { ...good, sealing_key: '' }, 'sealing_key is missing or malformed'],
  [
    'a sealing key that is too long',
    { ...good, sealing_key: 'AAAA'.repeat(2_049) },
    'sealing_key is too long',
  ],
  ['no TLS key', { ...good, tls_private_key: undefined }, 'tls_private_key is missing or malformed'],
  [
    'a certificate that is not one',
    { ...good, tls_certificate: 'MIIB' },
    'tls_certificate is missing or malformed',
  ],
])('refuses %s, and says what is wrong', (_title, bootSecrets, why) => {
  expect(told(bootSecrets)).toBe(`the boot secrets are unusable: ${why}`);
});

it('never repeats their contents in an error', () => {
  expect(told({ ...good, credentials: { ...credentials, SecretAccessKey: 'a secret!' } })).not.toContain(
    'a secret',
  );
});
