import { addressOf } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import {
  exportAssociatedData,
  exportDomain,
  Refused,
  type LogCheckpoint,
  type SignerRequest,
  type SignerResponse,
  type WalletContext,
} from '@wallet-service/signer-protocol';
import type { CosignCheckpoint } from '../checkpoints/cosign-log.js';
import type { MfaReceipts } from './mfa-receipts.js';
import type { AwaitTrust } from '../trust/await-trust.js';
import type { ApplicationKeys } from '../wallets/application-keys.js';
import type { SealedTo } from '../wallets/verified-wallets.js';
import { hashOfLabels, type Wallet } from '../wallets/wallet.js';
import type { SignerUseRequest, KeySignatures, SealedKey, TokenUse } from './signer-use-request.js';
import type { CallScope, SignerClient, WalletMethod } from '../signer/signer-client.js';

export type SignerKeysDeps = {
  readonly applicationKeys: ApplicationKeys;
  readonly signer: Pick<SignerClient, 'call'>;
  readonly awaitTrust: AwaitTrust;
  readonly mfaReceipts: MfaReceipts;
};

/**
 * The signer never sees more of a wallet than this. It sees labels only as a hash, and takes the owner from
 * the token.
 */
export type KeyContext = Pick<
  Wallet,
  | 'id'
  | 'applicationId'
  | 'chain'
  | 'network'
  | 'recordVersion'
  | 'accessKeyRequired'
  | 'recoverable'
  | 'interface'
  | 'origin'
  | 'groupId'
  | 'resourceId'
  | 'emailMac'
>;

export type MintedWallet = Pick<
  SignerResponse<'CreateWallet'>,
  'sealed' | 'publicKey' | 'address' | 'accessKey' | 'recoveryRecord'
>;
export type ResealedWallet = SignerResponse<'RotateAccessKey'>;

/** A user's token and the lifetime rule that applies to it. */
type Token = { readonly jwt: string; readonly tokenUse: TokenUse };

export type SignerKeys = MakingKeys & ChangingKeys & UsingKeys & JournalKeys;

/** All calls to the signer about keys of wallets. Every method rejects with AppError only. */
export function createSignerKeys({
  applicationKeys,
  signer,
  awaitTrust,
  mfaReceipts,
}: SignerKeysDeps): SignerKeys {
  const calls: SignerCalls = {
    applicationKey: applicationKeys.get,
    call: (method, request, scope, check) =>
      awaitTrust(
        { applicationId: applicationOf(request), hasToken: 'jwt' in request },
        async () => {
          const answer = await signer.call(method, request, scope);
          check?.(answer);
          return answer;
        },
        scope,
      ).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'wallet.record-corrupt')
          applicationKeys.forget(applicationOf(request));
        throw error;
      }),
    contextOf: async (wallet, scope) => ({
      applicationId: wallet.applicationId,
      wrappedApplicationKey: await applicationKeys.get(wallet.applicationId, scope),
      walletId: wallet.id,
      chain: wallet.chain,
      network: wallet.network,
      recordVersion: wallet.recordVersion,
      accessKeyRequired: wallet.accessKeyRequired,
      recoverable: wallet.recoverable,
      labels: hashOfLabels(wallet),
    }),
  };
  return {
    ...makingKeys(calls),
    ...changingKeys(calls),
    ...usingKeys(calls, mfaReceipts),
    ...journalKeys(calls),
  };
}

type SignerCalls = {
  readonly applicationKey: ApplicationKeys['get'];
  /** `check` throws Refused if the answer does not belong to the request. */
  readonly call: <Method extends WalletMethod>(
    method: Method,
    request: SignerRequest<Method>,
    scope: CallScope,
    check?: (answer: SignerResponse<Method>) => void,
  ) => Promise<SignerResponse<Method>>;
  readonly contextOf: (wallet: KeyContext, scope: CallScope) => Promise<WalletContext>;
};

type AboutApplication = { readonly applicationId?: string; readonly context?: WalletContext | undefined };

function applicationOf({ applicationId, context }: AboutApplication): string {
  return context?.applicationId ?? applicationId ?? '';
}

type MakingKeys = ReturnType<typeof makingKeys>;

function makingKeys({ applicationKey, call, contextOf }: SignerCalls) {
  return {
    create: async (wallet: KeyContext, token: Token, scope: CallScope): Promise<MintedWallet> =>
      call('CreateWallet', { context: await contextOf(wallet, scope), ...token }, scope),

    /** `sealed` is a private key, sealed to the import key for the user of the token. */
    import: async (
      wallet: KeyContext,
      { encapsulatedKey, ciphertext }: Pick<SealedKey, 'encapsulatedKey' | 'ciphertext'>,
      token: Token,
      scope: CallScope,
    ): Promise<MintedWallet> => {
      const context = await contextOf(wallet, scope);
      return call('ImportPrivateKey', { context, encapsulatedKey, ciphertext, ...token }, scope);
    },

    importPublicKey: async (applicationId: string, scope: CallScope): Promise<Uint8Array> => {
      const wrappedApplicationKey = await applicationKey(applicationId, scope);
      return (await call('GetImportKey', { applicationId, wrappedApplicationKey }, scope)).publicKey;
    },

    /** The 32 bytes by which the wallet of an e-mail address is found. `email` in its normal form. */
    hashEmail: async (applicationId: string, email: string, scope: CallScope): Promise<Uint8Array> => {
      const wrappedApplicationKey = await applicationKey(applicationId, scope);
      return (await call('HashEmail', { applicationId, wrappedApplicationKey, email }, scope)).hash;
    },

    /** `email` in its normal form. */
    pregenerate: async (wallet: KeyContext, email: string, scope: CallScope): Promise<MintedWallet> =>
      call('CreatePregeneratedWallet', { context: await contextOf(wallet, scope), email }, scope),
  };
}

type JournalKeys = ReturnType<typeof journalKeys>;

function journalKeys({ applicationKey, call }: SignerCalls) {
  return {
    /**
     * A signer's signatures of a checkpoint. Rejects with an AppError whose cause is Refused, of a name that begins
     * with `log-`, if the signer remembers another journal, or cannot tell.
     */
    cosign: async (
      { applicationId, generation, size, root }: LogCheckpoint,
      { oldSize, hashes, witnessed }: Parameters<CosignCheckpoint>[1],
      scope: CallScope,
    ): Promise<SignerResponse<'CosignCheckpoint'>> => {
      const wrappedApplicationKey = await applicationKey(applicationId, scope);
      const request = {
        applicationId,
        wrappedApplicationKey,
        generation: BigInt(generation),
        size: BigInt(size),
        root,
        oldSize: BigInt(oldSize),
        consistencyProof: [...hashes],
        witnessed,
      };
      return call('CosignCheckpoint', request, scope);
    },
  };
}

type ChangingKeys = ReturnType<typeof changingKeys>;

function changingKeys({ call, contextOf }: SignerCalls) {
  return {
    /** `as` is the interface on which its owner will use it. */
    claim: async (
      wallet: Wallet,
      as: 'express' | 'core',
      token: Token,
      scope: CallScope,
    ): Promise<SignerResponse<'ClaimWallet'>> => {
      const context = await contextOf(wallet, scope);
      const claimedLabels = hashOfLabels({ ...wallet, interface: as });
      const request = { context, sealed: wallet.sealed, claimedLabels, ...token };
      return call('ClaimWallet', request, scope, isKeyOf(wallet));
    },

    rotate: async (
      wallet: Wallet,
      { accessKey, jwt }: { readonly accessKey: Uint8Array; readonly jwt: string },
      scope: CallScope,
    ): Promise<ResealedWallet> => {
      const context = await contextOf(wallet, scope);
      const request = { context, sealed: wallet.sealed, accessKey, jwt };
      return call('RotateAccessKey', request, scope, isKeyOf(wallet));
    },

    recover: async (
      wallet: Wallet,
      recoveryRecord: Uint8Array,
      jwt: string,
      scope: CallScope,
    ): Promise<ResealedWallet> => {
      const context = await contextOf(wallet, scope);
      return call('RecoverAccessKey', { context, recoveryRecord, jwt }, scope, isKeyOf(wallet));
    },

    /**
     * Rejects if the stored wallet is not what a signer created for `sealedTo`. Resolves to whether its
     * labels are covered.
     */
    verifyRecord: async (wallet: Wallet, sealedTo: SealedTo, scope: CallScope): Promise<boolean> => {
      const { sealed, publicKey, address } = wallet;
      const context = await contextOf(wallet, scope);
      const owner = { issuer: '', subject: '', email: '', ...sealedTo };
      const request = { context, sealed, ...owner, publicKey, address };
      return (await call('VerifyWalletRecord', request, scope)).labelsBound;
    },
  };
}

/**
 * Checks that the signer used the stored key and that the wallet has its address, because each is about to be
 * given out.
 */
function isKeyOf({ chain, network, publicKey, address }: Wallet) {
  return (answer: { readonly publicKey: Uint8Array }): void => {
    if (Buffer.compare(answer.publicKey, publicKey) !== 0)
      throw new Refused('address-mismatch', { field: 'publicKey' });
    if (addressOf(chain, network, publicKey) !== address)
      throw new Refused('address-mismatch', { field: 'address' });
  };
}

type UsingKeys = ReturnType<typeof usingKeys>;

function usingKeys({ call, contextOf }: SignerCalls, mfaReceipts: MfaReceipts) {
  /** What `Sign` and `ExportPrivateKey` have in common. */
  async function permitted(use: SignerUseRequest, scope: CallScope) {
    const { wallet, owner, accessKey, jwt, tokenUse, decision } = use;
    return {
      context: await contextOf(wallet, scope),
      sealed: wallet.sealed,
      accessKey,
      jwt,
      tokenUse,
      verdict: decision.verdict,
      verdictMac: decision.mac,
      mandate: decision.mandate,
      mfaReceipt: await mfaReceipts.recall(owner, use.demandsMfa),
    };
  }

  /** A verdict with a reservation can be used at one signer only. */
  function scopeOf({ decision }: SignerUseRequest, scope: CallScope): CallScope {
    return { ...scope, ...(decision.signer !== undefined && { signer: decision.signer }) };
  }

  type WithReceipt = { readonly mfaReceipt: Uint8Array };
  function rememberMfa(
    { owner }: SignerUseRequest,
    presented: WithReceipt,
    { mfaReceipt }: WithReceipt,
  ): void {
    if (mfaReceipt.length > 0) mfaReceipts.remember(owner, mfaReceipt, presented.mfaReceipt);
  }

  return {
    sign: async (
      use: SignerUseRequest,
      payloads: readonly Uint8Array[],
      scope: CallScope,
    ): Promise<KeySignatures> => {
      const { operation, wantsReceipt: receipt } = use;
      const own = { operation, payloads: [...payloads], receipt };
      const request = { ...(await permitted(use, scope)), ...own };
      const answer = await call('Sign', request, scopeOf(use, scope));
      rememberMfa(use, request, answer);
      return answer;
    },

    export: async (
      use: SignerUseRequest,
      recipientPublicKey: Uint8Array,
      scope: CallScope,
    ): Promise<SealedKey> => {
      const { id: walletId, applicationId, address } = use.wallet;
      const request = { ...(await permitted(use, scope)), recipientPublicKey };
      const answer = await call('ExportPrivateKey', request, scopeOf(use, scope), isKeyOf(use.wallet));
      rememberMfa(use, request, answer);
      return {
        encapsulatedKey: answer.encapsulatedKey,
        ciphertext: answer.ciphertext,
        info: Buffer.from(exportDomain),
        associatedData: exportAssociatedData({ applicationId, walletId, address, recipientPublicKey }),
      };
    },
  };
}
