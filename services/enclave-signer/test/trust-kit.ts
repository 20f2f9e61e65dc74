import { createHash, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto';
import {
  encodeVerdict,
  Refused,
  type PublicJwk,
  type SignerRequest,
  type SignerResponse,
  type TrustBundle,
  type Verdict,
  type WalletContext,
} from '@wallet-service/signer-protocol';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import {
  makeKey,
  publicJwkOf,
  signToken,
  type Claims,
  type TestKey,
} from '../../../packages/jwt/test/token-maker.js';
import { playPolicy, type PlayedPolicy } from '../../../packages/signer-protocol/test/verdict-parties.js';
import type { Answer } from './signer-process.js';

export const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** An issuer, a policy service and a trust root: everything around a signer whose image has a trust bundle. */
export type TrustKit = {
  readonly userKey: TestKey;
  readonly policyKey: KeyObject;
  readonly trustRootKey: KeyObject;
  readonly bundle: TrustBundle;
  readonly token: (subject: string, claims?: Claims) => string;
};

export const issuer = 'https://id.example.com/';
export const audience = 'app1';

export function makeTrustKit(changes: Partial<TrustBundle> = {}): TrustKit {
  const userKey = makeKey('k1', 'ES256');
  const policy = generateKeyPairSync('ed25519');
  const root = generateKeyPairSync('ed25519');
  const provider = {
    issuer,
    audience,
    embeddedWallet: true,
    assertsEmail: true,
    jwks: { keys: [publicJwkOf(userKey) as unknown as PublicJwk] },
  };
  const application = (id: string) => ({ id, expressJwtMaxLifetimeSeconds: 3600, providers: [provider] });
  const bundle: TrustBundle = {
    version: 5,
    issuedAt: nowSeconds() - 60,
    expiresAt: nowSeconds() + 86_400,
    roots: [{ kid: 'root-1', publicKey: rawPublicKey(root.publicKey) }],
    verdictKeys: [rawPublicKey(policy.publicKey)],
    applications: [application('app-a'), application('app-b')],
    ...changes,
  };
  return {
    userKey,
    policyKey: policy.privateKey,
    trustRootKey: root.privateKey,
    bundle,
    token: (subject, claims = {}) => {
      const now = nowSeconds();
      const base = { iss: issuer, aud: audience, sub: subject, iat: now, exp: now + 300 };
      return signToken({ ...base, ...claims }, userKey);
    },
  };
}

export const sha256 = (bytes: Uint8Array | string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(bytes).digest());

/** By wallet id. */
const publicKeys = new Map<string, Uint8Array>();
/** Of the signers with which a wallet was made: by its id, and by its wrapped application key. */
const exchangeKeys = new Map<string, Uint8Array>();
const nameOf = (wrappedKey: Uint8Array): string => Buffer.from(wrappedKey).toString('base64');
const processes = new WeakMap<KeyObject, PlayedPolicy>();

/** One process of the policy service with this verdict key. */
function policyWith(verdictKey: KeyObject): PlayedPolicy {
  const process = processes.get(verdictKey) ?? playPolicy(verdictKey);
  processes.set(verdictKey, process);
  return process;
}

/** The user whom a token names, whether or not the token is valid. */
function ownerIn(jwt: string): { issuer: string; subject: string } {
  try {
    const payload = Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString();
    const { iss, sub } = JSON.parse(payload) as { iss?: unknown; sub?: unknown };
    return { issuer: String(iss), subject: String(sub) };
  } catch {
    return { issuer, subject: '' };
  }
}

/** The policy service, which makes every verdict for the signers with that exchange key. */
export function madeFor(signers: Uint8Array, verdictKey: KeyObject): PlayedPolicy {
  const policy = policyWith(verdictKey);
  return { ...policy, mac: (_asked, verdict) => policy.mac(signers, verdict) };
}

/**
 * Adds a verdict over exactly what a request asks for, with changes, for the signers with which its wallet was made.
 */
export function withVerdict(
  request: SignerRequest<'Sign'>,
  policyKey: KeyObject | PlayedPolicy,
  changes: Partial<Verdict> = {},
): SignerRequest<'Sign'> {
  const context = request.context ?? emptyContext;
  const now = nowSeconds();
  const verdict = encodeVerdict({
    applicationId: context.applicationId,
    walletId: context.walletId,
    chain: context.chain,
    network: context.network,
    publicKey: publicKeys.get(context.walletId) ?? new Uint8Array(33),
    ...ownerIn(request.jwt),
    operation: request.operation,
    payloadHashes: request.payloads.map(sha256),
    jwtHash: sha256(request.jwt),
    recordVersion: context.recordVersion,
    policyRevision: 'none',
    mfa: null,
    issuedAt: now,
    expiresAt: now + 30,
    ...changes,
  });
  const policy = 'mandate' in policyKey ? policyKey : policyWith(policyKey);
  const names = [context.walletId, nameOf(context.wrappedApplicationKey)];
  const [signers = someExchangeKey] = names.flatMap((name) => exchangeKeys.get(name) ?? []);
  return { ...request, verdict, verdictMac: policy.mac(signers, verdict), mandate: policy.mandate };
}

const someExchangeKey = rawPublicKey(generateKeyPairSync('x25519').publicKey);

const emptyContext: WalletContext = {
  applicationId: '',
  wrappedApplicationKey: new Uint8Array(0),
  walletId: '',
  chain: '',
  network: '',
  recordVersion: 0,
  accessKeyRequired: false,
  recoverable: false,
  labels: new Uint8Array(0),
};

export type TestWallet = {
  readonly context: WalletContext;
  readonly subject: string;
  readonly created: SignerResponse<'CreateWallet'>;
};

type Caller = {
  readonly call: {
    (
      method: 'CreateApplicationKey',
      request: { applicationId: string },
    ): Promise<Answer<'CreateApplicationKey'>>;
    (method: 'CreateWallet', request: SignerRequest<'CreateWallet'>): Promise<Answer<'CreateWallet'>>;
    (method: 'GetStatus', request: SignerRequest<'GetStatus'>): Promise<Answer<'GetStatus'>>;
  };
};

/** Returns the answer, and throws a refusal. */
export function must<T>(answer: T): Exclude<T, Refused> {
  if (answer instanceof Refused) throw answer;
  return answer as Exclude<T, Refused>;
}

/** Makes a wallet through the signer, as the wallet service does. */
export async function makeWallet(
  signer: Caller,
  kit: Pick<TrustKit, 'token'>,
  options: {
    chain: string;
    network?: string;
    subject?: string;
    applicationId?: string;
    accessKey?: boolean;
    recoverable?: boolean;
    beside?: TestWallet;
    labels?: Uint8Array;
  },
): Promise<TestWallet> {
  const { chain, network = `${chain}_MAINNET`, subject = 'alice', applicationId = 'app-a' } = options;
  const { wrappedKey } = options.beside
    ? { wrappedKey: options.beside.context.wrappedApplicationKey }
    : must(await signer.call('CreateApplicationKey', { applicationId }));
  const context: WalletContext = {
    applicationId,
    wrappedApplicationKey: wrappedKey,
    walletId: randomBytes(8).toString('hex'),
    chain,
    network,
    recordVersion: 1,
    accessKeyRequired: options.accessKey ?? false,
    recoverable: options.recoverable ?? false,
    labels: options.labels ?? new Uint8Array(0),
  };
  const tokenUse = context.accessKeyRequired ? 'core' : 'express';
  const created = must(await signer.call('CreateWallet', { context, jwt: kit.token(subject), tokenUse }));
  const { exchangeKey } = must(await signer.call('GetStatus', { applicationId: '' }));
  for (const name of [context.walletId, nameOf(wrappedKey)]) exchangeKeys.set(name, exchangeKey);
  return { context, subject, created };
}

/** A request to sign with a wallet, without its verdict. */
export function signRequest(
  kit: Pick<TrustKit, 'token'>,
  { context, subject, created }: TestWallet,
  payloads: Uint8Array[],
  claims: Claims = {},
): SignerRequest<'Sign'> {
  publicKeys.set(context.walletId, created.publicKey);
  return {
    context,
    sealed: created.sealed,
    accessKey: created.accessKey,
    jwt: kit.token(subject, claims),
    tokenUse: context.accessKeyRequired ? 'core' : 'express',
    operation: 'message',
    payloads,
    verdict: new Uint8Array(0),
    verdictMac: new Uint8Array(0),
    mandate: new Uint8Array(0),
    mfaReceipt: new Uint8Array(0),
    receipt: false,
  };
}
