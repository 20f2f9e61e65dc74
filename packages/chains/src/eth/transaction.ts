import { invalidField } from '@wallet-service/errors';

/** EIP-2930: 20-byte address, 32-byte storage keys. */
export type AccessListEntry = { readonly address: Uint8Array; readonly storageKeys: readonly Uint8Array[] };

/** A signed EIP-7702 authorization. */
export type SignedAuthorization = {
  readonly chainId: bigint;
  readonly address: Uint8Array;
  readonly nonce: bigint;
  readonly yParity: bigint;
  readonly r: bigint;
  readonly s: bigint;
};

type Common = {
  readonly nonce: bigint;
  readonly gasLimit: bigint;
  /** 20 bytes. Undefined creates a contract from `data`. */
  readonly to: Uint8Array | undefined;
  /** Wei. */
  readonly value: bigint;
  readonly data: Uint8Array;
};
type Called = { readonly to: Uint8Array };
type FeeMarket = {
  readonly chainId: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly maxFeePerGas: bigint;
  readonly accessList: readonly AccessListEntry[];
};

/** Without a chain id the transaction is valid on every chain (before EIP-155). */
export type LegacyTransaction = Common & {
  readonly type: 'legacy';
  readonly chainId: bigint | undefined;
  readonly gasPrice: bigint;
};
export type Eip2930Transaction = Common & {
  readonly type: 'eip2930';
  readonly chainId: bigint;
  readonly gasPrice: bigint;
  readonly accessList: readonly AccessListEntry[];
};
export type Eip1559Transaction = Common & FeeMarket & { readonly type: 'eip1559' };
/** Without the blobs themselves, which are sent together with the signed transaction. */
export type Eip4844Transaction = Common &
  Called &
  FeeMarket & {
    readonly type: 'eip4844';
    readonly maxFeePerBlobGas: bigint;
    readonly blobVersionedHashes: readonly Uint8Array[];
  };
export type Eip7702Transaction = Common &
  Called &
  FeeMarket & { readonly type: 'eip7702'; readonly authorizationList: readonly SignedAuthorization[] };

/** An unsigned Ethereum transaction. Fees are in wei for each unit of gas. */
export type EthTransaction =
  | LegacyTransaction
  | Eip2930Transaction
  | Eip1559Transaction
  | Eip4844Transaction
  | Eip7702Transaction;
export type EthTransactionType = EthTransaction['type'];

const KZG_VERSION = 0x01;
const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * Refuses a transaction that no chain would accept in any state. Widths of single fields are checked where
 * they are read.
 */
export function assertValidTransaction(transaction: EthTransaction, path: string): void {
  const { type, chainId } = transaction;
  if (chainId === 0n) {
    const everyChain = type === 'legacy' ? '; omit it to sign for every chain' : '';
    throw invalidField(`${path}/chainId`, `no chain has the id 0${everyChain}`);
  }
  if (transaction.type === 'legacy' || transaction.type === 'eip2930') return;
  if (transaction.maxPriorityFeePerGas > transaction.maxFeePerGas) {
    throw invalidField(`${path}/maxPriorityFeePerGas`, 'higher than maxFeePerGas (EIP-1559)');
  }
  if (transaction.type === 'eip4844') assertBlobs(transaction, path);
  if (transaction.type === 'eip7702') assertAuthorizations(transaction, path);
}

function assertBlobs(transaction: Eip4844Transaction, path: string): void {
  const hashes = transaction.blobVersionedHashes;
  if (hashes.length === 0)
    throw invalidField(`${path}/blobVersionedHashes`, 'at least one is needed (EIP-4844)');
  const wrong = hashes.findIndex((hash) => hash[0] !== KZG_VERSION);
  if (wrong !== -1)
    throw invalidField(`${path}/blobVersionedHashes/${wrong}`, 'must begin with 0x01 (EIP-4844)');
}

function assertAuthorizations(transaction: Eip7702Transaction, path: string): void {
  const list = transaction.authorizationList;
  if (list.length === 0) throw invalidField(`${path}/authorizationList`, 'at least one is needed (EIP-7702)');
  list.forEach(({ yParity, r, s }, i) => {
    const at = `${path}/authorizationList/${i}`;
    if (yParity > 1n) throw invalidField(`${at}/yParity`, 'must be 0 or 1');
    if (r === 0n || r >= CURVE_ORDER) throw invalidField(`${at}/r`, 'out of the range of a signature');
    // Chains silently skip an authorization with a high s (EIP-7702, EIP-2).
    if (s === 0n || s > CURVE_ORDER / 2n)
      throw invalidField(`${at}/s`, 'out of the range of a low-s signature');
  });
}
