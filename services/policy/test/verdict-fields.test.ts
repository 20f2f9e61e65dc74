import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { addressOf, type Chain } from '@wallet-service/addresses';
import { planSigning } from '@wallet-service/chains';
import { AppError } from '@wallet-service/errors';
import type { PolicyDefinition, ReceivedRequestOf } from '@wallet-service/grpc';
import { decodeVerdict, encodeVerdict, verdictSignaturePayload } from '@wallet-service/signer-protocol';
import { compilePolicies } from '../src/engine/compile-policies.js';
import { evaluate, type EvaluateDeps } from '../src/evaluation/evaluate.js';
import { evaluationHandlers } from '../src/evaluation/evaluation-handlers.js';
import { operationOfProto } from '../src/evaluation/operation-of-proto.js';
import { defaultSettings } from '../src/settings/settings.js';
import { signVerdict } from '../src/verdicts/sign-verdict.js';
import { btcWallet, ethWallet, legacyPayment, payment, solWallet, typedData } from './operations.js';
import { context, operationToProto, signingRequest } from './policy-service.js';

// The fields are read from the contract: one that is added to it without a row here fails.

type Wire = ReceivedRequestOf<PolicyDefinition['Evaluate']>;

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const now = new Date('2026-11-21T00:00:00Z');
const rulebooks = {
  ETH: compilePolicies('ETH', []),
  SOL: compilePolicies('SOL', []),
  BTC: compilePolicies('BTC', []),
};
const deps: EvaluateDeps = {
  readStanding: () => Promise.resolve({ revision: 3n, recordFloor: 1n }),
  raiseRecordFloor: (_applicationId, _walletId, version) => Promise.resolve(BigInt(version)),
  rulesInForce: () => Promise.resolve({ revision: 3n, settings: defaultSettings, rulebooks }),
  reserving: (_wallet, _reservation, _windows, decideWith) => Promise.resolve(decideWith(() => 0n)),
  addressOf,
  store: () => Promise.resolve(true),
  sign: (permission, at) => signVerdict(privateKey, permission, Math.floor(at.getTime() / 1000)),
  now: () => now,
  newId: () => 'id',
};
const { Evaluate } = evaluationHandlers({
  evaluate: (request) => evaluate(deps, request),
  dryRun: () => Promise.reject(new Error('not asked for')),
  release: () => Promise.resolve(false),
  raiseRecordFloor: () => Promise.resolve(1n),
});

/** The names of a message's fields, as they are called here. */
function fieldsOf(file: string, message: string): readonly string[] {
  const proto = readFileSync(new URL(`../../../proto/${file}`, import.meta.url), 'utf8');
  const body = new RegExp(`^message ${message} \\{((?:.|\\n)*?)\\}`, 'm').exec(proto)?.[1] ?? '';
  return [...body.matchAll(/(\w+) = \d+;/g)].map(([, name = '']) =>
    name.replace(/_([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase()),
  );
}

/** Would the signer take the verdict for this request? What it compares, in its own words. */
function isPermitted(wire: Wire, { verdict, signature }: { verdict: Buffer; signature: Buffer }): boolean {
  const { issuedAt, expiresAt } = decodeVerdict(verdict) ?? { issuedAt: 0, expiresAt: 0 };
  const { applicationId, walletId, chain, network, issuer, subject, jwtHash, recordVersion } = wire;
  const operation = operationOfProto(wire.operation);
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
  return verify(null, verdictSignaturePayload(wanted), publicKey, signature);
}
async function survives(wire: Wire, changed: Wire): Promise<boolean> {
  const { verdict, signature } = await Evaluate(wire, context);
  const signed = { verdict: verdict as Buffer, signature: signature as Buffer };
  expect(isPermitted(wire, signed)).toBe(true);
  try {
    return isPermitted(changed, signed);
  } catch (error) {
    // What makes no sense at all is not signed either.
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

const hello = { kind: 'message', message: Buffer.from('hello') } as const;
const base = wireOf({ ...hello, format: 'eip191' });

const others: Readonly<Record<keyof Wire, unknown>> = {
  applicationId: 'application-2',
  walletId: 'wallet-2',
  chain: 'BTC',
  network: 'SEPOLIA',
  publicKey: Buffer.from('02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5', 'hex'),
  issuer: 'https://other.example',
  subject: 'bob',
  jwtHash: Buffer.alloc(32, 8),
  recordVersion: 2,
  operation: operationToProto({ ...hello, message: Buffer.from('hell0'), format: 'eip191' }),
};

describe('a verdict', () => {
  it('has a row here for every field of a request', () => {
    expect(Object.keys(others).sort()).toEqual(
      [...fieldsOf('policy/v1/policy.proto', 'EvaluateRequest')].sort(),
    );
  });

  it.each(Object.entries(others))('does not survive another %s', async (field, value) => {
    expect(await survives(base, { ...base, [field]: value })).toBe(false);
  });
});

type Kind = NonNullable<NonNullable<Wire['operation']>['kind']>;
const typed = {
  types: { A: [{ name: 'b', type: 'uint8' }] },
  primaryType: 'A',
  domain: {},
  message: { b: 1 },
};
const list = JSON.stringify([{ type: 'string', name: 'a', value: 'b' }]);

/** For each operation its message in the contract, and for each field of that another value. */
const kinds: Readonly<Record<Kind, readonly [string, Wire, Readonly<Record<string, unknown>>]>> = {
  rawHash: [
    'RawHash',
    wireOf({ kind: 'raw_hash', hash: Buffer.alloc(32, 1) }),
    { hash: Buffer.alloc(32, 2) },
  ],
  message: [
    'Message',
    wireOf({ ...hello, format: 'bip137' }, btcWallet),
    { message: Buffer.from('hell0'), format: 'bip322' },
  ],
  eip7702Authorization: [
    'Eip7702Authorization',
    wireOf({ kind: 'eip7702_authorization', chainId: 1n, address: Buffer.alloc(20, 1), nonce: 1n }),
    { chainId: '2', address: Buffer.alloc(20, 2), nonce: '2' },
  ],
  transaction: [
    'Transaction',
    wireOf(payment()),
    { unsigned: (legacyPayment({ chainId: 1, gasPrice: 1n }) as { unsigned: Uint8Array }).unsigned },
  ],
  typedData: [
    'TypedData',
    wireOf(typedData(typed)),
    { version: 'v1', json: JSON.stringify({ ...typed, message: { b: 2 } }) },
  ],
  exportPrivateKey: [
    'ExportPrivateKey',
    wireOf({ kind: 'export_private_key', recipientPublicKey: Buffer.alloc(32, 9) }),
    { recipientPublicKey: Buffer.alloc(32, 10) },
  ],
};

describe('a verdict for an operation', () => {
  // An import is none: it makes a wallet, uses none, and needs no verdict.
  it('has a row here for every kind, and for every field of each', () => {
    expect(Object.keys(kinds).sort()).toEqual(
      [...fieldsOf('operation/v1/operation.proto', 'Operation')].sort(),
    );
    for (const [message, , changes] of Object.values(kinds))
      expect(Object.keys(changes).sort()).toEqual(
        [...fieldsOf('operation/v1/operation.proto', message)].sort(),
      );
  });

  const rows = Object.entries(kinds).flatMap(([kind, [, wire, changes]]) =>
    Object.entries(changes).map(([field, value]) => [kind as Kind, field, wire, value] as const),
  );
  it.each(rows)('%s does not survive another %s', async (kind, field, wire, value) => {
    const operation = wire.operation as unknown as Record<string, object>;
    const changed = { ...operation, [kind]: { ...operation[kind], [field]: value } };
    expect(await survives(wire, { ...wire, operation: changed })).toBe(false);
  });

  it.each(Object.keys(kinds) as Kind[])('%s is not one for any other kind', async (kind) => {
    const [, wire] = kinds[kind];
    for (const [, other] of Object.values(kinds)) {
      if (other === wire) continue;
      expect(await survives(wire, { ...wire, operation: other.operation })).toBe(false);
    }
  });

  it('of typed data in the first version is none for the same text in another', async () => {
    const first = { kind: 'typed_data', version: 'v1', json: list } as const;
    expect(await survives(wireOf(first), wireOf({ ...first, version: 'v4' }))).toBe(false);
  });

  it('to sign on SOL is none for the bytes as a transaction', async () => {
    const message = { ...hello, format: 'raw' } as const;
    const wire = wireOf(message, solWallet);
    const asTransaction = operationToProto({ kind: 'transaction', unsigned: hello.message });
    expect(await survives(wire, { ...wire, operation: asTransaction })).toBe(false);
  });
});
