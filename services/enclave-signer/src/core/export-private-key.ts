import { addressOf, chainTable } from '@wallet-service/addresses';
import {
  bytesOfText,
  exportAssociatedData,
  exportDomain,
  exportOperation,
  exportPayload,
  Refused,
  type SignerRequest,
  type SignerResponse,
} from '@wallet-service/signer-protocol';
import { authorizeUse, type AuthorizeUseDeps } from './authorize-use.js';
import { wordsOf } from './derive-keys.js';
import { hpkePublicKeyBytes, hpkeSeal } from './hpke.js';
import type { RecordContext } from './owner-context.js';
import { wipeWalletKeys, type WalletKeys } from './sealed-record.js';
import { wipe } from './wipe.js';

/**
 * The wallet's private key, and its words if it has any, sealed to the recipient that the verdict names. From
 * then on, anyone with the recipient's private key has the wallet.
 */
export async function exportPrivateKey(
  deps: AuthorizeUseDeps,
  request: SignerRequest<'ExportPrivateKey'>,
  signal: Pick<AbortSignal, 'aborted'>,
): Promise<SignerResponse<'ExportPrivateKey'>> {
  const { recipientPublicKey } = request;
  if (recipientPublicKey.length !== hpkePublicKeyBytes) throw malformed('recipientPublicKey');
  const use = { ...request, operation: exportOperation, payloads: [exportPayload(recipientPublicKey)] };
  const { authorization, bound, mfaReceipt } = await authorizeUse(deps, use, signal);
  const keys = authorization.release();
  const { publicKey } = keys;
  const plaintext = plaintextOf(keys, bound);
  const address = addressOf(bound.chain, bound.network, publicKey);
  const associatedData = exportAssociatedData({ ...bound, address, recipientPublicKey });
  const sealed = await hpkeSeal(recipientPublicKey, plaintext, {
    info: exportDomain,
    associatedData,
  }).finally(() => {
    wipe(plaintext);
  });
  if (sealed === undefined) throw malformed('recipientPublicKey');
  const rootVersion = BigInt(deps.trust.root.version);
  return { ...sealed, publicKey, mfaReceipt, rootVersion };
}

/** JSON, assembled as bytes, because a string could not be wiped. Wipes the keys, however it ends. */
function plaintextOf(keys: WalletKeys, { chain, network }: RecordContext): Uint8Array {
  const { secret, privateKey } = keys;
  const key = hexBytes(privateKey);
  try {
    if (secret.length === 0) return concat([bytesOfText('{"private_key":"'), key, bytesOfText('"}')]);
    const words = wordsOf(secret);
    const path = chainTable[chain].derivationPath(network);
    const [before, between, after] = [
      bytesOfText('{"private_key":"'),
      bytesOfText('","mnemonic":"'),
      bytesOfText(`","derivation_path":"${path}"}`),
    ];
    const plaintext = concat([before, key, between, words, after]);
    wipe(words);
    return plaintext;
  } finally {
    wipe(key);
    wipeWalletKeys(keys);
  }
}

const digits = bytesOfText('0123456789abcdef');

function hexBytes(bytes: Uint8Array): Uint8Array {
  const hex = new Uint8Array(bytes.length * 2);
  for (const [index, byte] of bytes.entries()) {
    hex[index * 2] = digits[byte >> 4] ?? 0;
    hex[index * 2 + 1] = digits[byte & 15] ?? 0;
  }
  return hex;
}

/** Not Buffer.concat, whose result is in a pool shared with other buffers. */
function concat(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function malformed(field: string): Refused {
  return new Refused('malformed-request', { field });
}
