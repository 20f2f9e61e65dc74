import type { CompactRange } from '@wallet-service/transparency-log';
import { createRowMac } from '@wallet-service/values';

/** The end of an application's log. */
export type Log = CompactRange & {
  /** 1, or when an operator last accepted that the end was lost, in Unix seconds. */
  readonly generation: number;
};

/** Proves which ends of logs were written by a process that has the event key. */
export type LogMacs = {
  readonly of: (applicationId: string, log: Log) => Buffer;
  readonly fits: (mac: Uint8Array, applicationId: string, log: Log) => boolean;
};

/** `secret` is at least 32 bytes that the database does not have. */
export function createLogMacs(secret: Uint8Array): LogMacs {
  const macs = createRowMac({ secret, purpose: 'wallet/journal-log' });
  const partsOf = (applicationId: string, { generation, size, hashes }: Log) =>
    [applicationId, BigInt(generation), BigInt(size), Buffer.concat(hashes)] as const;
  return {
    of: (applicationId, log) => macs.of(...partsOf(applicationId, log)),
    fits: (mac, applicationId, log) => macs.fits(mac, ...partsOf(applicationId, log)),
  };
}
