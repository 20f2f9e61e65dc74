import type { TypedData, TypedStruct, TypedValue } from '@wallet-service/chains';
import { isKnownChain, nativeDoorOf } from './native-coins.js';
import { hexOf } from './reading.js';
import { nativeAsset, type Spent } from './spent.js';

/**
 * What a signature over typed data gives into other hands of an asset: what a token may be asked for with it (ERC-2612, DAI, ERC-3009), and what
 * Permit2 may, and what a forwarder may be told to call. Other contracts can take only what they were approved for, which counted when it was approved.
 */
export function typedDataSpent(
  asset: string,
  typedData: TypedData,
  wallet: Uint8Array,
  isPlain: (chainId: bigint | undefined) => boolean,
): Spent {
  const { primaryType, domain, message } = typedData;
  if (primaryType === undefined) return 0n;
  const contract = addressIn(domain, 'verifyingContract');
  if (contract === hexOf(wallet)) return 'a signature for the wallet’s own code can spend anything';
  if (userOperations.includes(primaryType)) return 'a user operation (ERC-4337) can spend anything';
  if (primaryType === 'Delegation' && message.fields.has('delegator'))
    return 'whoever has this delegation can spend anything of an account with code (ERC-7710)';
  const chainId = chainIdIn(domain);
  if (contract === asset) return tokenSpent(typedData, chainId);
  const door = contract === undefined ? undefined : nativeDoorOf(contract, chainId);
  // As Moonbeam's CallPermit, with which anybody sends what the message says.
  if (door?.kind === 'opaque') return 'the chain’s own contract may do anything with such a signature';
  if (asset !== nativeAsset) return spentElsewhere(asset, typedData);
  if (door) return scaled(tokenSpent(typedData, chainId), door.scale);
  const mayBeCoin = amountOf(primaryType) !== undefined && !isKnownChain(chainId) && !isPlain(chainId);
  return mayBeCoin ? 'on a chain that is not known here the token may be the native coin' : 0n;
}

function scaled(amount: Spent, scale: bigint): Spent {
  return typeof amount === 'string' ? amount : amount * scale;
}

/** For the token itself. */
function tokenSpent({ primaryType = '', message }: TypedData, chainId: bigint | undefined): Spent {
  const amount = amountOf(primaryType)?.(message) ?? 'the token may do anything with such a signature';
  return typeof amount === 'bigint' && amount > 0n && chainId === undefined
    ? 'the domain does not say which chain this is for'
    : amount;
}

/** For another contract than the token. */
function spentElsewhere(token: string, { primaryType = '', domain, message }: TypedData): Spent {
  const permitted = permit2Types.get(primaryType);
  if (permitted !== undefined) return sumPermitted(message.fields.get(permitted), token);
  if (!domain.fields.has('verifyingContract') && amountOf(primaryType))
    return 'the domain does not say which token this is for';
  return ordersCallOf(token, message) ? 'the message may order a call of the token (ERC-2771)' : 0n;
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

function amountOf(primaryType: string): ((message: TypedStruct) => Spent) | undefined {
  return Object.hasOwn(tokenTypes, primaryType) ? tokenTypes[primaryType] : undefined;
}

const notReadable = 'the message does not say how much is permitted';

function amountIn(struct: TypedStruct, name: string): Spent {
  const amount = struct.fields.get(name);
  return amount?.kind === 'integer' && amount.value >= 0n ? amount.value : notReadable;
}

function addressIn(struct: TypedStruct, name: string): string | undefined {
  const value = struct.fields.get(name);
  return value?.kind === 'address' ? hexOf(value.value) : undefined;
}

function chainIdIn(domain: TypedStruct): bigint | undefined {
  const value = domain.fields.get('chainId');
  return value?.kind === 'integer' ? value.value : undefined;
}

/** A token that trusts a forwarder does what a message to that says: the token's address somewhere, and the data of a call. */
function ordersCallOf(token: string, message: TypedStruct): boolean {
  const address = Buffer.from(token.slice(2), 'hex');
  const all = [...valuesIn(message)];
  const namesToken = all.some(
    (each) =>
      (each.kind === 'address' && hexOf(each.value) === token) ||
      (each.kind === 'integer' && each.value === BigInt(token)),
  );
  const bytes = all.flatMap((each) => (each.kind === 'bytes' ? Buffer.from(each.value) : []));
  const isCall = ({ length }: Buffer) => length >= 4 && length !== 32;
  // Calls in a batch are one value of bytes, the addresses included.
  return bytes.some((each) => (namesToken && isCall(each)) || each.includes(address));
}

type Scalar = Extract<TypedValue, { kind: 'address' | 'bytes' | 'integer' }>;

function* valuesIn(value: TypedValue): Generator<Scalar> {
  if (value.kind === 'address' || value.kind === 'bytes' || value.kind === 'integer') yield value;
  const inner = value.kind === 'array' ? value.items : value.kind === 'struct' ? value.fields.values() : [];
  for (const each of inner) yield* valuesIn(each);
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
