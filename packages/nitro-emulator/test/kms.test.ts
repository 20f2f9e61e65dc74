import { generateKeyPairSync } from 'node:crypto';
import { request } from 'node:https';
import { emulatedPcrs, makeKmsKey, makeNsmAuthority, startKms, type EmulatedKms } from '../src/index.js';

const host = 'kms.eu-central-1.amazonaws.com';
const key = makeKmsKey('arn:aws:kms:eu-central-1:111122223333:key/0b1c2d3e-4f50-6172-8394-a5b6c7d8e9f0');
const context = { purpose: 'test' };
const ciphertext = key.encrypt(Buffer.from('secret'), context).toString('base64');
const publicKey = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({
  type: 'spki',
  format: 'der',
});
let kms: EmulatedKms;
let recipient: Record<string, string>;

beforeAll(async () => {
  const authority = await makeNsmAuthority(Date.now());
  const policy = { root: authority.root, pcrs: new Map([...emulatedPcrs()].slice(0, 3)) };
  kms = await startKms({ host, key, policy, accessKeyId: 'AKIDEXAMPLE' });
  const document = authority.document({ timestamp: Date.now(), fields: { public_key: publicKey } });
  recipient = {
    KeyEncryptionAlgorithm: 'RSAES_OAEP_SHA_256',
    AttestationDocument: Buffer.from(document).toString('base64'),
  };
});
afterAll(async () => {
  await kms.close();
});

function ask(body: object, operation = 'Decrypt'): Promise<Record<string, unknown>> {
  const authorization =
    'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261121/eu-central-1/kms/aws4_request, SignedHeaders=host, Signature=0';
  const headers = { host, authorization, 'x-amz-target': `TrentService.${operation}` };
  const options = {
    host: '127.0.0.1',
    port: kms.port,
    servername: host,
    ca: kms.authority,
    method: 'POST',
    headers,
  };
  return new Promise((resolve, reject) => {
    request(options, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => {
        resolve(JSON.parse(text) as Record<string, unknown>);
      });
    })
      .on('error', reject)
      .end(JSON.stringify(body));
  });
}

const good = () => ({
  KeyId: key.arn,
  CiphertextBlob: ciphertext,
  EncryptionContext: context,
  Recipient: recipient,
});

it('answers a measured enclave with an envelope, never with the plaintext', async () => {
  const answer = await ask(good());
  expect(answer).toHaveProperty('CiphertextForRecipient');
  expect(answer).not.toHaveProperty('Plaintext');
});

it.each<[string, () => object, string]>([
  ['no attested enclave', () => ({ ...good(), Recipient: undefined }), 'AccessDeniedException'],
  [
    'another padding',
    () => ({ ...good(), Recipient: { ...recipient, KeyEncryptionAlgorithm: 'RSAES_PKCS1_V1_5' } }),
    'ValidationException',
  ],
  [
    'an invalid document',
    () => ({ ...good(), Recipient: { ...recipient, AttestationDocument: 'AAAA' } }),
    'ValidationException',
  ],
  [
    'another context',
    () => ({ ...good(), EncryptionContext: { purpose: 'other' } }),
    'InvalidCiphertextException',
  ],
  ['another key', () => ({ ...good(), KeyId: 'other' }), 'IncorrectKeyException'],
])('refuses %s', async (_title, body, type) => {
  expect(await ask(body())).toMatchObject({ __type: type });
});

it('knows only Decrypt', async () => {
  expect(await ask(good(), 'Encrypt')).toMatchObject({ __type: 'UnknownOperationException' });
});
