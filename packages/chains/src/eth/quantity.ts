import { invalidField } from '@wallet-service/errors';

const MAX_DIGITS = 78; // of 2^256 in decimal

/**
 * A number in a JSON request: a safe integer, a decimal string or hex with the prefix 0x. Never negative,
 * never rounded.
 */
export function parseQuantity(value: unknown, max: bigint, path: string): bigint {
  const quantity = readQuantity(value, path);
  if (quantity > max) throw invalidField(path, `larger than ${max.toString()}`);
  return quantity;
}

function readQuantity(value: unknown, path: string): bigint {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value) && value >= 0) return BigInt(value);
    throw invalidField(path, 'not a whole number from 0 to 2^53 - 1; give larger ones as a string');
  }
  const isText = typeof value === 'string' && value.length <= MAX_DIGITS;
  if (isText && /^(?:0|[1-9][0-9]*|0x[0-9a-fA-F]+)$/.test(value)) return BigInt(value);
  throw invalidField(path, 'expected a whole number: a number, a decimal string or hex with the prefix 0x');
}
