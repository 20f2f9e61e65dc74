import { createPublicKey, randomBytes, verify } from 'node:crypto';
import { addressOf } from '@wallet-service/addresses';
import { encodeTrustBundle } from '@wallet-service/signer-protocol';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { startSigner, type SignerProcess } from './signer-process.js';
import { makeTrustKit, makeWallet, must, signRequest, withVerdict } from './trust-kit.js';

const kit = makeTrustKit();
let signer: SignerProcess;

beforeAll(async () => {
  signer = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle) });
});
afterAll(async () => {
  await signer.stop();
});

describe.each([
  ['ETH', 'ETH_MAINNET'],
  ['BTC', 'BTC_MAINNET'],
  ['BTC', 'BTC_TESTNET'],
  ['BTC', 'BTC_REGTEST'],
])('%s on %s', (chain, network) => {
  it('creates a wallet and signs digests that another library verifies', async () => {
    const wallet = await makeWallet(signer, kit, { chain, network });
    expect(wallet.created.address).toBe(addressOf(chain as 'ETH' | 'BTC', network, wallet.created.publicKey));
    const digests = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))];
    const answer = must(
      await signer.call('Sign', withVerdict(signRequest(kit, wallet, digests), kit.policyKey)),
    );
    expect(answer.publicKey).toEqual(wallet.created.publicKey);
    expect(answer.rootVersion).toBe(5n);
    answer.signatures.forEach(({ signature, recoveryId }, index) => {
      const digest = digests[index] ?? new Uint8Array(0);
      const options = { prehash: false, lowS: true };
      expect(secp256k1.verify(signature, digest, answer.publicKey, options)).toBe(true);
      const recovered = secp256k1.Signature.fromBytes(signature)
        .addRecoveryBit(recoveryId)
        .recoverPublicKey(digest)
        .toBytes(true);
      expect(recovered).toEqual(answer.publicKey);
    });
    expect(answer.signatures).toHaveLength(2);
  });
});

it('creates a SOL wallet and signs a whole message', async () => {
  const wallet = await makeWallet(signer, kit, { chain: 'SOL' });
  const message = new Uint8Array(randomBytes(1200));
  const answer = must(
    await signer.call('Sign', withVerdict(signRequest(kit, wallet, [message]), kit.policyKey)),
  );
  const x = Buffer.from(wallet.created.publicKey).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  expect(verify(null, message, publicKey, answer.signatures[0]?.signature ?? Buffer.alloc(0))).toBe(true);
  expect(wallet.created.address).toBe(addressOf('SOL', 'SOL_MAINNET', wallet.created.publicKey));
});

it('gives the same signature for the same request', async () => {
  const wallet = await makeWallet(signer, kit, { chain: 'ETH' });
  const request = withVerdict(signRequest(kit, wallet, [new Uint8Array(randomBytes(32))]), kit.policyKey);
  expect(await signer.call('Sign', request)).toEqual(await signer.call('Sign', request));
});

it('signs with the access key, and not with another one or without', async () => {
  const wallet = await makeWallet(signer, kit, { chain: 'ETH', accessKey: true });
  expect(wallet.created.accessKey).toHaveLength(32);
  const request = signRequest(kit, wallet, [new Uint8Array(32)]);
  const answer = must(await signer.call('Sign', withVerdict(request, kit.policyKey)));
  expect(answer.signatures).toHaveLength(1);
  for (const accessKey of [randomBytes(32), Buffer.alloc(0), randomBytes(31), randomBytes(33)]) {
    const wrong = withVerdict({ ...request, accessKey: new Uint8Array(accessKey) }, kit.policyKey);
    expect(await signer.call('Sign', wrong)).toMatchObject({ refusal: 'access-key-wrong' });
  }
});
