import { createHash, createPublicKey, verify } from 'node:crypto';
import { assertionOf, flippedBits, makePasskey, type AssertionChanges } from '../../test/document-keys.js';
import { p256PublicKey, passkeySigned } from './passkey.js';
import { documentSignaturePayload } from './signed-document.js';

const passkey = makePasskey('anna');
const key = passkey.public;
const payload = new TextEncoder().encode('{"version":1}');
const bytes = documentSignaturePayload('application', payload);
const signed = (changes?: AssertionChanges) => assertionOf(passkey, payload, changes);
const accepts = ({ signature, assertion }: ReturnType<typeof signed>, by = key, of = bytes) =>
  assertion !== undefined && passkeySigned(by, of, signature, assertion);

it('accepts an assertion of a verified user over exactly these bytes', () => {
  expect(accepts(signed())).toBe(true);
  // Backed up, with extension data: flags that say nothing about the user.
  expect(accepts(signed({ flags: 0x1d }))).toBe(true);
});

it.each<[string, AssertionChanges]>([
  ['a user who was not verified', { flags: 1 }],
  ['a user who was not present', { flags: 4 }],
  ['another domain', { rpId: 'evil.example.com' }],
  ['a registration instead of an assertion', { client: { type: 'webauthn.create' } }],
  ['another challenge', { client: { challenge: 'AAAA' } }],
  ['no challenge', { client: { challenge: undefined } }],
  [
    'a challenge with padding',
    { client: { challenge: `${createHash('sha256').update(bytes).digest('base64url')}=` } },
  ],
])('refuses %s', (_title, changes) => {
  expect(accepts(signed(changes))).toBe(false);
});

it('refuses other bytes, another key and a point that is not on the curve', () => {
  expect(accepts(signed(), key, documentSignaturePayload('root', payload))).toBe(false);
  expect(accepts(signed(), makePasskey('anna').public)).toBe(false);
  const off = new Uint8Array(key.publicKey);
  off[64] = (off[64] ?? 0) ^ 1;
  expect(accepts(signed(), { ...key, publicKey: off })).toBe(false);
  expect(p256PublicKey(off)).toBeUndefined();
  expect(p256PublicKey(off.subarray(1))).toBeUndefined();
});

it('refuses client data that are no JSON object', () => {
  const { signature, assertion } = signed();
  for (const text of ['', 'null', '[]', '"webauthn.get"', '{'])
    expect(
      passkeySigned(key, bytes, signature, {
        authenticatorData: assertion?.authenticatorData ?? new Uint8Array(0),
        clientData: Buffer.from(text),
      }),
    ).toBe(false);
});

it('refuses an assertion in which any bit was changed, as OpenSSL alone does', () => {
  const { signature, assertion } = signed();
  const { authenticatorData = new Uint8Array(0), clientData = new Uint8Array(0) } = assertion ?? {};
  const openSsl = createPublicKey(passkey.privateKey);
  for (const flipped of flippedBits(authenticatorData))
    expect(passkeySigned(key, bytes, signature, { authenticatorData: flipped, clientData })).toBe(false);
  for (const flipped of flippedBits(clientData))
    expect(passkeySigned(key, bytes, signature, { authenticatorData, clientData: flipped })).toBe(false);
  const signedBytes = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()]);
  expect(verify('sha256', signedBytes, openSsl, signature)).toBe(true);
  for (const flipped of flippedBits(signature))
    expect(passkeySigned(key, bytes, flipped, { authenticatorData, clientData })).toBe(false);
});
