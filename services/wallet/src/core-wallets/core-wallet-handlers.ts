import { AppError, invalidField } from '@wallet-service/errors';
import type { Handlers, ReceivedRequestOf, WalletDefinition } from '@wallet-service/grpc';
import { importAssociatedData, importDomain } from '@wallet-service/signer-protocol';
import { isUuid } from '@wallet-service/values';
import type { CallScope } from '../clients/signer-client.js';
import { groupNotFound } from '../groups/wallet-group-handlers.js';
import { idempotencyOf } from '../idempotency/idempotency-on-the-wire.js';
import { resourceIdOf } from '../wallets/resource-id.js';
import { userOf } from '../wallets/user-on-the-wire.js';
import type { VouchedWallets } from '../wallets/vouched-wallets.js';
import { walletIdOf } from '../wallets/wallet-id.js';
import { answerToWire, walletToWire } from '../wallets/wallet-on-the-wire.js';
import type { AccessKeyRequest } from './change-access-key.js';
import type { CoreWalletStore } from './core-wallet-store.js';
import type { NewWalletRequest } from './create-core-wallet.js';
import { chainOfNetwork } from './network.js';

type CoreMethod =
  | 'CreateWallet'
  | 'ImportPrivateKey'
  | 'GetImportKey'
  | 'GetWallet'
  | 'ListWallets'
  | 'RotateAccessKey'
  | 'RecoverAccessKey';

export type CoreWalletHandlersDeps = {
  readonly store: CoreWalletStore;
  readonly vouchFor: VouchedWallets['vouchFor'];
  readonly create: (request: NewWalletRequest, scope: CallScope) => Promise<Uint8Array>;
  readonly importPublicKey: (applicationId: string, scope: CallScope) => Promise<Uint8Array>;
  readonly rotate: (
    request: AccessKeyRequest & { readonly accessKey: Uint8Array },
    scope: CallScope,
  ) => Promise<Uint8Array>;
  readonly recover: (request: AccessKeyRequest, scope: CallScope) => Promise<Uint8Array>;
};

const usualLimit = 50;
const mostWallets = 100;

export function coreWalletHandlers(
  deps: CoreWalletHandlersDeps,
): Pick<Handlers<WalletDefinition>, CoreMethod> {
  return {
    CreateWallet: async (wire, scope) =>
      answerToWire(await deps.create({ ...newWalletOf(wire), imported: undefined }, scope)),

    async ImportPrivateKey(wire, scope) {
      const { encapsulatedKey, ciphertext } = wire;
      const imported = { encapsulatedKey, ciphertext };
      return answerToWire(await deps.create({ ...newWalletOf(wire), imported }, scope));
    },

    async GetImportKey({ applicationId, issuer, subject, network }, scope) {
      assertApplication(applicationId);
      const publicKey = await deps.importPublicKey(applicationId, scope);
      const chain = network === '' ? '' : chainOfNetwork(network);
      const boundTo =
        network === ''
          ? new Uint8Array(0)
          : importAssociatedData({ applicationId, issuer, subject, chain, network });
      return {
        publicKey: Buffer.from(publicKey),
        info: Buffer.from(importDomain),
        associatedData: Buffer.from(boundTo),
      };
    },

    async GetWallet({ applicationId, walletId }, scope) {
      assertApplication(applicationId);
      const wallet = await deps.store.find(applicationId, walletIdOf(walletId));
      if (!wallet) throw new AppError('wallet.not-found', 'the application has no wallet with this id');
      return walletToWire(await deps.vouchFor(wallet, scope));
    },

    async ListWallets(wire, scope) {
      const { applicationId, groupId, network, resourceId, address, after } = wire;
      assertApplication(applicationId);
      const limit = wire.limit || usualLimit;
      if (limit > mostWallets) throw invalidField('/limit', `must be at most ${mostWallets}`);
      if (after !== '' && !isUuid(after)) throw invalidField('/after', 'is not the end of a page');
      // Nothing is in a group that cannot exist.
      if (groupId !== '' && !isUuid(groupId)) return { wallets: [], next: '' };
      const filter = {
        groupId: groupId || undefined,
        network: network || undefined,
        resourceId: resourceIdOf(resourceId),
        address: address || undefined,
      };
      const found = await deps.store.list(applicationId, filter, {
        before: after || undefined,
        limit: limit + 1,
      });
      const page = await Promise.all(found.slice(0, limit).map((wallet) => deps.vouchFor(wallet, scope)));
      return {
        wallets: page.map(walletToWire),
        next: found.length > limit ? (page.at(-1)?.id ?? '') : '',
      };
    },

    async RotateAccessKey(wire, scope) {
      return answerToWire(await deps.rotate({ ...changeOf(wire), accessKey: wire.accessKey }, scope));
    },

    async RecoverAccessKey(wire, scope) {
      return answerToWire(await deps.recover(changeOf(wire), scope));
    },
  };
}

function newWalletOf(
  wire: ReceivedRequestOf<WalletDefinition['CreateWallet' | 'ImportPrivateKey']>,
): Omit<NewWalletRequest, 'imported'> {
  const { user, network, groupId, resourceId, recoverable, idempotency } = wire;
  const { owner, jwt } = userOf(user);
  if (groupId !== '' && !isUuid(groupId)) throw groupNotFound();
  return {
    owner,
    jwt,
    chain: chainOfNetwork(network),
    network,
    groupId: groupId || undefined,
    resourceId: resourceIdOf(resourceId),
    recoverable,
    idempotency: idempotencyOf(idempotency),
  };
}

function changeOf({
  user,
  walletId,
  idempotency,
}: ReceivedRequestOf<WalletDefinition['RotateAccessKey' | 'RecoverAccessKey']>): AccessKeyRequest {
  const { owner, jwt, jwtMode } = userOf(user);
  return { owner, jwt, jwtMode, walletId: walletIdOf(walletId), idempotency: idempotencyOf(idempotency) };
}

function assertApplication(applicationId: string): void {
  if (!isUuid(applicationId)) throw invalidField('/application_id', 'must be a UUID');
}
