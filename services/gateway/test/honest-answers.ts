import { generateKeyPairSync } from 'node:crypto';
import type { Chain } from '@wallet-service/addresses';
import {
  assertHashOf,
  planSigning,
  requestedFromWire,
  resolveOperation,
  type Answer,
  type RequestedOnTheWire,
} from '@wallet-service/chains';
import { AppError } from '@wallet-service/errors';
import { healthAnswers, issuerSeen } from './health-answers.js';
import { decision, decisionsAgain, dryRun, foundDecision, policyWarnings } from './decision-answers.js';
import type { FakeAnswer } from './fake-services.js';
import { listingAnswers } from './listing-answers.js';
import { policyRecord } from './policy-answers.js';
import { changedProvider } from './provider-answers.js';
import { personAnswers } from './person-answers.js';
import { secretKeyAnswers } from './secret-key-answers.js';
import { trustAnswers } from './trust-answers.js';
import { webhookAnswers } from './webhook-answers.js';

export const issuer = 'https://login.example';
export const audience = 'app-1';
export const apiKey = 'pk_test';
export const secretKey = 'sk_test';
export const operatorKey = 'ok_test';
export const providerId = 'provider-1';
export const applicationId = 'application-1';

export const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const keySet = {
  keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'ES256', use: 'sig' }],
};

const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const walletKey = Buffer.alloc(33, 2);
export const walletKeyText = `0x${'02'.repeat(33)}`;
export const signature = { signature: '0xaa', r: '0xbb', s: '0xcc', v: '27' };

export const application = {
  id: applicationId,
  name: 'demo',
  apiKey,
  settings: {
    opJwtMode: 'observe',
    expressJwtMaxLifetimeSeconds: 86_400,
    accessKeyRecovery: true,
    emailProviderIds: [],
    allowedOrigins: ['https://app.example.com', 'https://*.preview.example.com'],
    claimPossible: 'refuse',
  },
  features: { pregeneratedWallets: true },
  timeCreated: '1790000000',
  timeUpdated: '1790000001',
};
export const policySettings = {
  policyEvaluationEnabled: false,
  recencyWindowMinutes: 15,
  defaultAction: 'allow',
  rawHashSigning: 'refuse',
  eip7702AnyChain: 'refuse',
  chainIdCheck: 'enforce',
  embeddedWalletProviderIds: [],
  mfaAcrValues: [],
  plainChainIds: [],
  denialDetail: 'brief',
  warnings: [],
};
export const provider = {
  id: providerId,
  applicationId,
  issuer,
  audience,
  jwksUri: `${issuer}/jwks`,
  discovered: false,
};

const coreChains: Readonly<Record<string, Chain>> = { 'wallet-sol': 'SOL', 'wallet-btc': 'BTC' };
const coreWallet = {
  id: 'wallet-1',
  chain: 'ETH',
  network: 'EVM',
  address,
  publicKey: walletKey,
  timeCreated: '1790000000',
  timeUpdated: '0',
  interface: 'core',
  groupId: '',
  keyType: 'secp256k1',
  accessKeyRequired: true,
  recoverable: true,
  issuer,
  subject: 'user-1',
  origin: 'created',
};
const signedReceipt = {
  statement: Buffer.from('statement'),
  signature: Buffer.alloc(64, 5),
  publicKey: Buffer.alloc(32, 4),
};
export const accessKey = Buffer.alloc(32, 9);
const newWallet = ({ network = 'EVM', groupId = '', resourceId }: Record<string, unknown>) => ({
  wallet: { ...coreWallet, network, groupId, ...(resourceId !== undefined && { resourceId }) },
  accessKey,
});
const group = { id: 'group-1', timeCreated: '1', timeUpdated: '1' };
const pregenerated = {
  walletId: 'wallet-2',
  address,
  publicKey: walletKey,
  status: 'unclaimed',
  timeCreated: '1',
  timeClaimed: '0',
  interface: '',
};
const journalEntry = {
  seq: '1',
  leafHash: Buffer.alloc(32, 1),
  inclusionProof: [Buffer.alloc(32, 5)],
  timeMs: '1790000000000',
  kind: 'event',
  requestId: 'request-1',
  walletId: 'wallet-1',
  operation: 'wallet.created',
  payloadHashes: [],
  jwtHash: Buffer.alloc(32),
  decisionJson: '',
  outcome: '',
  errorCode: '',
  tokenReused: false,
  traceId: 'f'.repeat(32),
  detailsJson: '{"network":"EVM"}',
};
/** The kind of answer to a request. Throws for what only the wallet service refuses. */
function kindOf(wire: RequestedOnTheWire, walletId: string | undefined, named: unknown): Answer['kind'] {
  const chain = walletId === undefined ? (named as Chain) : (coreChains[walletId] ?? 'ETH');
  const field = walletId === undefined ? 'header X-Service-Chain' : '/wallet_id';
  const { operation, hash } = resolveOperation({ chain, field }, requestedFromWire(wire));
  const eth = { chain: 'ETH', network: '', publicKey: new Uint8Array(33), address } as const;
  if (hash) assertHashOf(hash, planSigning(eth, operation).payloads);
  if (operation.kind === 'transaction' && !hash) return 'transaction';
  if (operation.kind === 'eip7702_authorization') return 'authorization';
  return operation.kind === 'message' ? 'message' : 'hash';
}

/** The services behind the gateway when nothing is wrong. */
export const honestAnswers: Readonly<Record<string, FakeAnswer>> = {
  AuthenticateUser({ apiKey: given, providerId: named, knownRevision }) {
    if (given !== apiKey) throw new AppError('auth.api-key-invalid', 'the API key is not known');
    if (named !== providerId) throw new AppError('auth.provider-invalid', 'no such provider');
    if (knownRevision === '7')
      return { revision: '7', unchanged: true, application: null, provider: null, keySetJson: '' };
    return { revision: '7', unchanged: false, application, provider, keySetJson: JSON.stringify(keySet) };
  },
  GetAllowedOrigins({ apiKey: given }) {
    if (given !== apiKey) throw new AppError('auth.api-key-invalid', 'the API key is not known');
    return { allowedOrigins: application.settings.allowedOrigins, maxStalenessMs: 0 };
  },
  FindProviders({ apiKey: given }) {
    if (given !== apiKey) throw new AppError('auth.api-key-invalid', 'the API key is not known');
    return { application, providers: [provider] };
  },
  AuthenticateSecretKey({ secretKey: given, knownRevision }) {
    if (given !== secretKey) throw new AppError('auth.secret-key-invalid', 'the secret key is not known');
    if (knownRevision === '3')
      return {
        revision: '3',
        unchanged: true,
        application: null,
        secretKeyId: '',
        providers: [],
        scopes: [],
        afterApproval: [],
      };
    return {
      revision: '3',
      unchanged: false,
      application,
      secretKeyId: 'key-1',
      providers: [provider],
      scopes: [],
      afterApproval: [],
    };
  },
  AuthenticateOperator({ operatorKey: given }) {
    if (given !== operatorKey)
      throw new AppError('auth.operator-key-invalid', 'the operator key is not known');
    return {};
  },
  RefreshProvider: ({ providerId: id }) => ({
    providerId: id,
    timeFetched: '1790000000',
    ...{ keysAdded: ['k2'], keysRemoved: ['k1'] },
  }),
  RefreshKeySet: () => ({ revision: '7', keySetJson: JSON.stringify(keySet) }),
  GetOrCreateWallet: () => ({
    id: 'w',
    chain: 'ETH',
    network: 'EVM',
    address,
    publicKey: walletKey,
    timeCreated: '0',
  }),
  CreateWalletGroup: ({ resourceId }) => ({ ...group, ...(resourceId !== undefined && { resourceId }) }),
  GetWalletGroup: () => group,
  ListWalletGroups: () => ({ groups: [group], next: '' }),
  CreateWallet: (request) => newWallet(request),
  ImportPrivateKey: (request) => newWallet(request),
  RotateAccessKey: () => newWallet({}),
  RecoverAccessKey: () => newWallet({}),
  GetWallet: ({ walletId }) => ({ ...coreWallet, id: walletId }),
  ListWallets: () => ({ wallets: [coreWallet], next: 'wallet-1' }),
  ...listingAnswers(coreWallet),
  ExportPrivateKey: () => ({
    encapsulatedKey: Buffer.alloc(32, 1),
    ciphertext: Buffer.from('sealed'),
    info: Buffer.from('info'),
    associatedData: Buffer.from('aad'),
    requestId: 'request-1',
    walletId: 'wallet-1',
    address,
    publicKey: walletKey,
  }),
  GetImportKey: () => ({
    publicKey: Buffer.alloc(32, 2),
    info: Buffer.from('info'),
    associatedData: Buffer.from('aad'),
  }),
  PregenerateWallets: ({ emails }) => ({
    results: (emails as string[]).map((email) => ({
      email,
      malformed: !email.includes('@'),
      wallet: email.includes('@') ? pregenerated : null,
    })),
  }),
  GetPregeneratedWallet: () => pregenerated,
  ListJournal: () => ({
    entries: [journalEntry],
    size: '2',
    next: '0',
    nextPlace: [],
    archived: '1',
    removed: '0',
    removedHashes: [],
    checkpoint: { size: '2', time: '1700000000', publicKey: Buffer.alloc(32, 4), note: 'note' },
  }),
  GetLogFile: () => ({ content: Buffer.from('file') }),
  GetAttestations: () => ({
    attestations: [
      { format: 'self-signed', document: Buffer.from('document'), receiptPublicKey: Buffer.alloc(32, 4) },
    ],
  }),
  Sign({ operation, walletId, chain, receipt: wanted }) {
    const kind = kindOf(operation as RequestedOnTheWire, walletId as string | undefined, chain);
    const { signature: text, ...parts } = signature;
    const results = {
      transaction: { transaction: { signedTransaction: '0xee', transactionHash: '0xdd' } },
      authorization: { authorization: { r: '1', s: '2', yParity: 0, rHex: '0x1', sHex: '0x2' } },
      message: { signature: { signature: text, parts } },
      hash: { signature: { signature: text, parts, messageHash: '0xdd' } },
    };
    return { ...results[kind], requestId: 'request-1', receipt: wanted === true ? signedReceipt : null };
  },
  LookAtIssuer: () => issuerSeen,
  CreateProvider: changedProvider(provider),
  ListProviders: () => ({ providers: [provider] }),
  GetProvider({ providerId: id }) {
    if (id !== providerId) throw new AppError('provider.not-found', 'no such provider');
    return provider;
  },
  UpdateProvider: changedProvider(provider),
  DeleteProvider: () => ({}),
  ...trustAnswers,
  CreateApplication: ({ name }) => ({
    application: { ...application, name },
    secretKeyId: 'key-1',
    secretKey,
  }),
  ListApplications: () => ({ applications: [application], next: '' }),
  GetApplication: () => application,
  UpdateApplication: () => application,
  ...secretKeyAnswers,
  ...personAnswers,
  ...healthAnswers,
  CreatePolicy: () => policyRecord,
  GetPolicy: () => policyRecord,
  ListPolicies: () => ({ policies: [policyRecord], next: '' }),
  UpdatePolicy: () => ({ ...policyRecord, revision: 5 }),
  DeletePolicy: () => ({}),
  ListPolicyRevisions: () => ({
    revisions: [
      {
        ...{ change: 'created', policy: policyRecord, time: '1790000000' },
        ...{ actorKind: 'person', actorId: 'person-1', reason: 'agreed' },
      },
    ],
  }),
  EvaluateDryRun: () => dryRun,
  EvaluateDecisions: () => decisionsAgain,
  ListWarnings: () => policyWarnings,
  GetDecision: () => foundDecision,
  ListDecisions: () => ({ decisions: [decision], next: 'd1' }),
  GetSettings: () => policySettings,
  UpdateSettings: () => policySettings,
  ...webhookAnswers,
};
