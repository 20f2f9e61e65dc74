import { randomBytes } from 'node:crypto';
import { encodeTrustBundle } from '@wallet-service/signer-protocol';
import { startSigner, type SignerProcess } from './signer-process.js';
import { makeTrustKit, makeWallet, must, signRequest, withVerdict } from './trust-kit.js';
import { bakedRoot, makeWitnessKit, rootAfterBundle, rootRequest, trustRequest } from './witness-kit.js';

const digest = new Uint8Array(randomBytes(32));
const signers: SignerProcess[] = [];
const start = async (trustBundle: Uint8Array): Promise<SignerProcess> => {
  const signer = await startSigner({ trustBundle });
  signers.push(signer);
  return signer;
};
afterEach(async () => {
  for (const signer of signers.splice(0)) await signer.stop();
});

it('signs for an application once witnesses confirmed its document and its keys', async () => {
  const kit = makeWitnessKit({ k: 2, n: 3 });
  const signer = await start(bakedRoot(kit));
  await expect(makeWallet(signer, kit, { chain: 'ETH' })).rejects.toMatchObject({
    refusal: 'application-unknown',
  });
  expect(must(await signer.call('UpdateTrust', trustRequest(kit, 'app-a')))).toEqual({
    rootVersion: 1n,
    documentVersion: 1n,
  });
  const wallet = await makeWallet(signer, kit, { chain: 'ETH' });
  const request = withVerdict(signRequest(kit, wallet, [digest]), kit.policyKey);
  expect(must(await signer.call('Sign', request)).signatures).toHaveLength(1);
});

it('an image with a trust bundle trusts its applications until the first root document', async () => {
  const old = makeTrustKit();
  const kit = { ...makeWitnessKit(), userKey: old.userKey };
  const signer = await start(encodeTrustBundle(old.bundle));
  const wallet = await makeWallet(signer, old, { chain: 'ETH' });
  const request = () => withVerdict(signRequest(old, wallet, [digest]), old.policyKey);
  expect(must(await signer.call('Sign', request())).signatures).toHaveLength(1);
  expect(await signer.call('UpdateTrust', trustRequest(kit, 'app-a'))).toMatchObject({
    refusal: 'trust-refused',
  });
  must(await signer.call('UpdateTrust', rootRequest(rootAfterBundle(old, kit))));
  expect(await signer.call('Sign', request())).toMatchObject({ refusal: 'application-unknown' });
  must(await signer.call('UpdateTrust', trustRequest(kit, 'app-a')));
  expect(must(await signer.call('Sign', request())).signatures).toHaveLength(1);
});
