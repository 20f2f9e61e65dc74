const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const wordBytes = 32;
/** In addition to line breaks and tabs. */
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const known = new WeakMap<Uint8Array, { readonly danger: string | undefined }>();

/**
 * Why a message (EIP-191) may be more than text for people. Accounts with code and older exchanges take the
 * hash of an order (ERC-4337 before 0.8, Safe's `eth_sign`) or its encoding for an order. Undefined if it is
 * text. Computed once for a message, which many fields depend on.
 */
export function messageDanger(message: Uint8Array): string | undefined {
  const { danger } = known.get(message) ?? { danger: dangerOf(message) };
  known.set(message, { danger });
  return danger;
}

function dangerOf(message: Uint8Array): string | undefined {
  if (message.length === wordBytes) return 'a message of 32 bytes may be the hash of anything';
  if (message[0] === 0x19 && (message[1] ?? 2) <= 1)
    return 'a message that begins as signed data does (EIP-191) may be an order';
  if (message.length > wordBytes && !isText(message)) return 'a message that is no text may be an order';
  return undefined;
}

export function isText(message: Uint8Array): boolean {
  try {
    return !control.test(utf8.decode(message));
  } catch {
    return false;
  }
}

const prefix = Buffer.from('\u0019Ethereum Signed Message:\n');

/**
 * The message that `personal_sign` was called with, from what it hashes. Undefined if the length before it is
 * wrong.
 */
export function textOfPersonalMessage(prefixed: Uint8Array): Uint8Array | undefined {
  const all = Buffer.from(prefixed);
  if (!all.subarray(0, prefix.length).equals(prefix)) return undefined;
  const rest = all.subarray(prefix.length);
  for (let digits = 1; digits <= 5; digits += 1)
    if (rest.subarray(0, digits).toString('latin1') === String(rest.length - digits))
      return rest.subarray(digits);
  return undefined;
}
