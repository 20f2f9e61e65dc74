import { createHash, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { addressOf } from '@wallet-service/addresses';
import { planSigning, type Operation } from '@wallet-service/chains';
import { decodeVerdict, encodeVerdict, type Verdict } from '@wallet-service/signer-protocol';
import { createRowMac } from '@wallet-service/values';
import { playSigners } from '../../../packages/signer-protocol/test/verdict-parties.js';
import { compilePolicies } from '../src/engine/compile-policies.js';
import { evaluate, type EvaluateDeps } from '../src/evaluation/evaluate.js';
import type { SigningRequest } from '../src/evaluation/signing-request.js';
import { formerDefaultSettings } from '../src/settings/settings.js';
import { makeVerdict, type MadeVerdict } from '../src/verdicts/make-verdict.js';
import { createMandates } from '../src/verdicts/mandate.js';
import { btcWallet, ethWallet, payment, psbt, solOperation, solWallet, typedData } from './operations.js';
import { noSignatureRequests } from './policy-service.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const mandateAt = createMandates(privateKey);
const releaseMac = createRowMac({ secret: Buffer.alloc(32, 1), purpose: 'test' });
const signers = playSigners();
const now = new Date('2026-11-21T00:00:00Z');
const empty = {
  ETH: compilePolicies('ETH', []),
  SOL: compilePolicies('SOL', []),
  BTC: compilePolicies('BTC', []),
};
const deps: EvaluateDeps = {
  signatureRequests: noSignatureRequests,
  readCurrentVersions: () => Promise.resolve({ revision: 3n, mac: null, minimumRecordVersion: 1n }),
  setMinimumRecordVersion: (_applicationId, _walletId, version) => Promise.resolve(BigInt(version)),
  rulesInForce: () => Promise.resolve({ revision: 3n, settings: formerDefaultSettings, rulebooks: empty }),
  reserving: (_wallet, _reservation, _windows, decideWith) => Promise.resolve(decideWith(() => 0n)),
  addressOf,
  store: () => Promise.resolve(true),
  sealRequest: () => Buffer.alloc(0),
  makeVerdict: (permission, signers, at) =>
    makeVerdict({ mandateAt, releaseMac }, permission, signers, Math.floor(at.getTime() / 1000)),
  now: () => now,
  newId: () => 'id',
};

const wallets = { ETH: ethWallet, SOL: solWallet, BTC: btcWallet };
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const text = fc.string({ minLength: 1, maxLength: 20 });
const ethOperations: fc.Arbitrary<Operation> = fc.oneof(
  bytes(32).map((hash): Operation => ({ kind: 'raw_hash', hash })),
  fc
    .uint8Array({ maxLength: 50 })
    .map((message): Operation => ({ kind: 'message', message, format: 'eip191' })),
  fc
    .tuple(fc.bigInt(1n, 2n ** 64n), bytes(20), fc.bigInt(0n, 2n ** 63n))
    .map(([chainId, address, nonce]): Operation => ({
      kind: 'eip7702_authorization',
      chainId,
      address,
      nonce,
    })),
  fc
    .tuple(fc.bigInt(0n, 2n ** 100n), fc.nat(), fc.integer({ min: 1, max: 9 }))
    .map(([value, nonce, chainId]) => payment({ value, nonce, chainId })),
  fc.string({ maxLength: 20 }).map((name) =>
    typedData({
      types: { EIP712Domain: [{ name: 'name', type: 'string' }], A: [{ name: 'b', type: 'uint8' }] },
      primaryType: 'A',
      domain: { name },
      message: { b: 1 },
    }),
  ),
);
const operationsOf = {
  ETH: ethOperations,
  SOL: fc.oneof(
    fc
      .uint8Array({ maxLength: 50 })
      .map((message): Operation => ({ kind: 'message', message, format: 'raw' })),
    fc.constant(solOperation([])),
  ),
  BTC: fc.oneof(
    fc
      .uint8Array({ maxLength: 50 })
      .map((message): Operation => ({ kind: 'message', message, format: 'bip137' })),
    fc.bigInt(1_000n, 90_000n).map((amount) => psbt([{ address: btcWallet.address, amount }])),
  ),
};
const requests: fc.Arbitrary<SigningRequest> = fc.constantFrom('ETH', 'SOL', 'BTC').chain((chain) =>
  fc
    .record({
      applicationId: text,
      walletId: text,
      issuer: text,
      subject: text,
      jwtHash: bytes(32),
      recordVersion: fc.integer({ min: 1, max: 5 }),
      traceId: fc.constant(''),
      claims: fc.constantFrom('', '{"aud":"app"}'),
      operation: operationsOf[chain as 'ETH'],
    })
    .map((fields) => {
      const { network, publicKey: key } = wallets[chain as 'ETH'];
      return { chain: chain as 'ETH', network, publicKey: key, ...fields };
    }),
);

/** What the signer compares: the verdict that would permit a request. */
function permission({ operation, ...request }: SigningRequest, { issuedAt, expiresAt }: Verdict): Verdict {
  const { applicationId, walletId, chain, network, publicKey: key, issuer, subject } = request;
  const { jwtHash, recordVersion } = request;
  const { payloads } = planSigning({ ...wallets[chain], publicKey: key }, operation);
  const payloadHashes = payloads.map((payload) => createHash('sha256').update(payload).digest());
  const named = { applicationId, walletId, chain, network, publicKey: key, issuer, subject };
  return {
    ...named,
    operation: operation.kind,
    payloadHashes,
    jwtHash,
    recordVersion,
    policyRevision: '3',
    mfa: null,
    issuedAt,
    expiresAt,
  };
}
const permits = ({ verdict, mac, mandate }: MadeVerdict, request: SigningRequest) => {
  const decoded = decodeVerdict(verdict);
  if (!decoded) return false;
  const wanted = Buffer.from(encodeVerdict(permission(request, decoded)));
  return signers.accept({ verdict: wanted, mac, mandate }, publicKey);
};
const meaning = (request: SigningRequest) => {
  const { applicationId, walletId, chain, network, issuer, subject, recordVersion, operation } = request;
  const { payloads } = planSigning(wallets[request.chain], operation);
  return JSON.stringify([
    [applicationId, walletId, chain, network, issuer, subject, recordVersion, operation.kind],
    Buffer.from(request.publicKey).toString('hex'),
    payloads.map((payload) => Buffer.from(payload).toString('hex')),
    Buffer.from(request.jwtHash).toString('hex'),
  ]);
};

it('permits the request that it was made for and no other one', async () => {
  await fc.assert(
    fc.asyncProperty(requests, requests, async (request, other) => {
      const { made } = await evaluate(deps, { ...request, exchangeKey: signers.publicKey });
      expect(permits(made, request)).toBe(true);
      if (meaning(request) !== meaning(other)) expect(permits(made, other)).toBe(false);
    }),
    { numRuns: 300 },
  );
});

it('is broken by any flipped bit of the verdict, its MAC or the mandate', async () => {
  const { made } = await evaluate(deps, {
    exchangeKey: signers.publicKey,
    applicationId: 'app',
    walletId: 'wallet',
    chain: 'ETH',
    network: ethWallet.network,
    publicKey: ethWallet.publicKey,
    issuer: 'https://issuer.example',
    subject: 'alice',
    jwtHash: Buffer.alloc(32, 1),
    traceId: '',
    claims: '',
    recordVersion: 1,
    operation: payment(),
  });
  const holds = (changes: Partial<MadeVerdict>) => signers.accept({ ...made, ...changes }, publicKey);
  const flipped = (buffer: Buffer, bit: number) => {
    const copy = Buffer.from(buffer);
    copy.writeUInt8(copy.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    return copy;
  };
  expect(holds({})).toBe(true);
  for (const part of ['verdict', 'mac', 'mandate'] as const)
    for (let bit = 0; bit < made[part].length * 8; bit += 7)
      expect(holds({ [part]: flipped(made[part], bit) })).toBe(false);
});
