import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export type MacPart = string | number | bigint | boolean | Date | Uint8Array | null | undefined;

/** Proves that a process with the key wrote a row. The database does not have the key. */
export type RowMac = {
  /** 32 bytes over the parts, in their order. */
  readonly of: (...parts: readonly MacPart[]) => Buffer;
  /** Whether such a process wrote the row. A row without a MAC counts only while older rows are accepted. */
  readonly fits: (mac: Uint8Array | null | undefined, ...parts: readonly MacPart[]) => boolean;
  /** Whether rows without a MAC, from before there were MACs, are accepted now. */
  readonly adopting: () => boolean;
};

export type RowMacOptions = {
  /** At least 32 bytes that the database does not have. */
  readonly secret: Uint8Array;
  /** The previous secret, while it is being changed. Rows with its MAC are genuine too. */
  readonly previousSecret?: Uint8Array | undefined;
  /** The service and the kind of rows. Other rows have other keys. */
  readonly purpose: string;
  /**
   * Milliseconds since the epoch. The operator sets it for an upgrade. It is never stored, because anyone who
   * writes rows could reopen it.
   */
  readonly adoptUntilMs?: number | undefined;
  readonly now?: () => number;
};

export function createRowMac({
  secret,
  previousSecret,
  purpose,
  adoptUntilMs = 0,
  now = Date.now,
}: RowMacOptions): RowMac {
  const keyOf = (from: Uint8Array) =>
    Buffer.from(hkdfSync('sha256', from, '', `wallet-service/row-mac/1/${purpose}`, 32));
  const keys = [secret, ...(previousSecret ? [previousSecret] : [])].map(keyOf);
  const under = (key: Uint8Array, parts: readonly MacPart[]): Buffer => {
    const mac = createHmac('sha256', key);
    for (const part of parts) {
      const bytes = bytesOf(part);
      // With their lengths, so that no two rows have the same input. Nothing and empty text differ.
      mac.update(bytes === null ? '-\n' : `${bytes.length}\n`);
      if (bytes !== null) mac.update(bytes);
    }
    return mac.digest();
  };
  const [current = keyOf(secret)] = keys;
  const adopting = () => now() < adoptUntilMs;
  return {
    of: (...parts) => under(current, parts),
    adopting,
    fits(mac, ...parts) {
      if (mac === null || mac === undefined) return adopting();
      return keys.some((key) => {
        const expected = under(key, parts);
        return mac.length === expected.length && timingSafeEqual(mac, expected);
      });
    },
  };
}

// In the form that the driver sends to the database, so that what is read back has the same bytes.
function bytesOf(part: MacPart): Uint8Array | null {
  if (part === null || part === undefined) return null;
  if (part instanceof Uint8Array) return part;
  return Buffer.from(part instanceof Date ? String(part.getTime()) : String(part), 'utf8');
}
