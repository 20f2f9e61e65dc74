import type { Chain } from '@wallet-service/addresses';
import type { Wallet } from './wallet.js';

export type WalletRow = {
  wallet_id: string;
  application_id: string;
  interface: Wallet['interface'];
  owner_issuer: string | null;
  owner_subject: string | null;
  chain: Chain;
  network: string;
  record_version: number;
  sealed: Buffer;
  access_key_required: boolean;
  recoverable: boolean;
  recovery_record: Buffer | null;
  public_key: Buffer;
  address: string;
  group_id: string | null;
  resource_id: string | null;
  origin: Wallet['origin'];
  email_mac: Buffer | null;
  time_created: Date;
  time_updated: Date | null;
};

/** What `walletOf` reads. */
export const walletColumns = `wallets.wallet_id, wallets.application_id, interface, owner_issuer, owner_subject,
  chain, network, record_version, sealed, access_key_required, recoverable, recovery_record, public_key, address,
  group_id, resource_id, origin, email_mac, time_created, time_updated`;

export function walletOf(row: WalletRow): Wallet {
  const { owner_issuer: issuer, owner_subject: subject, application_id: applicationId } = row;
  return {
    id: row.wallet_id,
    applicationId,
    owner: issuer === null || subject === null ? undefined : { applicationId, issuer, subject },
    interface: row.interface,
    chain: row.chain,
    network: row.network,
    recordVersion: row.record_version,
    sealed: row.sealed,
    accessKeyRequired: row.access_key_required,
    recoverable: row.recoverable,
    recoveryRecord: row.recovery_record ?? undefined,
    publicKey: row.public_key,
    address: row.address,
    groupId: row.group_id ?? undefined,
    resourceId: row.resource_id ?? undefined,
    origin: row.origin,
    emailMac: row.email_mac ?? undefined,
    timeCreated: unixSeconds(row.time_created),
    timeUpdated: row.time_updated === null ? undefined : unixSeconds(row.time_updated),
  };
}

export function unixSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
