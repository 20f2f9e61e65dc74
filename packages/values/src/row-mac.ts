import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

export type MacPart = string | number | bigint | boolean | Date | Uint8Array | null | undefined;

/** Proves that a row was written by a process that has the key, which the database has not. */
export type RowMac = {
  /** 32 bytes over the parts, in their order. */
  readonly of: (...parts: readonly MacPart[]) => Buffer;
  /**
   * Whether the row is one that such a process wrote. A row without a MAC is one only while rows of before
   * are being adopted.
   */
  readonly fits: (mac: Uint8Array | null | undefined, ...parts: readonly MacPart[]) => boolean;
  /** Whether rows that have no MAC, because they were written before there were any, are taken for genuine now. */
  readonly adopting: () => boolean;
};

export type RowMacOptions = {
  /** At least 32 bytes that the database has not. */
  readonly secret: Uint8Array;
  /** The secret before this one, while it is being changed: what carries its MAC is genuine too. */
  readonly previousSecret?: Uint8Array | undefined;
  /** What the rows are, with the service: keys for other rows are others. */
  readonly purpose: string;
  /**
   * Milliseconds since the epoch. Set by the operator for an upgrade, and never by anything that is stored:
   * who writes rows could open it again.
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
      // With their lengths, so that no two rows have one input; nothing is another input than no text.
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

// As the driver sends it to the database, so that what is read back has the same bytes.
function bytesOf(part: MacPart): Uint8Array | null {
  if (part === null || part === undefined) return null;
  if (part instanceof Uint8Array) return part;
  return Buffer.from(part instanceof Date ? String(part.getTime()) : String(part), 'utf8');
}
