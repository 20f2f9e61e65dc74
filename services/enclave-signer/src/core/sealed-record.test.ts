import { randomBytes } from 'node:crypto';
import { Refused } from '@wallet-service/signer-protocol';
import fc from 'fast-check';
import { ApplicationKey } from './application-key.js';
import { associatedData, type RecordContext, type UserOwner } from './owner-context.js';
import { openRecord, publicKeyOfRecord, sealRecord, type WalletKeys } from './sealed-record.js';

const applicationKey = new ApplicationKey(new Uint8Array(randomBytes(32)));
const accessKey = new Uint8Array(randomBytes(32));
const context: RecordContext & { owner: UserOwner } = {
  applicationId: 'app',
  walletId: 'wallet',
  owner: { kind: 'user', issuer: 'https://id.example.com/', subject: 'alice' },
  chain: 'ETH',
  network: 'ETHEREUM',
  recordVersion: 1,
  accessKeyRequired: false,
  recoverable: false,
  labels: new Uint8Array(32).fill(9),
};
const keysFor = (publicBytes: number): WalletKeys => ({
  secret: new Uint8Array(randomBytes(32)),
  privateKey: new Uint8Array(randomBytes(32)),
  publicKey: new Uint8Array(randomBytes(publicBytes)),
});
const seal = (keys: WalletKeys, bound: RecordContext, share?: Uint8Array): Uint8Array =>
  sealRecord(keys, bound, applicationKey, share, new Uint8Array(randomBytes(12)));

function outcomeOf(open: () => unknown): string {
  try {
    open();
    return 'none';
  } catch (error) {
    return error instanceof Refused ? error.refusal : String(error);
  }
}

it.each([
  ['ETH', 33, false],
  ['BTC', 33, true],
  ['SOL', 32, false],
] as const)(
  '%s: opens what it sealed, and only with its access key',
  (chain, publicBytes, accessKeyRequired) => {
    const bound = { ...context, chain, accessKeyRequired };
    const share = accessKeyRequired ? accessKey : undefined;
    const keys = keysFor(publicBytes);
    const sealed = seal(keys, bound, share);
    expect(openRecord(sealed, bound, applicationKey, share)).toEqual(keys);
    expect(Buffer.from(sealed).includes(Buffer.from(keys.secret))).toBe(false);
    if (accessKeyRequired) {
      const wrong = new Uint8Array(randomBytes(32));
      expect(outcomeOf(() => openRecord(sealed, bound, applicationKey, wrong))).toBe('access-key-wrong');
      expect(outcomeOf(() => openRecord(sealed, bound, applicationKey, undefined))).toBe('access-key-wrong');
    }
  },
);

it('distinguishes a record of another context from an altered one', () => {
  const sealed = seal(keysFor(33), context);
  const changes: Partial<RecordContext>[] = [
    { applicationId: 'app2' },
    { walletId: 'wallet2' },
    { owner: { ...context.owner, subject: 'bob' } },
    { owner: { ...context.owner, issuer: 'https://id.example.com' } },
    { chain: 'BTC' },
    { chain: 'SOL' },
    { network: 'SEPOLIA' },
    { recordVersion: 2 },
    { accessKeyRequired: true },
    { recoverable: true },
    { labels: new Uint8Array(32) },
    { labels: undefined },
  ];
  for (const change of changes)
    expect(outcomeOf(() => openRecord(sealed, { ...context, ...change }, applicationKey, undefined))).toBe(
      'context-mismatch',
    );
});

it('refuses every truncation, every flipped bit and every other key as corrupt', () => {
  const sealed = seal(keysFor(33), context);
  const open = (bytes: Uint8Array) => outcomeOf(() => openRecord(bytes, context, applicationKey, undefined));
  for (let length = 0; length < sealed.length; length += 1)
    expect(open(sealed.slice(0, length))).toBe('record-corrupt');
  for (let bit = 0; bit < sealed.length * 8; bit += 3)
    expect(open(sealed.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte)))).toBe(
      'record-corrupt',
    );
  const stranger = new ApplicationKey(new Uint8Array(randomBytes(32)));
  expect(outcomeOf(() => openRecord(sealed, context, stranger, undefined))).toBe('record-corrupt');
});

it('shows the public key of a genuine record without its access key, but only in its own context', () => {
  const bound = { ...context, accessKeyRequired: true };
  const keys = keysFor(33);
  const sealed = seal(keys, bound, accessKey);
  expect(publicKeyOfRecord(sealed, bound, applicationKey)).toEqual(keys.publicKey);
  const bobs = { ...bound, owner: { ...context.owner, subject: 'bob' } };
  expect(outcomeOf(() => publicKeyOfRecord(sealed, bobs, applicationKey))).toBe('context-mismatch');
  for (let bit = 0; bit < sealed.length * 8; bit += 3) {
    const altered = sealed.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
    expect(outcomeOf(() => publicKeyOfRecord(altered, bound, applicationKey))).toBe('record-corrupt');
  }
});

describe('a record of layout 1', () => {
  const oldKey = new ApplicationKey(new Uint8Array(32).fill(7));
  const sealed = new Uint8Array(
    Buffer.from(
      'AQQEBAQEBAQEBAQEBAE0XZhehU4HGUB85zy0GZy7qQoM/jI5xeDGL9ye4KEDbrW2/Gn9+SWXgjiWdS3shaFzQDOQYrRTJVZs/OKAwlwT68hJBj5qW1xByJqz3J9wo3LBsevryMQ+' +
        'YyIUR9LObQjFs1AIsN+21OulK9NDpaan1ckOsTUwc0exvWiP4P0dmNV0IB+giPbgwFZSBxz+umxbQcqAHjq/nLiuC/1V3f/zqQpPhbkT07eCiCSqohzC1aICzcSxX0AL5JwEzi5/' +
        'pTo+jCxs3ajnnDbCBn2DU+JT',
      'base64',
    ),
  );
  const keys = {
    secret: new Uint8Array(32).fill(1),
    privateKey: new Uint8Array(32).fill(2),
    publicKey: new Uint8Array(33).fill(3),
  };

  it('still opens, and shows its public key', () => {
    expect(openRecord(sealed, context, oldKey, undefined)).toEqual(keys);
    expect(publicKeyOfRecord(sealed, context, oldKey)).toEqual(keys.publicKey);
  });

  it('with an access key opens with it, and shows nothing without it', () => {
    const bound = { ...context, accessKeyRequired: true };
    const withAccessKey = new Uint8Array(
      Buffer.from(
        'AQQEBAQEBAQEBAQEBHtsNNSfb+q9gz4hu0L0UbmaxZNEEyPbz9/4LSBy2xJfSPzInqzqq9Ek4HElFTUr6ykkfa52vuUg9uOZAUeRG9w+ToD22Y/6dyWV2LsRJM4+BPpxMRSf8R3mNInv' +
          'D5L4BnWVt+H5AeiDsSNLWyp8bbpUsKqO2Oh+ydmGYqg4c5/VkPOSdSFoc6oKZsNUro+fhTbkZIboZYeFUPuqGf5OEBWmGYkmoW5AdKx7z3+WnSfy7qsA7Zh+OjzCWGSo4Grzf+v5M2hN' +
          'aYuhuPu5Az891tdu',
        'base64',
      ),
    );
    expect(openRecord(withAccessKey, bound, oldKey, new Uint8Array(32).fill(5))).toEqual(keys);
    expect(outcomeOf(() => publicKeyOfRecord(withAccessKey, bound, oldKey))).toBe('record-outdated');
  });
});

it('never gives two contexts the same associated data, wherever the field boundaries are', () => {
  const text = fc.string({ maxLength: 6 });
  const arbitrary = fc.record({
    applicationId: text,
    walletId: text,
    owner: fc.record({ kind: fc.constant('user' as const), issuer: text, subject: text }),
    chain: fc.constantFrom('ETH' as const, 'SOL' as const),
    network: text,
    recordVersion: fc.nat({ max: 3 }),
    accessKeyRequired: fc.boolean(),
    recoverable: fc.boolean(),
    labels: fc.option(fc.uint8Array({ maxLength: 2 }), { nil: undefined }),
  });
  fc.assert(
    fc.property(arbitrary, arbitrary, (left, right) => {
      const sameBytes = Buffer.compare(associatedData(left, 'wallet'), associatedData(right, 'wallet')) === 0;
      expect(sameBytes).toBe(JSON.stringify(left) === JSON.stringify(right));
    }),
  );
});
