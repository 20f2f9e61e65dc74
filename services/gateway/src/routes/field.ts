import { chains } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import Type from 'typebox';

/**
 * Ids and cursors are opaque on input, because ids of other systems have other forms. None has control characters,
 * which databases refuse.
 */
export const id = Type.String({
  minLength: 1,
  maxLength: 128,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'text without control characters',
});

export const chain = Type.Enum([...chains], { type: 'string' });

export const hash32 = Type.String({
  pattern: '^0x[0-9a-fA-F]{64}$',
  description: '32 bytes in hex: 0x and 64 digits',
});

export const address20 = Type.String({
  pattern: '^0x[0-9a-fA-F]{40}$',
  description: '20 bytes in hex: 0x and 40 digits',
});

export const safeInteger = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const typedDataVersion = Type.Enum(['v1', 'v3', 'v4'], {
  type: 'string',
  description: 'as in eth_signTypedData_v4; v4 by default',
});

export const unixTime = Type.Integer({ description: 'Unix seconds, UTC' });

/** Text or null, in a form that serialises without trying one schema after another. */
export const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });

/** The number of entries per page. */
export const pageLimit = Type.String({
  pattern: '^([1-9]|[1-9][0-9]|100)$',
  description: 'a whole number from 1 to 100',
});

/** No body, or an empty object, which some clients send. */
export const noBody = Type.Unsafe<unknown>({
  title: 'EmptyBody',
  type: ['object', 'null'],
  additionalProperties: false,
  description: 'no body, or an empty object',
});

/** Bytes of a message that is signed. */
export const maxMessageBytes = 65_536;

export function bytesOfHex(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}

/** Leaves out the members that are undefined, because a message cannot hold them. */
export function defined<Fields extends object>(
  fields: Fields,
): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as ReturnType<
    typeof defined<Fields>
  >;
}

/** Throws if a service left out a field that it must send. That is a bug and not the caller's fault. */
export function present<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new AppError('internal', `no ${what} in the answer`);
  return value;
}
