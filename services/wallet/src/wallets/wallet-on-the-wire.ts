import { chainTable } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import type { ReceivedResponseOf, ResponseOf, WalletDefinition } from '@wallet-service/grpc';
import type { Wallet } from './wallet.js';

type WalletOnTheWire = ResponseOf<WalletDefinition['GetWallet']>;

export function walletToWire(wallet: Wallet): WalletOnTheWire {
  const { id, chain, network, address, publicKey, timeCreated, timeUpdated = 0 } = wallet;
  const { accessKeyRequired, recoverable, origin, groupId = '', resourceId, owner } = wallet;
  return {
    id,
    chain,
    network,
    address,
    publicKey: Buffer.from(publicKey),
    timeCreated: String(timeCreated),
    timeUpdated: String(timeUpdated),
    interface: wallet.interface,
    groupId,
    ...(resourceId !== undefined && { resourceId }),
    keyType: chainTable[chain].curve,
    accessKeyRequired,
    recoverable,
    issuer: owner?.issuer ?? '',
    subject: owner?.subject ?? '',
    origin,
  };
}

/** A wallet as it was answered, with its access key. It is stored, sealed, for a repeated request. */
export function answerOf(wallet: Wallet, accessKey: Uint8Array): Buffer {
  const wire = { ...walletToWire(wallet), publicKey: Buffer.from(wallet.publicKey).toString('base64') };
  return Buffer.from(JSON.stringify({ wallet: wire, accessKey: Buffer.from(accessKey).toString('base64') }));
}

export function answerToWire(answer: Uint8Array): ResponseOf<WalletDefinition['CreateWallet']> {
  const kept = JSON.parse(Buffer.from(answer).toString('utf8')) as {
    wallet?: Omit<ReceivedResponseOf<WalletDefinition['GetWallet']>, 'publicKey'> & { publicKey: string };
    accessKey: string;
  };
  if (!kept.wallet) throw new AppError('internal', 'the stored answer does not belong to a wallet');
  return {
    wallet: { ...kept.wallet, publicKey: Buffer.from(kept.wallet.publicKey, 'base64') },
    accessKey: Buffer.from(kept.accessKey, 'base64'),
  };
}
