import { encodeType, type TypedData } from '@wallet-service/chains';
import { enclosedIn } from './enclosed-typed-data.js';
import { textOfPersonalMessage } from './message-danger.js';

/** ERC-7739: an account with code takes a signature over this typed data for one over the message (`personal_sign`). */
export const personalSign = 'PersonalSign(bytes prefixed)';

/** The message that typed data wraps. `unreadable` if it wraps anything but a message of `personal_sign`. */
export function wrappedMessage(typedData: TypedData): Uint8Array | 'unreadable' | undefined {
  const { primaryType, message, types } = typedData;
  const all = [{ primaryType, value: message }, ...enclosedIn(typedData)];
  for (const { primaryType: name, value } of all) {
    if (name === undefined || value.kind !== 'struct' || encodeType(name, types) !== personalSign) continue;
    const prefixed = value.fields.get('prefixed');
    return (prefixed?.kind === 'bytes' && textOfPersonalMessage(prefixed.value)) || 'unreadable';
  }
  return undefined;
}
