import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedSync } from '@scure/bip39';
import {
  encodeTrustBundle,
  exportAssociatedData,
  exportDomain,
  exportOperation,
  exportPayload,
  importAssociatedData,
  importDomain,
  type SignerRequest,
  type Verdict,
} from '@wallet-service/signer-protocol';
import { hpkeRecipient, hpkeSealTo } from '@wallet-service/test-kit/hpke';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import { hexOf } from '@wallet-service/test-kit/hex';
import { startSigner, type SignerProcess } from './signer-process.js';
import {
  issuer,
  makeTrustKit,
  makeWallet,
  must,
  sha256,
  signRequest,
  withVerdict,
  type TestWallet,
} from './trust-kit.js';

// The other end of the channel uses a different HPKE implementation than the signer.
const recipient = await hpkeRecipient();
const recipientPublicKey = new Uint8Array(recipient.publicKey);
const kit = makeTrustKit();
let signer: SignerProcess;

beforeAll(async () => {
  signer = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle) });
});
afterAll(async () => {
  await signer.stop();
});

type Changes = {
  readonly verdict?: Partial<Verdict>;
  readonly request?: Partial<SignerRequest<'ExportPrivateKey'>>;
  readonly subject?: string;
};

/** An export to `recipientPublicKey` that token and verdict allow, with changes made after the verdict was signed. */
function exportOf(wallet: TestWallet, { verdict = {}, request = {}, subject = 'alice' }: Changes = {}) {
  const { operation, payloads, ...use } = withVerdict(
    {
      ...signRequest(kit, { ...wallet, subject }, [exportPayload(recipientPublicKey)]),
      operation: exportOperation,
    },
    kit.policyKey,
    verdict,
  );
  expect([operation, payloads.length]).toEqual([exportOperation, 1]);
  return signer.call('ExportPrivateKey', { ...use, recipientPublicKey, ...request });
}

type Exported = { private_key: string; mnemonic?: string; derivation_path?: string };

async function opened(wallet: TestWallet, answer: Awaited<ReturnType<typeof exportOf>>): Promise<Exported> {
  const { encapsulatedKey, ciphertext, publicKey } = must(answer);
  expect(publicKey).toEqual(wallet.created.publicKey);
  const { applicationId, walletId } = wallet.context;
  const { address } = wallet.created;
  const plaintext = await recipient.open({
    encapsulatedKey: Buffer.from(encapsulatedKey),
    ciphertext: Buffer.from(ciphertext),
    info: Buffer.from(exportDomain),
    associatedData: Buffer.from(
      exportAssociatedData({ applicationId, walletId, address, recipientPublicKey }),
    ),
  });
  return JSON.parse(plaintext.toString()) as Exported;
}

async function importInto(
  { context }: TestWallet,
  key: Uint8Array,
  changes: Partial<Parameters<typeof importAssociatedData>[0]> = {},
) {
  const { applicationId, wrappedApplicationKey, chain, network } = context;
  const { publicKey } = must(await signer.call('GetImportKey', { applicationId, wrappedApplicationKey }));
  const owner = { applicationId, issuer, subject: 'alice', chain, network, ...changes };
  const to = {
    publicKey: Buffer.from(publicKey),
    info: Buffer.from(importDomain),
    associatedData: Buffer.from(importAssociatedData(owner)),
  };
  const { encapsulatedKey, ciphertext } = await hpkeSealTo(to, key);
  return { encapsulatedKey: new Uint8Array(encapsulatedKey), ciphertext: new Uint8Array(ciphertext) };
}

type Imported = Awaited<ReturnType<typeof importInto>>;

function importKey({ context, subject }: TestWallet, sealed: Imported) {
  const fresh = { ...context, walletId: hexOf(new Uint8Array(randomBytes(8))) };
  const tokenUse = context.accessKeyRequired ? 'core' : 'express';
  return {
    context: fresh,
    answer: signer.call('ImportPrivateKey', { context: fresh, ...sealed, jwt: kit.token(subject), tokenUse }),
  };
}

const logOf = () => signer.output();

describe('ExportPrivateKey', () => {
  it.each([
    ['ETH', 'EVM', "m/44'/60'/0'/0/0"],
    ['BTC', 'BTC_MAINNET', "m/84'/0'/0'/0/0"],
    ['BTC', 'BTC_TESTNET', "m/84'/1'/0'/0/0"],
  ])('%s %s: gives the key, and words from which it is derived along %s', async (chain, network, path) => {
    const wallet = await makeWallet(signer, kit, { chain, network });
    const exported = await opened(wallet, await exportOf(wallet));
    const node = HDKey.fromMasterSeed(mnemonicToSeedSync(exported.mnemonic ?? '')).derive(path);
    expect(exported.derivation_path).toBe(path);
    expect(exported.mnemonic?.split(' ')).toHaveLength(24);
    expect(hexOf(node.privateKey ?? new Uint8Array(0))).toBe(exported.private_key);
    expect(node.publicKey).toEqual(wallet.created.publicKey);
    expect(logOf()).not.toContain(exported.private_key);
    expect(logOf()).not.toContain(exported.mnemonic ?? 'none');
  });

  it('of a wallet with an access key needs the access key', async () => {
    const wallet = await makeWallet(signer, kit, { chain: 'SOL', accessKey: true });
    const { private_key, derivation_path } = await opened(wallet, await exportOf(wallet));
    expect(private_key).toMatch(/^[0-9a-f]{64}$/);
    expect(derivation_path).toBe("m/44'/501'/0'/0'");
    const wrong = new Uint8Array(randomBytes(32));
    expect(await exportOf(wallet, { request: { accessKey: wrong } })).toMatchObject({
      refusal: 'access-key-wrong',
    });
    expect(await exportOf(wallet, { request: { accessKey: new Uint8Array(0) } })).toMatchObject({
      refusal: 'access-key-wrong',
    });
  });

  it.each<[string, Changes, string]>([
    [
      'a recipient that the verdict does not name',
      { request: { recipientPublicKey: rawKey() } },
      'verdict-mismatch',
    ],
    ['a recipient key of small order', smallOrder(), 'malformed-request'],
    [
      'a recipient key of 31 bytes',
      { request: { recipientPublicKey: new Uint8Array(31) } },
      'malformed-request',
    ],
    ['no verdict', { request: { verdict: new Uint8Array(0) } }, 'verdict-mac'],
    ['a verdict for signing', { verdict: { operation: 'message' } }, 'verdict-mismatch'],
    ['a verdict for another wallet', { verdict: { walletId: 'other' } }, 'verdict-mismatch'],
    ['an old verdict', { verdict: { issuedAt: 1, expiresAt: 31 } }, 'verdict-expired'],
    [
      'a verdict that demands multi-factor authentication',
      { verdict: { mfa: { maxAgeSeconds: 60, acrValues: [] } } },
      'mfa-missing',
    ],
    ['another user', { subject: 'bob' }, 'context-mismatch'],
  ])('is refused with %s', async (_title, changes, refusal) => {
    const wallet = await makeWallet(signer, kit, { chain: 'ETH' });
    expect(await exportOf(wallet, changes)).toMatchObject({ refusal });
  });

  it("cannot be used to get a signature over an export's payload", async () => {
    const wallet = await makeWallet(signer, kit, { chain: 'SOL' });
    const request = signRequest(kit, wallet, [exportPayload(recipientPublicKey)]);
    const asExport = withVerdict({ ...request, operation: exportOperation }, kit.policyKey);
    expect(await signer.call('Sign', asExport)).toMatchObject({
      refusal: 'malformed-request',
      details: { field: 'operation' },
    });
  });
});

describe('ImportPrivateKey', () => {
  const key = secp256k1.utils.randomSecretKey();

  it.each(['ETH', 'BTC'])(
    'makes a wallet from the key on %s, which signs and exports without words',
    async (chain) => {
      const beside = await makeWallet(signer, kit, { chain });
      const { context, answer } = importKey(beside, await importInto(beside, key));
      const created = must(await answer);
      expect(created.publicKey).toEqual(secp256k1.getPublicKey(key));
      const wallet: TestWallet = { context, subject: 'alice', created };
      const request = signRequest(kit, wallet, [new Uint8Array(randomBytes(32))]);
      expect(must(await signer.call('Sign', withVerdict(request, kit.policyKey))).signatures).toHaveLength(1);
      expect(await opened(wallet, await exportOf(wallet))).toEqual({ private_key: hexOf(key) });
      expect(logOf()).not.toContain(hexOf(key));
    },
  );

  it('accepts an Ed25519 seed, and gives an access key that can be rotated and recovered', async () => {
    const beside = await makeWallet(signer, kit, { chain: 'SOL', accessKey: true, recoverable: true });
    const pair = generateKeyPairSync('ed25519');
    const seed = new Uint8Array(pair.privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32));
    const { context, answer } = importKey(beside, await importInto(beside, seed));
    const created = must(await answer);
    expect(created.publicKey).toEqual(rawPublicKey(pair.publicKey));
    expect(created.accessKey).toHaveLength(32);
    const { sealed, accessKey, recoveryRecord } = created;
    const rotated = must(
      await signer.call('RotateAccessKey', { context, sealed, accessKey, jwt: kit.token('alice') }),
    );
    expect(rotated.publicKey).toEqual(created.publicKey);
    const recovered = must(
      await signer.call('RecoverAccessKey', { context, recoveryRecord, jwt: kit.token('alice') }),
    );
    const wallet: TestWallet = {
      context: { ...context, recordVersion: 2 },
      subject: 'alice',
      created: { ...created, ...recovered },
    };
    expect(await opened(wallet, await exportOf(wallet))).toEqual({ private_key: hexOf(seed) });
  });

  const order = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
  it.each<[string, Uint8Array, object]>([
    ['zero', new Uint8Array(32), {}],
    ['the order of the group', new Uint8Array(Buffer.from(order, 'hex')), {}],
    ['31 bytes', key.slice(1), {}],
    ['33 bytes', new Uint8Array([0, ...key]), {}],
    ['nothing', new Uint8Array(0), {}],
    ['a key sealed by another user', key, { subject: 'bob' }],
    ['a key sealed for another issuer', key, { issuer: 'https://other.example.com/' }],
    ['a key sealed for another application', key, { applicationId: 'app-b' }],
    ['a key sealed for another chain', key, { chain: 'BTC' }],
    ['a key sealed for another network', key, { network: 'other' }],
  ])('refuses %s', async (_title, offered, changes) => {
    const beside = await makeWallet(signer, kit, { chain: 'ETH' });
    const { answer } = importKey(beside, await importInto(beside, offered, changes));
    expect(await answer).toMatchObject({ refusal: 'sealed-key-invalid' });
  });

  it('refuses altered input, and a key that was sealed to another application', async () => {
    const beside = await makeWallet(signer, kit, { chain: 'ETH' });
    const elsewhere = await makeWallet(signer, kit, { chain: 'ETH' });
    const sealed = await importInto(beside, key);
    for (const part of ['encapsulatedKey', 'ciphertext'] as const) {
      const altered = sealed[part].slice();
      altered[5] = (altered[5] ?? 0) ^ 4;
      const { answer } = importKey(beside, { ...sealed, [part]: altered });
      expect(await answer).toMatchObject({ refusal: 'sealed-key-invalid' });
    }
    expect(await importKey(elsewhere, sealed).answer).toMatchObject({ refusal: 'sealed-key-invalid' });
  });

  it('gives the import key of an application only to a caller that has its wrapped key', async () => {
    const { context } = await makeWallet(signer, kit, { chain: 'ETH' });
    const { wrappedApplicationKey } = context;
    expect(
      await signer.call('GetImportKey', { applicationId: 'app-b', wrappedApplicationKey }),
    ).toMatchObject({ refusal: 'application-key-invalid' });
  });
});

function rawKey(): Uint8Array {
  return new Uint8Array(randomBytes(32));
}

/** A verdict that allows such a key, as from a policy service that does not check it. */
function smallOrder(): Changes {
  const key = new Uint8Array(32);
  return {
    verdict: { payloadHashes: [sha256(exportPayload(key))] },
    request: { recipientPublicKey: key },
  };
}
