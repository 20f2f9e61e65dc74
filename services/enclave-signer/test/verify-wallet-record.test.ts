import { randomBytes } from 'node:crypto';
import { encodeTrustBundle, type SignerRequest } from '@wallet-service/signer-protocol';
import { refusalIn, startSigner, type SignerProcess } from './signer-process.js';
import { issuer, makeTrustKit, makeWallet, must, type TestWallet } from './trust-kit.js';

const kit = makeTrustKit();
let signer: SignerProcess;
let alice: TestWallet;
let bob: TestWallet;

beforeAll(async () => {
  signer = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle) });
  alice = await makeWallet(signer, kit, { chain: 'ETH', accessKey: true, recoverable: true });
  bob = await makeWallet(signer, kit, { chain: 'ETH', subject: 'bob', beside: alice });
});
afterAll(async () => {
  await signer.stop();
});

type Request = SignerRequest<'VerifyWalletRecord'>;

const requestOf = ({ context, subject, created }: TestWallet): Request => ({
  context,
  sealed: created.sealed,
  issuer,
  subject,
  email: '',
  publicKey: created.publicKey,
  address: created.address,
});

const outcomeOf = async (request: Request) => refusalIn(await signer.call('VerifyWalletRecord', request));

it.each([
  ['ETH', 'ETH_MAINNET'],
  ['BTC', 'BTC_TESTNET'],
  ['SOL', 'SOL_MAINNET'],
])('confirms what a signer made, without access key and token: %s', async (chain, network) => {
  for (const accessKey of [false, true]) {
    const wallet = await makeWallet(signer, kit, { chain, network, accessKey, beside: alice });
    expect(await outcomeOf(requestOf(wallet))).toBe('none');
  }
});

it('confirms a pre-generated wallet for its e-mail address alone', async () => {
  const context = { ...bob.context, walletId: randomBytes(8).toString('hex') };
  const email = 'alice@example.com';
  const created = must(await signer.call('CreatePregeneratedWallet', { context, email }));
  const request = { ...requestOf({ context, subject: '', created }), issuer: '', email };
  expect(await outcomeOf(request)).toBe('none');
  expect(await outcomeOf({ ...request, email: 'bob@example.com' })).toBe('context-mismatch');
  expect(await outcomeOf({ ...request, email: '', issuer, subject: email })).toBe('context-mismatch');
});

it('confirms the labels that a wallet was made with, and says that it does', async () => {
  const labels = new Uint8Array(randomBytes(32));
  const labelled = await makeWallet(signer, kit, { chain: 'ETH', accessKey: true, beside: alice, labels });
  const request = requestOf(labelled);
  const relabelled = (changed: Uint8Array) => ({
    ...request,
    context: { ...labelled.context, labels: changed },
  });
  expect(must(await signer.call('VerifyWalletRecord', request))).toEqual({ labelsBound: true });
  expect(await outcomeOf(relabelled(new Uint8Array(randomBytes(32))))).toBe('context-mismatch');
  expect(await outcomeOf(relabelled(new Uint8Array(0)))).toBe('context-mismatch');
  expect(await outcomeOf(relabelled(labels.subarray(1)))).toBe('malformed-request');
  const [layout, ...rest] = labelled.created.sealed;
  expect(layout).toBe(3);
  expect(await outcomeOf({ ...request, sealed: Uint8Array.of(2, ...rest) })).toBe('record-corrupt');
  // A record from before labels existed is still confirmed, and the answer says nothing of labels.
  const older = { ...requestOf(alice), context: { ...alice.context, labels } };
  expect(must(await signer.call('VerifyWalletRecord', older))).toEqual({ labelsBound: false });
});

it.each<[string, () => Partial<Request>, string]>([
  ['another address', () => ({ address: bob.created.address }), 'address-mismatch'],
  ['an address in lower case', () => ({ address: alice.created.address.toLowerCase() }), 'address-mismatch'],
  ['another public key', () => ({ publicKey: bob.created.publicKey }), 'address-mismatch'],
  [
    'public key and address of another wallet',
    () => ({ publicKey: bob.created.publicKey, address: bob.created.address }),
    'address-mismatch',
  ],
  ["another user's record", () => ({ sealed: bob.created.sealed }), 'context-mismatch'],
  ["another user's whole wallet", () => ({ ...requestOf(bob), subject: 'alice' }), 'context-mismatch'],
  ['another owner', () => ({ subject: 'bob' }), 'context-mismatch'],
  ['another issuer', () => ({ issuer: 'https://evil.example.com/' }), 'context-mismatch'],
  ['the recovery record', () => ({ sealed: alice.created.recoveryRecord }), 'context-mismatch'],
  [
    'a network with another address format',
    () => ({ context: { ...alice.context, network: 'SEPOLIA' } }),
    'context-mismatch',
  ],
  ['a higher version', () => ({ context: { ...alice.context, recordVersion: 2 } }), 'context-mismatch'],
  [
    'a record whose public key was overwritten',
    () => ({ sealed: alice.created.sealed.map((byte, at) => (at === 80 ? byte ^ 1 : byte)) }),
    'record-corrupt',
  ],
  ['no context', () => ({ context: undefined }), 'malformed-request'],
])('does not confirm %s', async (_title, change, refusal) => {
  expect(await outcomeOf({ ...requestOf(alice), ...change() })).toBe(refusal);
});
