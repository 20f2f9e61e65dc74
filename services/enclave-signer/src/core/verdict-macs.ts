import { createHmac, timingSafeEqual, verify, type KeyObject } from 'node:crypto';
import {
  decodeMandate,
  mandatePayload,
  maxMandateSeconds,
  Refused,
  type SignedMandate,
} from '@wallet-service/signer-protocol';
import type { ExchangeKey } from './exchange-key.js';
import { RecentlyUsed } from './recently-used.js';

/** How far the clock of the policy service may be ahead of ours. */
export const clockSkewSeconds = 10;

/** A verdict as it is sent: its canonical bytes, and what shows who made it. */
export type SentVerdict = {
  readonly verdict: Uint8Array;
  readonly verdictMac: Uint8Array;
  readonly mandate: Uint8Array;
};

type Believed = SignedMandate & {
  /** The verdict key that signed it. */
  readonly signedBy: KeyObject;
  /** One for each exchange key of this signer. */
  readonly macKeys: readonly KeyObject[];
};

/**
 * Whether the policy service made a verdict. A verdict key signed the mandate of one of its processes. That process and
 * this signer agree on a key by their exchange keys, and the MAC under it shows that one of these two made the verdict.
 */
export class VerdictMacs {
  readonly #exchangeKeys: readonly ExchangeKey[];
  /** A mandate comes with each verdict, and costs a signature check and a key agreement when it is new. */
  readonly #believed = new RecentlyUsed<string, Believed>('signer.mandates', 100);

  /** New verdicts are made with the first. */
  constructor(exchangeKeys: readonly ExchangeKey[]) {
    this.#exchangeKeys = exchangeKeys;
  }

  /**
   * `verdictKeys` of the root document in force, `now` in Unix seconds. Throws Refused: 'verdict-mandate', or
   * 'verdict-mac' if the verdict was not made under it for this signer.
   */
  demand(
    { verdict, verdictMac, mandate }: SentVerdict,
    verdictKeys: readonly KeyObject[],
    now: number,
  ): void {
    const { macKeys, issuedAt, expiresAt } = this.#believe(mandate, verdictKeys);
    if (now >= expiresAt || issuedAt > now + clockSkewSeconds)
      throw new Refused('verdict-mandate', { issued_at: issuedAt, expires_at: expiresAt });
    if (!macKeys.some((key) => isMacOf(verdict, verdictMac, key))) throw new Refused('verdict-mac');
  }

  #believe(bytes: Uint8Array, verdictKeys: readonly KeyObject[]): Believed {
    const name = Buffer.from(bytes).toString('latin1');
    const known = this.#believed.get(name);
    // Another root document may have come into force, without the key that signed it.
    if (known && verdictKeys.includes(known.signedBy)) return known;
    const mandate = decodeMandate(bytes);
    if (!mandate) throw new Refused('verdict-mandate', { field: 'mandate' });
    const payload = mandatePayload(mandate);
    const signedBy = verdictKeys.find((key) => verify(null, payload, key, mandate.signature));
    if (!signedBy) throw new Refused('verdict-mandate', { field: 'signature' });
    if (mandate.expiresAt - mandate.issuedAt > maxMandateSeconds)
      throw new Refused('verdict-mandate', { field: 'expiresAt' });
    const macKeys = this.#exchangeKeys.flatMap((key) => key.verdictMacKey(mandate.publicKey) ?? []);
    const believed = { ...mandate, signedBy, macKeys };
    this.#believed.set(name, believed);
    return believed;
  }
}

function isMacOf(verdict: Uint8Array, mac: Uint8Array, key: KeyObject): boolean {
  const expected = createHmac('sha256', key).update(verdict).digest();
  return mac.length === expected.length && timingSafeEqual(mac, expected);
}
