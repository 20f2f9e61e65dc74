import { randomBytes } from 'node:crypto';
import { encodeTrustBundle, Refused } from '@wallet-service/signer-protocol';
import { startSigner, type SignerProcess } from './signer-process.js';
import {
  madeFor,
  makeTrustKit,
  makeWallet,
  must,
  signRequest,
  type TestWallet,
  withVerdict,
} from './trust-kit.js';

const kit = makeTrustKit();
const digest = new Uint8Array(randomBytes(32));
let signer: SignerProcess;

beforeAll(async () => {
  signer = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle) });
});
afterAll(async () => {
  await signer.stop();
});

const make = (recoverable: boolean) =>
  makeWallet(signer, kit, { chain: 'ETH', accessKey: true, recoverable });
const sign = async (wallet: TestWallet): Promise<string> => {
  const answer = await signer.call('Sign', withVerdict(signRequest(kit, wallet, [digest]), kit.policyKey));
  return answer instanceof Refused ? answer.refusal : 'signed';
};
const rotate = ({ context, created }: TestWallet, jwt = kit.token('alice'), accessKey = created.accessKey) =>
  signer.call('RotateAccessKey', { context, sealed: created.sealed, accessKey, jwt });
const recover = ({ context, created }: TestWallet, jwt = kit.token('alice')) =>
  signer.call('RecoverAccessKey', { context, recoveryRecord: created.recoveryRecord, jwt });

/** The wallet as it is after the answer: with the new records and the new access key. */
function after(wallet: TestWallet, answer: Awaited<ReturnType<typeof rotate>>): TestWallet {
  const { recordVersion, ...records } = must(answer);
  return {
    ...wallet,
    context: { ...wallet.context, recordVersion },
    created: { ...wallet.created, ...records },
  };
}

describe('RotateAccessKey', () => {
  it('gives a new key for the same wallet, and the old record is dead once the new one has been used', async () => {
    const old = await make(false);
    const rotated = after(old, await rotate(old));
    expect(rotated.context.recordVersion).toBe(2);
    expect(rotated.created.publicKey).toEqual(old.created.publicKey);
    expect(rotated.created.accessKey).not.toEqual(old.created.accessKey);
    expect(rotated.created.recoveryRecord).toHaveLength(0);
    // The old record still works until the new one is used. So a lost answer loses nothing.
    expect(await sign(old)).toBe('signed');
    expect(await sign(rotated)).toBe('signed');
    expect(await sign(old)).toBe('record-rolled-back');
    expect(
      await sign({ ...rotated, created: { ...rotated.created, accessKey: old.created.accessKey } }),
    ).toBe('access-key-wrong');
    expect(await rotate(old)).toMatchObject({ refusal: 'record-rolled-back' });
  });

  it('is refused without the old key, and to everybody but the owner', async () => {
    const wallet = await make(true);
    expect(await rotate(wallet, kit.token('alice'), new Uint8Array(randomBytes(32)))).toMatchObject({
      refusal: 'access-key-wrong',
    });
    expect(await rotate(wallet, kit.token('alice'), new Uint8Array(0))).toMatchObject({
      refusal: 'access-key-wrong',
    });
    expect(await rotate(wallet, kit.token('bob'))).toMatchObject({ refusal: 'context-mismatch' });
    expect(
      await rotate(wallet, kit.token('alice', { exp: Math.floor(Date.now() / 1000) + 400 })),
    ).toMatchObject({ refusal: 'token-lifetime' });
    const plain = await makeWallet(signer, kit, { chain: 'ETH' });
    expect(await rotate(plain)).toMatchObject({ refusal: 'malformed-request' });
  });

  it('does not make a wallet recoverable that was created without recovery', async () => {
    const wallet = await make(false);
    const lie = { ...wallet, context: { ...wallet.context, recoverable: true } };
    expect(await rotate(lie)).toMatchObject({ refusal: 'context-mismatch' });
  });
});

describe('RecoverAccessKey', () => {
  it('gives the owner a new key without the old one, again and again', async () => {
    const first = await make(true);
    const second = after(first, await recover(first));
    expect(await sign(second)).toBe('signed');
    expect(await sign(first)).toBe('record-rolled-back');
    const third = after(second, await recover(second));
    expect(await sign(third)).toBe('signed');
    expect(third.created.publicKey).toEqual(first.created.publicKey);
    expect(await recover(first)).toMatchObject({ refusal: 'record-rolled-back' });
  });

  it('is refused for a wallet without recovery, and to everybody but the owner', async () => {
    expect(await recover(await make(false))).toMatchObject({ refusal: 'not-recoverable' });
    const wallet = await make(true);
    expect(await recover(wallet, kit.token('bob'))).toMatchObject({ refusal: 'context-mismatch' });
    const asRecovery = { ...wallet, created: { ...wallet.created, recoveryRecord: wallet.created.sealed } };
    expect(await recover(asRecovery)).toMatchObject({ refusal: 'context-mismatch' });
  });

  it('gives a recovery record that cannot sign', async () => {
    const wallet = await make(true);
    const asSealed = { ...wallet, created: { ...wallet.created, sealed: wallet.created.recoveryRecord } };
    expect(await sign(asSealed)).toBe('context-mismatch');
  });
});

it('refuses to create a wallet with recovery but without an access key', async () => {
  const made = makeWallet(signer, kit, { chain: 'ETH', recoverable: true });
  await expect(made).rejects.toMatchObject({ refusal: 'malformed-request' });
});

it('RewrapApplicationKey wraps an application key under the new sealing key, and all wallets still open', async () => {
  const wallet = await make(false);
  const newRoot = randomBytes(32);
  const bundle = encodeTrustBundle(kit.bundle);
  const both = await startSigner({
    trustBundle: bundle,
    sealingKey: newRoot,
    previousSealingKey: signer.sealingKey,
  });
  const { applicationId, wrappedApplicationKey: wrappedKey } = wallet.context;
  const rewrapped = must(await both.call('RewrapApplicationKey', { applicationId, wrappedKey })).wrappedKey;
  expect(await both.call('RewrapApplicationKey', { applicationId: 'app-b', wrappedKey })).toMatchObject({
    refusal: 'application-key-invalid',
  });
  await both.stop();
  const onlyNew = await startSigner({ trustBundle: bundle, sealingKey: newRoot });
  const moved = { ...wallet, context: { ...wallet.context, wrappedApplicationKey: rewrapped } };
  const { exchangeKey } = must(await onlyNew.call('GetStatus', { applicationId: '' }));
  const policy = madeFor(exchangeKey, kit.policyKey);
  const ask = (of: TestWallet) => onlyNew.call('Sign', withVerdict(signRequest(kit, of, [digest]), policy));
  expect(await ask(moved)).toHaveProperty('signatures');
  expect(await ask(wallet)).toMatchObject({ refusal: 'application-key-invalid' });
  await onlyNew.stop();
});
