import { requestedFromWire } from '@wallet-service/chains';
import { AppError } from '@wallet-service/errors';
import type { Handlers, ReceivedRequestOf, ResponseOf, WalletDefinition } from '@wallet-service/grpc';
import { idempotencyOf } from '../idempotency/idempotency-on-the-wire.js';
import { keyHashOf, type Idempotency } from '../idempotency/repeatable.js';
import type { SealedKey } from '../keys/signer-use-request.js';
import type { CallScope } from '../signer/signer-client.js';
import { userOf } from '../users/user-on-the-wire.js';
import { parseChain } from '../wallets/wallet.js';
import { walletIdOf } from '../wallets/wallet-id.js';
import { signResponseOf } from './answer-on-the-wire.js';
import type { SigningAnswer, SigningRequest, WalletChoice } from './signing-request.js';

type WireRequest = ReceivedRequestOf<WalletDefinition['Sign' | 'ExportPrivateKey']>;

export type SignatureHandlersDeps = {
  readonly sign: (request: SigningRequest) => Promise<SigningAnswer>;
  readonly signRepeatably: (
    request: SigningRequest,
    idempotency: Idempotency,
  ) => Promise<ResponseOf<WalletDefinition['Sign']>>;
  /** 32 bytes that only this service can derive, for the answer to a key. */
  readonly sealKeyOf: (keyHash: Uint8Array) => Buffer;
};

export function signatureHandlers({
  sign,
  signRepeatably,
  sealKeyOf,
}: SignatureHandlersDeps): Pick<Handlers<WalletDefinition>, 'Sign' | 'ExportPrivateKey'> {
  return {
    async Sign(wire, scope) {
      const requested = requestedFromWire(wire.operation);
      // An export gives no signature and has its own method.
      if (requested.kind === 'export_private_key')
        throw new AppError('request.invalid', 'an export is no signature');
      const request = { ...commonOf(wire, scope), requested, wantsReceipt: wire.receipt };
      const idempotency = idempotencyOf(wire.idempotency);
      if (!idempotency) return signResponseOf(await sign(request));
      const ofSignature = { owner: request.owner, interface: request.choice.interface };
      const { key, sealKey: given } = idempotency;
      // Users have no secret of their own that outlives their token.
      const sealKey = given.length > 0 ? given : sealKeyOf(keyHashOf({ key, ofSignature }));
      return signRepeatably(request, { ...idempotency, sealKey, ofSignature });
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
