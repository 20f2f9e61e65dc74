import { createHash, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PublicKey, SystemProgram } from '@solana/web3.js';
import fc from 'fast-check';
import * as secp256k1 from 'tiny-secp256k1';
import { addressOf, type Chain } from '@wallet-service/addresses';
import {
  messageFormats,
  operationFromWire,
  planSigning,
  typedDataVersions,
  type Operation,
} from '@wallet-service/chains';
import { AppError } from '@wallet-service/errors';
import type { PolicyDefinition, ReceivedRequestOf } from '@wallet-service/grpc';
import { decodeVerdict, encodeVerdict } from '@wallet-service/signer-protocol';
import { createRowMac } from '@wallet-service/values';
import { playSigners } from '../../../packages/signer-protocol/test/verdict-parties.js';
import { compilePolicies } from '../src/engine/compile-policies.js';
import { evaluate, type EvaluateDeps } from '../src/evaluation/evaluate.js';
import { evaluationHandlers } from '../src/evaluation/evaluation-handlers.js';
import { formerDefaultSettings } from '../src/settings/settings.js';
import { makeVerdict } from '../src/verdicts/make-verdict.js';
import { createMandates } from '../src/verdicts/mandate.js';
import { btcWallet, ethWallet, legacyPayment, payment, psbt, solOperation, solWallet } from './operations.js';
import {
  context,
  playedSigners,
  signingRequest,
  receivedOperation,
  noSignatureRequests,
} from './policy-service.js';

// The fields are read from the contract. A new field without values here fails.

type Wire = ReceivedRequestOf<PolicyDefinition['Evaluate']>;

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const mandateAt = createMandates(privateKey);
const releaseMac = createRowMac({ secret: Buffer.alloc(32, 1), purpose: 'test' });
const otherSigners = playSigners();
const now = new Date('2026-11-21T00:00:00Z');
const rulebooks = {
  ETH: compilePolicies('ETH', []),
  SOL: compilePolicies('SOL', []),
  BTC: compilePolicies('BTC', []),
};
const deps: EvaluateDeps = {
  signatureRequests: noSignatureRequests,
  readCurrentVersions: () => Promise.resolve({ revision: 3n, mac: null, minimumRecordVersion: 1n }),
  setMinimumRecordVersion: (_applicationId, _walletId, version) => Promise.resolve(BigInt(version)),
  rulesInForce: () => Promise.resolve({ revision: 3n, settings: formerDefaultSettings, rulebooks }),
  reserving: (_wallet, _reservation, _windows, decideWith) => Promise.resolve(decideWith(() => 0n)),
  addressOf,
  store: () => Promise.resolve(true),
  sealRequest: () => Buffer.alloc(0),
  makeVerdict: (permission, signers, at) =>
    makeVerdict({ mandateAt, releaseMac }, permission, signers, Math.floor(at.getTime() / 1000)),
  now: () => now,
  newId: () => 'id',
};
const { Evaluate } = evaluationHandlers({
  evaluate: (request) => evaluate(deps, request),
  dryRun: () => Promise.reject(new Error('not asked for')),
  evaluateDecisions: () => Promise.reject(new Error('not asked for')),
  release: () => Promise.resolve(false),
  releaseMac,
  setMinimumRecordVersion: () => Promise.resolve(1n),
});

const none = Buffer.alloc(0);

/** The names of a message's fields, as this file calls them. */
function fieldsOf(file: string, message: string): readonly string[] {
  const proto = readFileSync(new URL(`../../../proto/${file}`, import.meta.url), 'utf8');
  const body = new RegExp(`^message ${message} \\{((?:.|\\n)*?)\\}`, 'm').exec(proto)?.[1] ?? '';
  return [...body.matchAll(/(\w+) = \d+;/g)].map(([, name = '']) =>
    name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase()),
  );
}

/** Whether the signer would accept the verdict for this request. States independently what the signer compares. */
type Sent = Readonly<Record<'verdict' | 'mac' | 'mandate', Buffer>>;
function isPermitted(wire: Wire, { verdict, mac, mandate }: Sent): boolean {
  const { issuedAt, expiresAt } = decodeVerdict(verdict) ?? { issuedAt: 0, expiresAt: 0 };
  const { applicationId, walletId, chain, network, issuer, subject, jwtHash, recordVersion } = wire;
  const operation = operationFromWire(wire.operation);
  const wallet = { chain: chain as Chain, network, publicKey: wire.publicKey, address: '' };
  const { payloads } = planSigning(
    { ...wallet, address: addressOf(wallet.chain, network, wire.publicKey) },
    operation,
  );
  const wanted = encodeVerdict({
    ...{ applicationId, walletId, chain, network, publicKey: wire.publicKey, issuer, subject },
    operation: operation.kind,
    payloadHashes: payloads.map((payload) => createHash('sha256').update(payload).digest()),
    ...{ jwtHash, recordVersion, policyRevision: '3', mfa: null, issuedAt, expiresAt },
  });
  const named = [playedSigners, otherSigners].find((each) => each.publicKey.equals(wire.exchangeKey ?? none));
  return named?.accept({ verdict: wanted, mac, mandate }, publicKey) ?? false;
}
async function survives(wire: Wire, changed: Wire): Promise<boolean> {
  const { verdict, mac, mandate } = await Evaluate(wire, context);
  const sent = { verdict: verdict as Buffer, mac: mac as Buffer, mandate: mandate as Buffer };
  expect(isPermitted(wire, sent)).toBe(true);
  try {
    return isPermitted(changed, sent);
  } catch (error) {
    // A request that makes no sense is not signed either.
    if (error instanceof AppError) return false;
    throw error;
  }
}
const wireOf = (
  operation: Parameters<typeof signingRequest>[1],
  wallet: typeof ethWallet = ethWallet,
): Wire =>
  signingRequest('application-1', operation, {
    chain: wallet.chain,
    network: wallet.network,
    publicKey: Buffer.from(wallet.publicKey),
  });

const runs = 12;
const bytes = (minLength: number, maxLength = minLength) =>
  fc.uint8Array({ minLength, maxLength }).map((each) => Buffer.from(each));
const id = fc.stringMatching(/^[A-Za-z0-9-]{1,20}$/);
const key = bytes(32)
  .filter((secret) => secp256k1.isPrivate(secret))
  .map((secret) => Buffer.from(secp256k1.pointFromScalar(secret, true) ?? []));
const quantity = (most: bigint) => fc.bigInt(1n, most).map(String);
const text = fc.string({ maxLength: 30 }).map((each) => Buffer.from(each));
const unsigned = (operation: Operation) => {
  if (operation.kind !== 'transaction') throw new Error('no transaction');
  return Buffer.from(operation.unsigned);
};
const numbers = fc.record({
  value: fc.bigInt(0n, 2n ** 200n),
  nonce: fc.nat(),
  chainId: fc.integer({ min: 1, max: 9 }),
});
// With an array, which version 3 does not know. Without one it has the same digest as version 4.
const typedJson = fc.tuple(fc.string({ maxLength: 9 }), fc.nat(255)).map(([name, b]) =>
  JSON.stringify({
    types: { EIP712Domain: [{ name: 'name', type: 'string' }], A: [{ name: 'b', type: 'uint8[]' }] },
    primaryType: 'A',
    domain: { name },
    message: { b: [b] },
  }),
);

type Kind = NonNullable<NonNullable<Wire['operation']>['kind']>;
type Wallet = typeof ethWallet;
type Values = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/**
 * For each operation: its message in the contract, a wallet that can do it, and for each field of the message values
 * that are valid with all others.
 */
const kinds: Readonly<Record<Kind, readonly (readonly [string, Wallet, Values])[]>> = {
  rawHash: [['RawHash', ethWallet, { hash: bytes(32) }]],
  message: [
    ['Message', ethWallet, { message: text, format: fc.constant('eip191') }],
    ['Message', btcWallet, { message: text, format: fc.constantFrom('bip137', 'bip322') }],
    ['Message', solWallet, { message: text, format: fc.constant('raw') }],
  ],
  eip7702Authorization: [
    [
      'Eip7702Authorization',
      ethWallet,
      { chainId: quantity(2n ** 64n), address: bytes(20), nonce: quantity(2n ** 64n - 2n) },
    ],
  ],
  transaction: [
    [
      'Transaction',
      ethWallet,
      {
        unsigned: fc.oneof(
          numbers.map((each) => unsigned(payment(each))),
          fc.bigInt(1n, 99n).map((gasPrice) => unsigned(legacyPayment({ gasPrice, chainId: 1 }))),
        ),
      },
    ],
    [
      'Transaction',
      btcWallet,
      {
        unsigned: fc
          .bigInt(1_000n, 90_000n)
          .map((amount) => unsigned(psbt([{ address: btcWallet.address, amount }]))),
      },
    ],
    [
      'Transaction',
      solWallet,
      {
        unsigned: fc.bigInt(1n, 10n ** 9n).map((lamports) => {
          const fromPubkey = new PublicKey(solWallet.publicKey);
          return unsigned(
            solOperation([SystemProgram.transfer({ fromPubkey, toPubkey: fromPubkey, lamports })]),
          );
        }),
      },
    ],
  ],
  typedData: [['TypedData', ethWallet, { version: fc.constant('v4'), json: typedJson }]],
  exportPrivateKey: [
    ['ExportPrivateKey', ethWallet, { recipientPublicKey: bytes(32) }],
    ['ExportPrivateKey', solWallet, { recipientPublicKey: bytes(32) }],
  ],
};
/** Possible values for these, valid with the others or not. */
const anyValues: Values = {
  format: fc.constantFrom(...messageFormats),
  version: fc.constantFrom(...typedDataVersions),
};
const ways = Object.entries(kinds).flatMap(([kind, list]) =>
  list.map(([message, wallet, values]) => ({ kind: kind as Kind, message, wallet, values })),
);
const operations = ({ kind, values }: (typeof ways)[number]) =>
  fc.record(values).map((fields) => ({ kind, [kind]: fields }));

/** Other values for each field of a request, whatever its operation. */
const others: Readonly<
  Record<
    Exclude<keyof Wire, 'signer' | '_signer' | '_exchangeKey' | 'claimsJson'>,
    (wallet: Wallet) => fc.Arbitrary<unknown>
  >
> = {
  applicationId: () => id,
  walletId: () => id,
  chain: () => fc.constantFrom('ETH', 'SOL', 'BTC'),
  network: () =>
    fc.constantFrom('EVM', 'SEPOLIA', 'SOL_TESTNET', 'BTC_TESTNET', 'BTC_MAINNET', 'SOL_MAINNET'),
  publicKey: ({ chain }) => (chain === 'SOL' ? bytes(32) : key),
  issuer: () => id,
  subject: () => id,
  jwtHash: () => bytes(32),
  recordVersion: () => fc.integer({ min: 1, max: 2 ** 31 }),
  operation: () => fc.oneof(...ways.map(operations)),
  exchangeKey: () => fc.constant(otherSigners.publicKey),
};
const requests = (way: (typeof ways)[number]): fc.Arbitrary<Wire> => {
  const { chain, network, publicKey: own } = way.wallet;
  return fc.record({
    ...{ applicationId: id, walletId: id, issuer: id, subject: id, jwtHash: bytes(32) },
    chain: fc.constant(chain as string),
    network: fc.constant(network),
    publicKey: fc.constant(Buffer.from(own)),
    recordVersion: fc.integer({ min: 1, max: 9 }),
    exchangeKey: fc.constant(playedSigners.publicKey),
    claimsJson: fc.constantFrom('', '{"aud":"app"}'),
    operation: operations(way),
  });
};
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

describe('a verdict', () => {
  it('has values for every field of a request, every kind of operation, and every field of each', () => {
    const policy = fieldsOf('policy/v1/policy.proto', 'EvaluateRequest');
    // A verdict names a signer only when something is reserved. Then only that signer may use it (spending.test.ts).
    // Claims are only shown with the decision.
    expect([...Object.keys(others), 'signer', 'claimsJson'].sort()).toEqual([...policy].sort());
    // An import is not an operation: it makes a wallet, uses none, and needs no verdict.
    const all = fieldsOf('operation/v1/operation.proto', 'Operation');
    expect(Object.keys(kinds).sort()).toEqual([...all].sort());
    for (const { message, values } of ways)
      expect(Object.keys(values).sort()).toEqual(
        [...fieldsOf('operation/v1/operation.proto', message)].sort(),
      );
  });

  it.each(
    ways.flatMap((way) =>
      Object.entries(others).map(([field, values]) => ({ ...way, way, field, values: values(way.wallet) })),
    ),
  )('$kind of $wallet.chain does not survive another $field', async ({ way, field, values }) => {
    await fc.assert(
      fc.asyncProperty(requests(way), values, async (wire, value) => {
        fc.pre(!isSame(wire[field as keyof Wire], value));
        expect(await survives(wire, { ...wire, [field]: value })).toBe(false);
      }),
      { numRuns: runs },
    );
  });

  it.each(
    ways.flatMap((way) =>
      Object.entries({ ...way.values, ...pick(anyValues, Object.keys(way.values)) }).map(
        ([field, values]) => ({ ...way, way, field, values }),
      ),
    ),
  )(
    '$kind of $wallet.chain does not survive another $field of the operation',
    async ({ way, field, values }) => {
      await fc.assert(
        fc.asyncProperty(requests(way), values, async (wire, value) => {
          const operation = wire.operation as unknown as Record<string, Record<string, unknown>>;
          fc.pre(!isSame(operation[way.kind]?.[field], value));
          const changed = { ...operation, [way.kind]: { ...operation[way.kind], [field]: value } };
          expect(await survives(wire, { ...wire, operation: changed })).toBe(false);
        }),
        { numRuns: runs },
      );
    },
  );

  it('for typed data in the first version is not valid for the same text in another version', async () => {
    const json = JSON.stringify([{ type: 'string', name: 'a', value: 'b' }]);
    const first = { kind: 'typed_data', version: 'v1', json } as const;
    expect(await survives(wireOf(first), wireOf({ ...first, version: 'v4' }))).toBe(false);
  });

  it('for a message on SOL is not valid for the bytes as a transaction', async () => {
    const message = Buffer.from('hello');
    const wire = wireOf({ kind: 'message', message, format: 'raw' }, solWallet);
    const asTransaction = receivedOperation({ kind: 'transaction', unsigned: message });
    expect(await survives(wire, { ...wire, operation: asTransaction })).toBe(false);
  });
});

function pick(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => names.includes(name)));
}
