import type { Operation } from '@wallet-service/chains';
import { typedData } from './operations.js';

type Field = { readonly name: string; readonly type: string };

/** The `types` of a request, from `encodeType` of EIP-712: `A(B b,uint256 c)B(string d)`. */
export function typesOf(type: string): Readonly<Record<string, readonly Field[]>> {
  return Object.fromEntries(
    [...type.matchAll(/([^()]+)\(([^()]*)\)/g)].map(([, name = '', fields = '']) => [
      name,
      fields.split(',').map((field) => {
        const [of = '', called = ''] = field.split(' ');
        return { name: called, type: of };
      }),
    ]),
  );
}

/** Typed data of this type. What `message` leaves out is zero, empty or false. */
export function ofType(type: string, message: object, domain: object): Operation {
  const types = typesOf(type);
  const [primaryType = ''] = Object.keys(types);
  return typedData({ types, primaryType, domain, message: filled(types, primaryType, message) });
}

function filled(types: ReturnType<typeof typesOf>, of: string, given: object): object {
  const values = given as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    (types[of] ?? []).map(({ name, type }) => [name, valueOf(types, type, values[name])]),
  );
}

function valueOf(types: ReturnType<typeof typesOf>, type: string, given: unknown): unknown {
  const [, item, length] = /^(.*)\[(\d*)\]$/.exec(type) ?? [];
  if (item !== undefined) {
    const items = given instanceof Array ? given : Array.from({ length: Number(length) }, () => undefined);
    return items.map((each: unknown) => valueOf(types, item, each));
  }
  if (types[type]) return filled(types, type, given ?? {});
  return given ?? zeroOf(type);
}

function zeroOf(type: string): unknown {
  if (type === 'address') return `0x${'00'.repeat(20)}`;
  if (type === 'bool') return false;
  if (type === 'string') return '';
  const [, size] = /^bytes(\d*)$/.exec(type) ?? [];
  return size === undefined ? '0' : `0x${'00'.repeat(Number(size))}`;
}
