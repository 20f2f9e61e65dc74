import type { TypedData, TypedStruct, TypedValue } from '@wallet-service/chains';

/**
 * Typed data that is signed inside other typed data, with the type that it would have by itself. An array may
 * contain several.
 */
export type Enclosed = { readonly primaryType: string; readonly value: TypedValue };

/**
 * Their verifiers take a signature of the whole as one of the parts: wrappers of ERC-7739, Seaport's trees of
 * orders.
 */
const enclosing: ReadonlyMap<string, string> = new Map([
  ['TypedDataSign', 'contents'],
  ['BulkOrder', 'tree'],
]);

/** From the outermost to the innermost. */
export function enclosedIn({ primaryType, types, message }: TypedData): readonly Enclosed[] {
  return primaryType === undefined ? [] : within(primaryType, message, types);
}

function within(primaryType: string, message: TypedStruct, types: TypedData['types']): readonly Enclosed[] {
  const member = enclosing.get(primaryType);
  const field = types.get(primaryType)?.find(({ name }) => name === member);
  const value = member === undefined ? undefined : message.fields.get(member);
  if (!field || !value) return [];
  const inner = field.typeText.replace(/\[.*$/, '');
  return [{ primaryType: inner, value }, ...(value.kind === 'struct' ? within(inner, value, types) : [])];
}
