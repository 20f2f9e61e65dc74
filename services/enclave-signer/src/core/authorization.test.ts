import { randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import type { VerifiedUserToken } from '@wallet-service/jwt';
import { exportOperation, type Verdict } from '@wallet-service/signer-protocol';
import { Authorization } from './authorization.js';

const tokenHash = new Uint8Array(randomBytes(32));
const token = { tokenHash } as VerifiedUserToken;
const verdict = {
  jwtHash: tokenHash,
  chain: 'ETH',
  payloadHashes: [new Uint8Array(32)],
} as unknown as Verdict;
const makeKeys = () => {
  const privateKey = secp256k1.utils.randomSecretKey();
  return { secret: new Uint8Array(32).fill(7), privateKey, publicKey: secp256k1.getPublicKey(privateKey) };
};
const verdictFor = ({ publicKey }: ReturnType<typeof makeKeys>): Verdict => ({ ...verdict, publicKey });
const payloads = [new Uint8Array(randomBytes(32))];

it('can be used once, and leaves no keys behind', async () => {
  const keys = makeKeys();
  const authorization = Authorization.authorize(token, verdictFor(keys), { keys, chain: 'ETH' }, payloads);
  expect((await authorization.sign()).signatures).toHaveLength(1);
  await expect(authorization.sign()).rejects.toThrow('spent');
  expect(keys.secret).toEqual(new Uint8Array(32));
  expect(keys.privateKey).toEqual(new Uint8Array(32));
  expect(JSON.stringify(authorization)).toBe('{}');
});

it('releases the keys for an export only, and signs nothing with it', async () => {
  const keys = makeKeys();
  const exporting = { ...verdictFor(keys), operation: exportOperation };
  const forExport = Authorization.authorize(token, exporting, { keys, chain: 'ETH' }, payloads);
  await expect(forExport.sign()).rejects.toThrow('not signed');
  expect(forExport.release()).toBe(keys);
  expect(() => forExport.release()).toThrow('spent');
  const others = makeKeys();
  const forSigning = Authorization.authorize(
    token,
    verdictFor(others),
    { keys: others, chain: 'ETH' },
    payloads,
  );
  expect(() => forSigning.release()).toThrow('only an export');
});

it.each<[string, Partial<Verdict>]>([
  ['another token', { jwtHash: new Uint8Array(32) }],
  ['another chain', { chain: 'SOL' }],
  ['more payloads', { payloadHashes: [] }],
  ['the wallet of another key', { publicKey: makeKeys().publicKey }],
])('refuses a verdict for %s, and wipes the keys', (_title, change) => {
  const keys = makeKeys();
  const make = () =>
    Authorization.authorize(token, { ...verdictFor(keys), ...change }, { keys, chain: 'ETH' }, payloads);
  expect(make).toThrow('something else');
  expect(keys.privateKey).toEqual(new Uint8Array(32));
});

it('wipes the keys when signing fails, too', async () => {
  const keys = { ...makeKeys(), publicKey: makeKeys().publicKey };
  const authorization = Authorization.authorize(token, verdictFor(keys), { keys, chain: 'ETH' }, payloads);
  await expect(authorization.sign()).rejects.toThrow('does not verify');
  expect(keys.privateKey).toEqual(new Uint8Array(32));
});
