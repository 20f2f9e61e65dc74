import { encodeApplicationDocument, encodeSignedDocument } from '@wallet-service/signer-protocol';
import { appliedTrust } from './applied-trust.js';

const issuer = 'https://login.example.com';
const payload = encodeApplicationDocument({
  applicationId: 'app',
  version: 4,
  expressJwtMaxLifetimeSeconds: 3600,
  providers: [{ id: 'p1', issuer, audience: 'web', assertsEmail: false }],
  issuers: [{ issuer, keySource: 'discovery' }],
});
const stating = (rootVersion: bigint) => ({
  kid: String(rootVersion),
  statedAt: 1n,
  rootVersion,
  items: [],
  signature: new Uint8Array(64),
});
const trust = (...versions: bigint[]) =>
  appliedTrust({
    document: encodeSignedDocument({ payload, signatures: [] }),
    statements: versions.map(stating),
    keySets: [],
  });

it('names the document and a provider without keys', () => {
  expect(trust(7n)).toMatchObject({
    root_version: 7,
    document_version: 4,
    providers: [{ id: 'p1', issuer, audience: 'web', keys: [] }],
  });
});

it.each([
  [[7n, 7n, 99n], 7],
  [[1n, 7n, 7n], 7],
  [[99n, 7n, 7n], 7],
  [[1n, 7n], 7],
  [[7n, 1n], 7],
])('takes the root version of %p from the honest ones', (versions, expected) => {
  expect(trust(...versions).root_version).toBe(expected);
});
