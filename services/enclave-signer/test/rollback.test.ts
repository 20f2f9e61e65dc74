import { randomBytes } from 'node:crypto';
import { encodeTrustBundle } from '@wallet-service/signer-protocol';
import { ApplicationKey } from '../src/core/application-key.js';
import { recordContext } from '../src/core/owner-context.js';
import { sealingKeyOf } from '../src/core/sealing-key.js';
import { openRecord, sealRecord } from '../src/core/sealed-record.js';
import { startSigner, type SignerProcess } from './signer-process.js';
import { issuer, makeTrustKit, makeWallet, signRequest, withVerdict, type TestWallet } from './trust-kit.js';

const kit = makeTrustKit();
const digest = new Uint8Array(randomBytes(32));
let signer: SignerProcess;
let wallet: TestWallet;

beforeAll(async () => {
  signer = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle) });
  wallet = await makeWallet(signer, kit, { chain: 'ETH' });
});
afterAll(async () => {
  await signer.stop();
});

/**
 * The wallet re-sealed under a higher version, as a rotation does. The test makes it with the sealing key that it gave
 * the signer.
 */
async function resealed(recordVersion: number): Promise<TestWallet> {
  const random = (length: number): Uint8Array => new Uint8Array(randomBytes(length));
  const sealingKey = sealingKeyOf(new Uint8Array(signer.sealingKey), random);
  const { applicationId, wrappedApplicationKey } = wallet.context;
  const key = new ApplicationKey(
    new Uint8Array(await sealingKey.unwrap(applicationId, wrappedApplicationKey)),
  );
  const owner = { kind: 'user', issuer, subject: wallet.subject } as const;
  const context = { ...wallet.context, recordVersion };
  const keys = openRecord(wallet.created.sealed, recordContext(wallet.context, owner), key, undefined);
  const sealed = sealRecord(keys, recordContext(context, owner), key, undefined, random(12));
  return { ...wallet, context, created: { ...wallet.created, sealed } };
}

it('an older record that is put back is refused once the newer one has been used', async () => {
  const ask = (of: TestWallet) =>
    signer.call('Sign', withVerdict(signRequest(kit, of, [digest]), kit.policyKey));
  const [second, third] = [await resealed(2), await resealed(3)];
  expect(await ask(wallet)).toHaveProperty('signatures');
  expect(await ask(second)).toHaveProperty('signatures');
  expect(await ask(wallet)).toMatchObject({ refusal: 'record-rolled-back', details: { version_seen: 2 } });
  expect(await ask(third)).toHaveProperty('signatures');
  expect(await ask(second)).toMatchObject({ refusal: 'record-rolled-back' });
});

it('a caller who merely claims a high version locks nobody out', async () => {
  const other = await makeWallet(signer, kit, { chain: 'ETH', beside: wallet });
  const lie = { ...other, context: { ...other.context, recordVersion: 9 } };
  const lied = withVerdict(signRequest(kit, lie, [digest]), kit.policyKey);
  expect(await signer.call('Sign', lied)).toMatchObject({ refusal: 'context-mismatch' });
  const honest = withVerdict(signRequest(kit, other, [digest]), kit.policyKey);
  expect(await signer.call('Sign', honest)).toHaveProperty('signatures');
});
