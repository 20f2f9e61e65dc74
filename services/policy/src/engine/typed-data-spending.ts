import type { TypedData, TypedStruct, TypedValue } from '@wallet-service/chains';
import { hexOf } from './reading.js';
import { nativeAsset, type Spent } from './spent.js';

/**
 * What a signature over typed data gives into other hands of an asset: what a token may be asked for with it (ERC-2612, DAI, ERC-3009), and what
 * Permit2 may. Other contracts can take only what they were approved for, which counted when it was approved.
 */
export function typedDataSpent(asset: string, typedData: TypedData, wallet: Uint8Array): Spent {
  const { primaryType, domain, message } = typedData;
  if (primaryType === undefined) return 0n;
  const contract = addressIn(domain, 'verifyingContract');
  if (contract === hexOf(wallet)) return 'a signature for the wallet’s own code can spend anything';
  if (userOperations.includes(primaryType)) return 'a user operation (ERC-4337) can spend anything';
  if (asset === nativeAsset) return 0n;
  const permitted = permit2Types.get(primaryType);
  if (permitted !== undefined) return sumPermitted(message.fields.get(permitted), asset);
  const amountOf = Object.hasOwn(tokenTypes, primaryType) ? tokenTypes[primaryType] : undefined;
  if (contract === asset) return amountOf?.(message) ?? 'the token may do anything with such a signature';
  return contract === undefined && amountOf ? 'the domain does not say which token this is for' : 0n;
}

const userOperations: readonly string[] = ['PackedUserOperation', 'UserOperation'];

/** By primary type, where the message says how much of which tokens. */
const permit2Types: ReadonlyMap<string, string> = new Map([
  ['PermitSingle', 'details'],
  ['PermitBatch', 'details'],
  ['PermitTransferFrom', 'permitted'],
  ['PermitBatchTransferFrom', 'permitted'],
  ['PermitWitnessTransferFrom', 'permitted'],
  ['PermitBatchWitnessTransferFrom', 'permitted'],
]);

const unlimited = (1n << 256n) - 1n;

const valueOf = (message: TypedStruct): Spent => amountIn(message, 'value');

/** By primary type, what a token's own typed data is worth. */
const tokenTypes: Readonly<Record<string, (message: TypedStruct) => Spent>> = {
  Permit: (message) => {
    const allowed = message.fields.get('allowed');
    // DAI's: all or nothing.
    if (allowed?.kind === 'boolean') return allowed.value ? unlimited : 0n;
    return valueOf(message);
  },
  TransferWithAuthorization: valueOf,
  ReceiveWithAuthorization: valueOf,
  CancelAuthorization: () => 0n,
};

const notReadable = 'the message does not say how much is permitted';

function amountIn(struct: TypedStruct, name: string): Spent {
  const amount = struct.fields.get(name);
  return amount?.kind === 'integer' && amount.value >= 0n ? amount.value : notReadable;
}

function addressIn(struct: TypedStruct, name: string): string | undefined {
  const value = struct.fields.get(name);
  return value?.kind === 'address' ? hexOf(value.value) : undefined;
}

function sumPermitted(permitted: TypedValue | undefined, token: string): Spent {
  if (!permitted) return notReadable;
  let total = 0n;
  for (const each of permitted.kind === 'array' ? permitted.items : [permitted]) {
    if (each.kind !== 'struct') return notReadable;
    const of = addressIn(each, 'token');
    const amount = amountIn(each, 'amount');
    if (of === undefined || typeof amount === 'string') return notReadable;
    if (of === token) total += amount;
  }
  return total;
}
