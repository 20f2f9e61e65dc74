import { setImmediate } from 'node:timers/promises';
import type { Chain } from '@wallet-service/addresses';
import type { VerifiedUserToken } from '@wallet-service/jwt';
import { exportOperation, Refused, type Verdict } from '@wallet-service/signer-protocol';
import { curveOf } from './curves.js';
import type { WalletKeys } from './sealed-record.js';
import { wipeWalletKeys } from './sealed-record.js';
import type { WalletSignature } from './signatures.js';

/**
 * The proof that both keys turned: the owner's token and the policy service's verdict agree on these
 * payloads, and the record opened in the owner's name. Only `authorize` creates one. `sign` or, for an
 * export, `release` uses it up, once.
 */
export class Authorization {
  #keys: WalletKeys | undefined;
  readonly #chain: Chain;
  readonly #operation: string;
  readonly #payloads: readonly Uint8Array[];

  private constructor(keys: WalletKeys, chain: Chain, operation: string, payloads: readonly Uint8Array[]) {
    this.#keys = keys;
    this.#chain = chain;
    this.#operation = operation;
    this.#payloads = payloads;
  }

  /**
   * `payloads` are the bytes whose hashes `verdict` names, in its order. `keys` come from the record that was
   * opened in the name of `token`.
   */
  static authorize(
    token: VerifiedUserToken,
    verdict: Verdict,
    opened: { keys: WalletKeys; chain: Chain },
    payloads: readonly Uint8Array[],
  ): Authorization {
    const agree =
      Buffer.compare(verdict.jwtHash, token.tokenHash) === 0 &&
      verdict.chain === opened.chain &&
      verdict.payloadHashes.length === payloads.length;
    // Only now is it known that the policies decided about the wallet that this key makes.
    const isOfThisKey = Buffer.compare(verdict.publicKey, opened.keys.publicKey) === 0;
    if (!agree || !isOfThisKey) {
      wipeWalletKeys(opened.keys);
      throw new Refused('verdict-mismatch', { field: isOfThisKey ? 'authorization' : 'publicKey' });
    }
    return new Authorization(opened.keys, opened.chain, verdict.operation, payloads);
  }

  /**
   * One signature for each payload. Wipes the keys. A second call throws, because an authorization is for one
   * request. Other work runs between signatures, so that a transaction of many inputs delays nobody.
   */
  async sign(): Promise<{ signatures: WalletSignature[]; publicKey: Uint8Array }> {
    if (this.#operation === exportOperation) throw new Error('an export is not signed');
    const keys = this.#spend();
    const { privateKey, publicKey } = keys;
    const signOne = curveOf(this.#chain).sign;
    try {
      const signatures: WalletSignature[] = [];
      for (const payload of this.#payloads) {
        if (signatures.length > 0) await setImmediate();
        signatures.push(signOne(payload, privateKey, publicKey));
      }
      return { signatures, publicKey };
    } finally {
      wipeWalletKeys(keys);
    }
  }

  /** The keys themselves, if the verdict is for an export. The caller wipes them. */
  release(): WalletKeys {
    if (this.#operation !== exportOperation) throw new Error('only an export takes the keys out');
    return this.#spend();
  }

  #spend(): WalletKeys {
    const keys = this.#keys;
    if (keys === undefined) throw new Error('the authorization is already spent');
    this.#keys = undefined;
    return keys;
  }
}
