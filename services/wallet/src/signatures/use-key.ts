import type { RawSignature } from '@wallet-service/chains';
import type { WalletContext } from '@wallet-service/signer-protocol';
import type { CallScope, SignerClient } from '../clients/signer-client.js';
import type { AwaitTrust } from '../trust/await-trust.js';
import type { ApplicationKeys } from '../wallets/application-keys.js';
import type { WalletRequest } from '../wallets/get-or-create-wallet.js';
import { expressNetworkOf, type MintedKey, type Wallet } from '../wallets/wallet.js';
import type { MfaReceipts } from './mfa-receipts.js';
import type { SignerOrder } from './sign.js';

export type KeyUseDeps = {
  readonly applicationKeys: ApplicationKeys;
  readonly signer: Pick<SignerClient, 'createWallet' | 'sign'>;
  readonly awaitTrust: AwaitTrust;
  readonly mfaReceipts: MfaReceipts;
};

/** The signer never sees more of a wallet than this; the owner it takes from the token. */
type ContextOf = Pick<Wallet, 'id' | 'applicationId' | 'chain' | 'network' | 'recordVersion'>;

const noBytes = new Uint8Array(0);

/** What the service asks of the signer on the Express interface: to make a wallet's key, and to sign with it. */
export function createKeyUse({ applicationKeys, signer, awaitTrust, mfaReceipts }: KeyUseDeps) {
  async function contextOf(wallet: ContextOf, scope: CallScope): Promise<WalletContext> {
    return {
      applicationId: wallet.applicationId,
      wrappedApplicationKey: await applicationKeys.get(wallet.applicationId, scope),
      walletId: wallet.id,
      chain: wallet.chain,
      network: wallet.network,
      recordVersion: wallet.recordVersion,
      accessKeyRequired: false,
      recoverable: false,
    };
  }

  return {
    mint: async (walletId: string, { owner, chain, jwt, ...scope }: WalletRequest): Promise<MintedKey> => {
      const { applicationId } = owner;
      const reserved = {
        id: walletId,
        applicationId,
        chain,
        network: expressNetworkOf(chain),
        recordVersion: 1,
      };
      const context = await contextOf(reserved, scope);
      return awaitTrust(() => signer.createWallet({ context, jwt, tokenUse: 'express' }, scope), scope);
    },

    signWithKey: async (order: SignerOrder, scope: CallScope): Promise<readonly RawSignature[]> => {
      const { wallet, owner, jwt, operation, payloads, decision } = order;
      const request = {
        context: await contextOf(wallet, scope),
        sealed: wallet.sealed,
        accessKey: noBytes,
        jwt,
        tokenUse: 'express',
        operation,
        payloads: [...payloads],
        verdict: decision.verdict,
        verdictSignature: decision.signature,
        mfaReceipt: await mfaReceipts.recall(owner, order.demandsMfa),
      };
      const answer = await awaitTrust(() => signer.sign(request, scope), scope);
      if (answer.mfaReceipt.length > 0) mfaReceipts.remember(owner, answer.mfaReceipt);
      return answer.signatures;
    },
  };
}
