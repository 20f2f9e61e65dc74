import { AppError, invalidField } from '@wallet-service/errors';
import type { Handlers, ReceivedRequestOf, WalletDefinition } from '@wallet-service/grpc';
import { importAssociatedData, importDomain } from '@wallet-service/signer-protocol';
import { isUuid } from '@wallet-service/values';
import type { CallScope } from '../signer/signer-client.js';
import { groupNotFound } from '../groups/wallet-group-handlers.js';
import { idempotencyOf } from '../idempotency/idempotency-on-the-wire.js';
import { resourceIdOf } from '../wallets/resource-id.js';
import { userOf } from '../users/user-on-the-wire.js';
import { storedFormOf } from '../wallets/stored-address.js';
import type { VerifiedWallets } from '../wallets/verified-wallets.js';
import { walletIdOf } from '../wallets/wallet-id.js';
import { answerToWire, walletToWire } from '../wallets/wallet-on-the-wire.js';
import type { AccessKeyRequest } from './change-access-key.js';
import type { CoreWalletStore, WalletFilter } from './core-wallet-store.js';
import type { NewWalletRequest } from './create-core-wallet.js';
import { parseNetwork } from './network.js';

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
  readonly verify: VerifiedWallets['verify'];
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
      const chain = network === '' ? '' : parseNetwork(network);
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
      return walletToWire(await deps.verify(wallet, scope));
    },

    async ListWallets(wire, scope) {
      const { applicationId, groupId, after } = wire;
      assertApplication(applicationId);
      const limit = wire.limit || usualLimit;
      if (limit > mostWallets) throw invalidField('/limit', `must be at most ${mostWallets}`);
      if (after !== '' && !isUuid(after)) throw invalidField('/after', 'must be the `next` of a page before');
      // A group that cannot exist has no wallets.
      if (groupId !== '' && !isUuid(groupId)) return { wallets: [], next: '' };
      const found = await deps.store.list(applicationId, filterOf(wire), {
        before: after || undefined,
        limit: limit + 1,
      });
      const page = await Promise.all(found.slice(0, limit).map((wallet) => deps.verify(wallet, scope)));
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
  const { owner, jwt, jwtMode } = userOf(user);
  if (groupId !== '' && !isUuid(groupId)) throw groupNotFound();
  return {
    owner,
    jwt,
    jwtMode,
    chain: parseNetwork(network),
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

function filterOf({
  groupId,
  network,
  resourceId,
  address,
  issuer,
  subject,
}: ReceivedRequestOf<WalletDefinition['ListWallets']>): WalletFilter {
  return {
    groupId: groupId || undefined,
    network: network || undefined,
    resourceId: resourceIdOf(resourceId),
    address: address === '' ? undefined : storedFormOf(address),
    issuer: issuer || undefined,
    subject: subject || undefined,
  };
}

function assertApplication(applicationId: string): void {
  if (!isUuid(applicationId)) throw invalidField('/application_id', 'must be a UUID');
}
