import { generateKeyPairSync, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import {
  encodeTrustBundle,
  exportOperation,
  exportPayload,
  importAssociatedData,
  importDomain,
  Refused,
  signerMethods,
  type SignerRequest,
  type WalletContext,
} from '@wallet-service/signer-protocol';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import { hpkeSeal } from '../src/core/hpke.js';
import { startSigner, type SignerProcess } from './signer-process.js';
import {
  issuer,
  makeTrustKit,
  makeWallet,
  must,
  signRequest,
  withVerdict,
  type TestWallet,
} from './trust-kit.js';

// Once token and verdict allow a request, none of its fields can be changed: the request is refused, or the change
// makes no difference to what is done. The fields come from the protocol's own tables, so a new field without values
// here fails.

const kit = makeTrustKit();
const runs = 8;
let signer: SignerProcess;
let wallet: TestWallet;
let stranger: TestWallet;

beforeAll(async () => {
  signer = await startSigner({ trustBundle: encodeTrustBundle(kit.bundle) });
  wallet = await makeWallet(signer, kit, {
    chain: 'ETH',
    accessKey: true,
    labels: new Uint8Array(32).fill(1),
  });
  stranger = await makeWallet(signer, kit, { chain: 'ETH', applicationId: 'app-b', subject: 'bob' });
});
afterAll(async () => {
  await signer.stop();
});

const bytes = (minLength: number, maxLength = minLength) => fc.uint8Array({ minLength, maxLength });
const id = fc.stringMatching(/^[a-z0-9-]{1,20}$/);
type Values = Readonly<Record<string, () => fc.Arbitrary<unknown>>>;

const contextValues: Values = {
  applicationId: () => fc.oneof(fc.constantFrom('app-a', 'app-b'), id),
  wrappedApplicationKey: () => fc.oneof(bytes(0, 80), fc.constant(stranger.context.wrappedApplicationKey)),
  walletId: () => fc.oneof(id, fc.constant(stranger.context.walletId)),
  chain: () => fc.constantFrom('ETH', 'SOL', 'BTC', 'DOGE'),
  network: () => fc.oneof(fc.constantFrom('SEPOLIA', 'BTC_MAINNET', 'SOL_MAINNET'), id),
  recordVersion: () => fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  accessKeyRequired: () => fc.boolean(),
  recoverable: () => fc.boolean(),
  labels: () => bytes(32),
};
const contexts = (): fc.Arbitrary<unknown> =>
  fc.oneof(
    ...Object.entries(contextValues).map(([field, values]) =>
      values().map((value) => ({ ...wallet.context, [field]: value })),
    ),
    fc.constantFrom(undefined, stranger.context),
  );
const tokens = () =>
  fc.oneof(
    id.map((subject) => kit.token(subject)),
    fc
      .constantFrom('bob', 'alice')
      .map((subject) => kit.token(subject, { nonce: randomBytes(4).toString('hex') })),
    fc.string(),
  );
const flipped = (of: () => Uint8Array) => () =>
  fc.oneof(
    fc.nat().map((bit) => {
      const copy = of().slice();
      const at = bit % (copy.length * 8);
      copy[at >> 3] = (copy[at >> 3] ?? 0) ^ (1 << (at & 7));
      return copy;
    }),
    bytes(0, 100),
  );

let signing: SignerRequest<'Sign'>;
let exporting: SignerRequest<'ExportPrivateKey'>;
beforeAll(() => {
  const payloads = [new Uint8Array(randomBytes(32)), new Uint8Array(randomBytes(32))];
  signing = withVerdict(signRequest(kit, wallet, payloads), kit.policyKey);
  const recipientPublicKey = rawPublicKey(generateKeyPairSync('x25519').publicKey);
  const {
    operation,
    payloads: named,
    receipt,
    ...use
  } = withVerdict(
    { ...signRequest(kit, wallet, [exportPayload(recipientPublicKey)]), operation: exportOperation },
    kit.policyKey,
  );
  expect([operation, named.length, receipt]).toEqual([exportOperation, 1, false]);
  exporting = { ...use, recipientPublicKey };
});

/** The fields of every use of a key. */
const useValues = (request: () => SignerRequest<'Sign'> | SignerRequest<'ExportPrivateKey'>): Values => ({
  context: contexts,
  sealed: () => fc.oneof(flipped(() => request().sealed)(), fc.constant(stranger.created.sealed)),
  accessKey: flipped(() => request().accessKey),
  jwt: tokens,
  tokenUse: () => fc.constantFrom('express', 'admin', ''),
  verdict: flipped(() => request().verdict),
  verdictMac: flipped(() => request().verdictMac),
  mandate: flipped(() => request().mandate),
  mfaReceipt: () => bytes(1, 200),
});
const signValues: Values = {
  ...useValues(() => signing),
  operation: () => fc.constantFrom('raw_hash', 'transaction', 'typed_data', exportOperation, ''),
  payloads: () =>
    fc.oneof(
      fc.array(bytes(32), { maxLength: 3 }),
      fc.constant([...signing.payloads].reverse()),
      fc.constant(signing.payloads.slice(1)),
    ),
  receipt: () => fc.constant(true),
};
const exportValues: Values = {
  ...useValues(() => exporting),
  recipientPublicKey: () => bytes(32),
};

/**
 * Fields that do not change what is done: other evidence is not asked for here, and a receipt is added to the
 * signature.
 */
const makeNoDifference = ['mfaReceipt', 'receipt'];

function everyFieldOf(method: 'Sign' | 'ExportPrivateKey', values: Values, good: () => object): void {
  it('has values for every field', () => {
    expect(Object.keys(values).sort()).toEqual(Object.keys(signerMethods[method].request).sort());
    expect(Object.keys(contextValues).sort()).toEqual(
      Object.keys(signerMethods.Sign.request.context.type).sort(),
    );
  });

  it('is accepted unchanged', async () => {
    expect(await signer.call(method as 'Sign', good() as never)).not.toBeInstanceOf(Refused);
  });

  const all = [
    ...Object.entries(values).map(
      ([field, of]) => [field, of, (value: unknown) => ({ [field]: value })] as const,
    ),
    ...Object.entries(contextValues).map(
      ([field, of]) =>
        [
          `context.${field}`,
          of,
          (value: unknown) => ({ context: { ...wallet.context, [field]: value } }),
        ] as const,
    ),
  ];
  it.each(all)('is refused with another %s', async (field, of, change) => {
    await fc.assert(
      fc.asyncProperty(of(), async (value) => {
        const changed = { ...good(), ...change(value) };
        fc.pre(JSON.stringify(changed) !== JSON.stringify(good()));
        const answer = await signer.call(method as 'Sign', changed as never);
        if (makeNoDifference.includes(field)) {
          if (method === 'Sign' && !(answer instanceof Refused))
            expect(answer.signatures).toEqual(must(await signer.call('Sign', signing)).signatures);
        } else expect(answer).toBeInstanceOf(Refused);
      }),
      { numRuns: runs },
    );
  });
}

describe('a verdict to sign', () => {
  everyFieldOf('Sign', signValues, () => signing);
});
describe('a verdict to export', () => {
  everyFieldOf('ExportPrivateKey', exportValues, () => exporting);
});

describe('a key that is sealed for import', () => {
  const privateKey = new Uint8Array(randomBytes(32).fill(1, 0, 1));
  let good: SignerRequest<'ImportPrivateKey'>;

  beforeAll(async () => {
    const { applicationId, wrappedApplicationKey, chain, network } = wallet.context;
    const { publicKey } = must(await signer.call('GetImportKey', { applicationId, wrappedApplicationKey }));
    const owner = { applicationId, issuer, subject: 'alice', chain, network };
    const context = { info: importDomain, associatedData: importAssociatedData(owner) };
    const sealed = await hpkeSeal(publicKey, privateKey, context);
    if (!sealed) throw new Error('cannot be sealed');
    good = { context: wallet.context, ...sealed, jwt: kit.token('alice'), tokenUse: 'core' };
  });

  const others = () =>
    fc.oneof(
      fc.constant(kit.token('bob')),
      id.map((subject) => kit.token(subject)),
      fc.string(),
    );
  const values: Values = {
    context: () => fc.constantFrom<WalletContext | undefined>(undefined, stranger.context),
    encapsulatedKey: flipped(() => good.encapsulatedKey),
    ciphertext: flipped(() => good.ciphertext),
    jwt: others,
    // Either interface may import. The interface decides how long the token may live.
    tokenUse: () => fc.constantFrom('admin', ''),
  };
  // Unknown when the key is sealed: the wallet service chooses them for the user's new wallet.
  const chosenLater = ['walletId', 'accessKeyRequired', 'recoverable', 'labels'];

  it('has values for every field, and is imported unchanged', async () => {
    expect(Object.keys(values).sort()).toEqual(Object.keys(signerMethods.ImportPrivateKey.request).sort());
    expect(await signer.call('ImportPrivateKey', good)).not.toBeInstanceOf(Refused);
  });

  const bound = Object.entries(contextValues).filter(([field]) => !chosenLater.includes(field));
  it.each([
    ...Object.entries(values).map(
      ([field, of]) => [field, of, (value: unknown) => ({ [field]: value })] as const,
    ),
    ...bound.map(
      ([field, of]) =>
        [
          `context.${field}`,
          of,
          (value: unknown) => ({ context: { ...wallet.context, [field]: value } }),
        ] as const,
    ),
  ])('is not imported with another %s', async (_field, of, change) => {
    await fc.assert(
      fc.asyncProperty(of(), async (value) => {
        const changed = { ...good, ...change(value) };
        fc.pre(JSON.stringify(changed) !== JSON.stringify(good));
        expect(await signer.call('ImportPrivateKey', changed as typeof good)).toBeInstanceOf(Refused);
      }),
      { numRuns: runs },
    );
  });
});
