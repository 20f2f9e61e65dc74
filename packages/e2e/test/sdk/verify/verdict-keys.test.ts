import { createHash, randomBytes } from 'node:crypto';
import { verdictKeysOf } from '@wallet-service/sdk/verify';
import { encodeRootDocument, encodeSignedDocument, type DocumentKey } from '@wallet-service/signer-protocol';
import { outcomeOf } from './outcome-of.js';

const sha256 = (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest());
const key = (kid: string): DocumentKey => ({ kid, kind: 'ed25519', publicKey: randomBytes(32) });
const verdictKeys = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))];
const payload = encodeRootDocument({
  ...{ version: 3, issuedAt: 1, expiresAt: 2, keySetMaxAgeSeconds: 300, administratorDelaySeconds: 0 },
  ...{ verdictKeys, registrars: [key('r')], roots: { keys: [key('root')], threshold: 1 } },
  witnesses: { keys: [key('w')], threshold: 1 },
});
const signedForm = (of: Uint8Array) => encodeSignedDocument({ payload: of, signatures: [] });
const signed = signedForm(payload);
const rootHash = sha256(payload);

it('reads the verdict keys of the root document that signers attest', async () => {
  expect(await verdictKeysOf(signed, { rootHash })).toEqual(verdictKeys);
  const text = Buffer.from(signed).toString('base64url');
  expect(await verdictKeysOf(text, { rootHash })).toEqual(verdictKeys);
});

it('refuses every document whose payload is another one', async () => {
  for (let at = 0; at < payload.length; at += 1) {
    const other = payload.map((byte, index) => (index === at ? byte ^ 1 : byte));
    expect(await outcomeOf(verdictKeysOf(signedForm(other), { rootHash }))).toBe('root-mismatch');
  }
  expect(await outcomeOf(verdictKeysOf(signed, { rootHash: sha256(signed) }))).toBe('root-mismatch');
});

it.each([
  ['no base64', '*'],
  ['no text', new Uint8Array([0xff])],
  ['no JSON', Buffer.from('x')],
  ['null', Buffer.from('null')],
  ['a list', Buffer.from('[]')],
  ['another payload than text', Buffer.from('{"payload":1}')],
  ['a payload that is no base64', Buffer.from('{"payload":"*"}')],
])('refuses %s', async (_title, given) => {
  expect(await outcomeOf(verdictKeysOf(given, { rootHash }))).toBe('root-malformed');
});

it.each(['x', '{}', '{"verdict_keys":{}}', '{"verdict_keys":[1]}', '{"verdict_keys":["AAAA"]}'])(
  'refuses the payload %s, whoever attests it',
  async (text) => {
    const given = Buffer.from(text);
    expect(await outcomeOf(verdictKeysOf(signedForm(given), { rootHash: sha256(given) }))).toBe(
      'root-malformed',
    );
  },
);
