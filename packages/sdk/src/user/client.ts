import { startDeadline, usualMs } from '../core/deadline.js';
import { createCaller, type CallerOptions, type Prepare, type Sent } from '../core/call.js';
import { clientError } from '../core/error.js';
import { walletOf, type Signing } from '../core/wallet-of.js';
import {
  exportKey,
  getAttestation,
  getOrCreateWallet,
  signData,
  signEip7702,
  signMessage,
  signTransaction,
  signTypedData,
  type Operations,
} from '../generated/operations.js';
import type { ExportedKey, ExportKeyRequest, WalletAddress, Warning } from '../generated/schemas.js';
import type { CallOptions, Chain, SignOptions, Wallets } from '../wallets.js';
import { ownerOf, tokenFor, type OnStepUp, type UserToken } from '../core/token.js';

export type ClientOptions = CallerOptions & {
  /** Names the application. Not a secret. */
  readonly apiKey: string;
  /** The id of the identity provider, as the service knows it. */
  readonly providerId: string;
  readonly token: UserToken;
  /** Without it, `auth.mfa-required` is thrown, with `challenge`. */
  readonly onStepUp?: OnStepUp;
};

/** What has no effect yet, or another one than it may seem. Empty as a rule. */
type Warned = { readonly warnings: readonly Warning[] };

/** The wallets of the user whose token it is. For pages, apps and servers. It has no secret of the application. */
export type Client = {
  /**
   * The user's one wallet of a chain, made if there is none. Asked for once per user: later calls and calls at the same
   * time get the same answer. A wallet signs for its user alone: once the token is another user's, it throws
   * `client.user-changed`.
   */
  readonly wallet: <C extends Chain>(chain: C, options?: WalletOptions) => Promise<Wallets[C] & Warned>;
  /** The wallet's key, sealed to the caller's public key (HPKE). `@wallet-service/sdk/keys` does all of it. */
  readonly exportKey: (chain: Chain, body: ExportKeyRequest, options?: CallOptions) => Promise<ExportedKey>;
  /** The documents of all signers, for `verifyAttestation`. */
  readonly attestation: (
    query: Operations['getAttestation']['query'],
    options?: CallOptions,
  ) => Promise<Operations['getAttestation']['answer']>;
};

export type WalletOptions = CallOptions & {
  /** `skip`: makes a new wallet although a pre-generated one waits for the user (`wallet.claim-possible`). */
  readonly claim?: 'skip';
};

/** A client for one user at a time. It keeps the addresses of that user, and nothing else. */
export function createClient(settings: ClientOptions): Client {
  const { apiKey, providerId, token, onStepUp } = settings;
  const call = createCaller(settings);
  let known: { readonly owner: string; readonly addresses: Map<string, Promise<WalletAddress>> } | undefined;

  /** With the user's credentials. `owner`: whose token it must be. */
  function asUser(chain: Chain, sent: Sent, owner?: string): Prepare {
    return async (renewal) => {
      const jwt = await tokenFor(token, onStepUp, renewal);
      if (jwt === undefined) return undefined;
      if (owner !== undefined && nameOf(jwt) !== owner) throw userChanged();
      const headers = {
        authorization: `Bearer ${jwt}`,
        'x-service-api-key': apiKey,
        'x-oidc-provider-id': providerId,
        'x-service-chain': chain,
      };
      return { ...sent, headers: { ...headers, ...sent.headers } };
    };
  }

  function signingAs(owner: string, chain: Chain): Signing {
    const as = (body: unknown, { receipt = false }: SignOptions = {}): Prepare =>
      asUser(chain, { body, ...(receipt && { headers: { prefer: 'receipt' } }) }, owner);
    return {
      message: (body, options) => call(signMessage, as(body, options), options),
      transaction: (payload, options) => call(signTransaction, as({ payload }, options), options),
      typedData: (data, _hash, options) => call(signTypedData, as({ typed_data: data }, options), options),
      authorization: ({ chainId, address, nonce }, options) =>
        call(signEip7702, as({ chain_id: chainId, address, nonce }, options), options),
      hash: (hash, options) => call(signData, as({ raw_data_hash: hash }, options), options),
    };
  }

  /** Shared by all who ask at the same time, so none of them can end it. */
  function addressOf(
    owner: string,
    chain: Chain,
    claim: 'skip' | undefined,
    timeoutMs: number,
  ): Promise<WalletAddress> {
    if (known?.owner !== owner) known = { owner, addresses: new Map() };
    const { addresses } = known;
    const wanted = `${chain} ${claim ?? ''}`;
    const before = addresses.get(wanted);
    if (before) return before;
    const asked = call(getOrCreateWallet, asUser(chain, { headers: { 'x-claim': claim } }, owner), {
      timeoutMs: Math.max(timeoutMs, settings.timeoutMs ?? usualMs),
    });
    addresses.set(wanted, asked);
    asked.catch(() => addresses.delete(wanted));
    return asked;
  }

  return {
    wallet: async (chain, { claim, signal, timeoutMs = settings.timeoutMs ?? usualMs } = {}) => {
      const deadline = startDeadline(timeoutMs, signal, getOrCreateWallet.id);
      try {
        const owner = nameOf((await deadline.within(() => tokenFor(token))) ?? '');
        const identity = await deadline.within(() => addressOf(owner, chain, claim, timeoutMs));
        const wallet = walletOf(chain, identity, signingAs(owner, chain));
        return { ...wallet, warnings: identity.warnings ?? [] };
      } finally {
        deadline.end();
      }
    },
    exportKey: (chain, body, options) => call(exportKey, asUser(chain, { body }), options),
    attestation: (query, options) => call(getAttestation, () => ({ query }), options),
  };
}

/** The user of a token as one text. */
function nameOf(jwt: string): string {
  const { issuer, subject } = ownerOf(jwt);
  return JSON.stringify([issuer, subject]);
}

function userChanged(): Error {
  return clientError(
    'client.user-changed',
    'the token is of another user than the wallet: ask the client for the wallet of this user',
  );
}
