import { sameBytes } from './core/encoding.js';
import { clientError } from './core/error.js';
import { provenSignature } from './solana/proven-signature.js';
import type { SolanaWallet } from './wallets.js';

type Base58 = { toBase58(): string };

/** What is used of `Transaction` of web3.js 1. */
type LegacyTransaction = {
  readonly signatures: readonly { readonly publicKey: Base58 }[];
  serializeMessage(): Uint8Array;
  addSignature(publicKey: unknown, signature: Uint8Array): void;
};
/** What is used of `VersionedTransaction` of web3.js 1. */
type VersionedTransaction = {
  readonly message: {
    readonly header: { readonly numRequiredSignatures: number };
    readonly staticAccountKeys: readonly Base58[];
    serialize(): Uint8Array;
  };
  addSignature(publicKey: unknown, signature: Uint8Array): void;
};
export type Web3Transaction = LegacyTransaction | VersionedTransaction;

/** `Wallet` of Anchor, and what programs use of a wallet adapter. */
export type WalletAdapter<PublicKey> = {
  readonly publicKey: PublicKey;
  /** Puts the signature into the given transaction and returns it. Signatures of others stay. */
  readonly signTransaction: <T extends Web3Transaction>(transaction: T) => Promise<T>;
  /** The same for several, which are sent at once. No transaction gets a signature unless all do. */
  readonly signAllTransactions: <T extends Web3Transaction>(transactions: T[]) => Promise<T[]>;
  /** The 64 bytes of the signature over the bytes of the message. */
  readonly signMessage: (message: Uint8Array) => Promise<Uint8Array>;
};

/**
 * The wallet as a wallet of `@solana/web3.js` 1 and Anchor, for `Transaction` and `VersionedTransaction`. The second
 * argument is the class `PublicKey` of web3.js, which is not loaded here. Each signature is verified over the bytes
 * that were sent before it is put into a transaction; otherwise `client.answer-mismatch` is thrown. Throws
 * `client.request-invalid` for a transaction that lacks its fee payer or block hash, that does not name the wallet
 * among its signers, or that changed while it was being signed. web3.js 1 cannot serialize transactions of version 1:
 * `toKitSigner` signs them.
 */
export function toWalletAdapter<PublicKey>(
  wallet: SolanaWallet,
  PublicKey: new (address: string) => PublicKey,
): WalletAdapter<PublicKey> {
  const { address } = wallet;
  const publicKey = new PublicKey(address);

  async function signatureFor(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
    const ask = () => wallet.signTransaction(bytes);
    return provenSignature({ address, operation: 'signTransaction', bytes, ask });
  }

  const signAllTransactions = async <T extends Web3Transaction>(transactions: T[]): Promise<T[]> => {
    const messages = transactions.map((transaction) => messageOf(transaction, address));
    const signatures = await Promise.all(messages.map(signatureFor));
    transactions.forEach((transaction, index) => {
      if (!sameBytes(messageOf(transaction, address), messages[index] ?? new Uint8Array()))
        throw unsuitable('the transaction changed while it was being signed: sign it again');
    });
    transactions.forEach((transaction, index) => {
      transaction.addSignature(publicKey, signatures[index] ?? new Uint8Array());
    });
    return transactions;
  };

  return Object.freeze<WalletAdapter<PublicKey>>({
    publicKey,
    signAllTransactions,
    signTransaction: async (transaction) => {
      await signAllTransactions([transaction]);
      return transaction;
    },
    signMessage: (message) => {
      const bytes = Uint8Array.from(message);
      const ask = () => wallet.signMessage(bytes);
      return provenSignature({ address, operation: 'signMessage', bytes, ask });
    },
  });
}

/** The bytes that the signers of the transaction sign, as a copy. */
function messageOf(transaction: Web3Transaction, address: string): Uint8Array<ArrayBuffer> {
  const { bytes, signers } = compiled(transaction);
  if (signers.some((key) => key.toBase58() === address)) return bytes;
  throw unsuitable(`${address} is not among the signers of the transaction`);
}

function compiled(transaction: Web3Transaction) {
  try {
    if ('message' in transaction) {
      const { header, staticAccountKeys } = transaction.message;
      const bytes = Uint8Array.from(transaction.message.serialize());
      return { bytes, signers: staticAccountKeys.slice(0, header.numRequiredSignatures) };
    }
    // The signers of a legacy transaction are known once it was compiled.
    const bytes = Uint8Array.from(transaction.serializeMessage());
    return { bytes, signers: transaction.signatures.map((signature) => signature.publicKey) };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw unsuitable(`web3.js cannot serialize the transaction: ${reason}`, cause);
  }
}

function unsuitable(message: string, cause?: unknown) {
  return clientError('client.request-invalid', message, { operation: 'signTransaction' }, cause);
}
