import { invalidField } from '@wallet-service/errors';
import { fieldsAt, isFields, without, type Fields } from './fields.js';

const transactionMethods = ['eth_signTransaction', undefined];
const typedDataVersions: Readonly<Record<string, 'v1' | 'v3' | 'v4'>> = {
  eth_signTypedData: 'v4',
  eth_signTypedData_v3: 'v3',
  eth_signTypedData_v4: 'v4',
};
/** Their hash is made of a text that the data does not contain. */
const messageMethods = ['personal_sign', 'eth_signMessage'];

/**
 * What a hash was made of, as `payload` or `typed_data`: then the hash must be its hash, and policies see it. Data that
 * the hash cannot be made of is left out: the request is then one for a bare hash, which policies refuse by default.
 */
export function preimageOf(given: unknown, path: string): Fields {
  const { method, typedData, ...members } = fieldsAt(given, path);
  const transaction = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));
  if (typeof method === 'string' && messageMethods.includes(method)) return {};
  const version = typeof method === 'string' ? typedDataVersions[method] : undefined;
  if (version !== undefined) return typedDataOf(typedData, version);
  if (transactionMethods.includes(method as string | undefined)) return { payload: transaction };
  throw invalidField(
    `${path}/method`,
    `must be one of eth_signTransaction, ${[...Object.keys(typedDataVersions), ...messageMethods].join(', ')}`,
  );
}

function typedDataOf(typedData: unknown, version: 'v1' | 'v3' | 'v4'): Fields {
  if (Array.isArray(typedData)) return { typed_data: typedData, version: 'v1' };
  if (typeof typedData === 'string') return { typed_data: typedData, version };
  const isWhole = isFields(typedData) && 'types' in typedData && 'primaryType' in typedData;
  return isWhole ? { typed_data: typedData, version } : {};
}

/** The body of a request for the signature of a hash. */
export function withPreimage(body: Fields): Fields {
  const { transaction_data: given } = body;
  const rest = without(body, 'transaction_data');
  if (given === undefined || given === null) return rest;
  const path = '/transaction_data';
  const other = ['payload', 'typed_data'].find((name) => name in body);
  if (other !== undefined) throw invalidField(path, `cannot be given together with ${other}`);
  return { ...rest, ...preimageOf(given, path) };
}
