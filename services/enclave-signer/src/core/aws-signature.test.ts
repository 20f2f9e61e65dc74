import { signAwsRequest } from './aws-signature.js';

const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  sessionToken: undefined,
};
const now = Date.UTC(2015, 7, 30, 12, 36, 0);
const request = {
  region: 'us-east-1',
  service: 'service',
  host: 'example.amazonaws.com',
  headers: {},
  body: '',
};

/** AWS's published test suite for Signature Version 4 (aws-sig-v4-test-suite). */
it.each([
  [
    'post-vanilla',
    {},
    '',
    'host;x-amz-date',
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  ],
  [
    'post-x-www-form-urlencoded',
    { 'content-type': 'application/x-www-form-urlencoded' },
    'Param1=value1',
    'content-type;host;x-amz-date',
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
])('signs %s as AWS publishes it', (_name, headers, body, signedHeaders, signature) => {
  const signed = signAwsRequest({ ...request, headers, body }, credentials, now);
  expect(signed['authorization']).toBe(
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
      `SignedHeaders=${signedHeaders}, Signature=${signature}`,
  );
  expect(signed['x-amz-date']).toBe('20150830T123600Z');
});

it('includes the token of temporary credentials in the signature', () => {
  const signed = signAwsRequest(request, { ...credentials, sessionToken: 'token' }, now);
  expect(signed['x-amz-security-token']).toBe('token');
  expect(signed['authorization']).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token');
});

it('never sends the secret key', () => {
  const signed = signAwsRequest(request, credentials, now);
  expect(JSON.stringify(signed)).not.toContain(credentials.secretAccessKey);
});
