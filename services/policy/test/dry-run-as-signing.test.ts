import { planSigning, type Operation, type SigningWallet } from '@wallet-service/chains';
import { AppError } from '@wallet-service/errors';
import { Keypair, SystemProgram, type PublicKey } from '@solana/web3.js';
import fc from 'fast-check';
import { policyInputOfDryRun } from '../src/evaluation/policy-input-of-dry-run.js';
import { policyInputOfOperation } from '../src/evaluation/policy-input-of-operation.js';
import { btcWallet, ethWallet, payment, psbt, solKey, solOperation, solWallet } from './operations.js';

// The dry run knows only the wallet's address. For the same bytes it sees what signing sees, and refuses what signing
// refuses.

const seed = Number(process.env['SEED'] ?? 20_261_122);

function outcome(work: () => unknown): unknown {
  try {
    return { sees: work() };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { refuses: error.code, message: error.message };
  }
}
const signing = (wallet: SigningWallet, operation: Operation) =>
  outcome(() => {
    planSigning(wallet, operation);
    return policyInputOfOperation(wallet, operation);
  });
const dryRun = ({ chain, network, address }: SigningWallet, operation: Operation, known = address) =>
  outcome(() =>
    policyInputOfDryRun({ chain, network, address: known, publicKey: new Uint8Array(), operation }),
  );

const key = Buffer.from(solWallet.publicKey);
const pay = (fromPubkey: PublicKey) =>
  SystemProgram.transfer({
    fromPubkey,
    toPubkey: Keypair.fromSeed(Buffer.alloc(32, 9)).publicKey,
    lamports: 5,
  });
const unsignedOf = (operation: Operation): Uint8Array =>
  operation.kind === 'transaction' ? operation.unsigned : Buffer.alloc(0);
const envelopes = [
  unsignedOf(solOperation([pay(solKey)])),
  unsignedOf(solOperation([pay(solKey)], [])),
  unsignedOf(solOperation([pay(Keypair.fromSeed(Buffer.alloc(32, 5)).publicKey)])),
].map((bytes) => Buffer.from(bytes));
/** Each follows one signature of zeros. */
const messages = envelopes.map((bytes) => bytes.subarray(1 + 64));

const part = fc.oneof(
  fc.string({ maxLength: 60 }).map((text) => Buffer.from(text)),
  fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 70 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(key, ...envelopes, ...messages),
  fc.constantFrom(0, 1, 2, 3, 0x7f, 0x80, 0x81, 0x82, 0xbf, 0xc0, 0xff).map((byte) => Buffer.of(byte)),
);
const bytes = fc.oneof(
  part,
  fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => Buffer.concat(parts)),
  fc
    .tuple(fc.constantFrom(...envelopes, ...messages), fc.nat(400), fc.integer({ min: 0, max: 255 }))
    .map(([whole, at, byte]) => {
      const changed = Buffer.from(whole);
      changed[at % changed.length] = byte;
      return changed;
    }),
  fc
    .tuple(fc.constantFrom(...envelopes, ...messages), fc.nat(400))
    .map(([whole, end]) => whole.subarray(0, end)),
  // A header, a count, and the key in a signer's place.
  fc
    .tuple(fc.uint8Array({ minLength: 3, maxLength: 7 }), fc.uint8Array({ maxLength: 60 }))
    .map(([head, tail]) => Buffer.concat([head, key, tail])),
);
/** Cases that the two once saw differently. */
const kept = [
  ['the message of a transaction', messages[0]],
  ['a whole transaction', envelopes[0]],
  ['the key where a signer stands', Buffer.concat([Buffer.of(1, 0, 0, 1), key, Buffer.alloc(8, 1)])],
  ['a future version', Buffer.concat([Buffer.of(0x82, 1, 2, 3), key])],
] as const;

describe('on SOL', () => {
  const message = (of: Uint8Array): Operation => ({ kind: 'message', message: of, format: 'raw' });
  const same = (operation: Operation): void => {
    expect(dryRun(solWallet, operation)).toEqual(signing(solWallet, operation));
  };

  it.each(kept)('%s is seen as signing sees it', (_, given = Buffer.alloc(0)) => {
    same(message(given));
    expect(dryRun(solWallet, message(given), '')).toMatchObject({ refuses: 'request.invalid' });
  });

  it('any bytes are, as a message and as a transaction', () => {
    fc.assert(
      fc.property(bytes, (given) => {
        same(message(given));
        same({ kind: 'transaction', unsigned: given });
      }),
      { seed, numRuns: 3_000 },
    );
  });

  it("without the wallet's address a message is seen as signing sees it, or the address is asked for", () => {
    fc.assert(
      fc.property(bytes, (given) => {
        const seen = dryRun(solWallet, message(given), '');
        const isAskedFor = JSON.stringify(seen).includes('/address');
        if (!isAskedFor) expect(seen).toEqual(signing(solWallet, message(given)));
      }),
      { seed, numRuns: 3_000 },
    );
    expect(dryRun(solWallet, message(Buffer.from('app.example wants you to sign in')), '')).toHaveProperty(
      'sees',
    );
  });
});

it.each<[string, SigningWallet, Operation]>([
  ['ETH', ethWallet, payment({})],
  ['ETH', ethWallet, { kind: 'message', message: Buffer.from('hello'), format: 'eip191' }],
  ['BTC', btcWallet, psbt([{ address: btcWallet.address, amount: 1_000n }])],
  ['BTC', btcWallet, { kind: 'message', message: Buffer.from('hello'), format: 'bip322' }],
])('the two agree on %s, too', (_, wallet, operation) => {
  expect(dryRun(wallet, operation)).toEqual(signing(wallet, operation));
});
