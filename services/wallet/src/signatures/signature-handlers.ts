import { requestedFromWire, type Answer } from '@wallet-service/chains';
import { AppError } from '@wallet-service/errors';
import type { Handlers, ReceivedRequestOf, WalletDefinition } from '@wallet-service/grpc';
import type { SealedKey, SignedReceipt } from '../keys/signer-use-request.js';
import type { CallScope } from '../signer/signer-client.js';
import { userOf } from '../users/user-on-the-wire.js';
import { parseChain } from '../wallets/wallet.js';
import { walletIdOf } from '../wallets/wallet-id.js';
import { answerToWire } from './answer-on-the-wire.js';
import type { SigningAnswer, SigningRequest, WalletChoice } from './signing-request.js';

type WireRequest = ReceivedRequestOf<WalletDefinition['Sign' | 'ExportPrivateKey']>;

export function signatureHandlers({
  sign,
}: {
  readonly sign: (request: SigningRequest) => Promise<SigningAnswer>;
}): Pick<Handlers<WalletDefinition>, 'Sign' | 'ExportPrivateKey'> {
  return {
    async Sign(wire, scope) {
      const requested = requestedFromWire(wire.operation);
      // An export gives no signature and has its own method.
      if (requested.kind === 'export_private_key')
        throw new AppError('request.invalid', 'an export is no signature');
      const { requestId, result, receipt } = await sign({
        ...commonOf(wire, scope),
        requested,
        wantsReceipt: wire.receipt,
      });
      return {
        requestId,
        ...answerToWire(result as Answer),
        receipt: receipt ? receiptToWire(receipt) : null,
      };
    },

    async ExportPrivateKey(wire, scope) {
      const { requestId, result, wallet } = await sign({
        ...commonOf(wire, scope),
        requested: { kind: 'export_private_key', recipientPublicKey: wire.recipientPublicKey },
        wantsReceipt: false,
      });
      const { encapsulatedKey, ciphertext, info, associatedData } = result as SealedKey;
      return {
        encapsulatedKey: Buffer.from(encapsulatedKey),
        ciphertext: Buffer.from(ciphertext),
        info: Buffer.from(info),
        associatedData: Buffer.from(associatedData),
        requestId,
        walletId: wallet.id,
        address: wallet.address,
        publicKey: Buffer.from(wallet.publicKey),
      };
    },
  };
}

function receiptToWire({ statement, signature, publicKey }: SignedReceipt) {
  return {
    statement: Buffer.from(statement),
    signature: Buffer.from(signature),
    publicKey: Buffer.from(publicKey),
  };
}

function commonOf(
  { user, walletId, chain, accessKey }: WireRequest,
  { deadline, traceId }: CallScope,
): Omit<SigningRequest, 'requested' | 'wantsReceipt'> {
  const choice: WalletChoice =
    walletId === ''
      ? { interface: 'express', chain: parseChain(chain) }
      : { interface: 'core', walletId: walletIdOf(walletId), accessKey };
  const { owner, jwt, jwtMode } = userOf(user);
  return { owner, jwt, jwtMode, choice, deadline, traceId };
}
