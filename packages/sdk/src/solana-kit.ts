import { clientError } from './core/error.js';
import { provenSignature } from './solana/proven-signature.js';
import type { SolanaWallet } from './wallets.js';

// The types of @solana/kit are written out here. It changes its major version often, and these types stay the same.

type Brand<Name extends string> = { readonly '__brand:@solana/kit': Name };

/** `Address` of Kit. */
export type KitAddress = string & Brand<'Address'> & { readonly '__stringEncoding:@solana/kit': 'base58' };

/** `SignatureDictionary` of Kit: the 64 bytes of the signature, under the address. */
export type KitSignatures = Readonly<Record<KitAddress, Uint8Array & Brand<'SignatureBytes'>>>;

export type KitConfig = { readonly abortSignal?: AbortSignal };

/** `MessagePartialSigner` and `TransactionPartialSigner` of Kit. */
export type KitSigner = {
  readonly address: KitAddress;
  /**
   * Signs the bytes of each message as they are. A message that is a Solana transaction is one for policies too. The
   * answer is in the order of the messages.
   */
  readonly signMessages: (
    messages: readonly { readonly content: Uint8Array }[],
    config?: KitConfig,
  ) => Promise<readonly KitSignatures[]>;
  /**
   * Signs legacy transactions, and those of version 0 and 1. The answer is in the order of the transactions.
   * Signatures of others are not sent and not needed. Throws `client.request-invalid` if the wallet is not among the
   * signers of a transaction; then none was sent.
   */
  readonly signTransactions: (
    transactions: readonly {
      readonly messageBytes: ArrayLike<number>;
      readonly signatures: Readonly<Record<string, unknown>>;
    }[],
    config?: KitConfig,
  ) => Promise<readonly KitSignatures[]>;
};

/**
 * The wallet as a signer of `@solana/kit` 3 or later, and of `@solana/web3.js` 3. Nothing of them is loaded. Each
 * signature is verified over the bytes that were sent before it is given out; otherwise `client.answer-mismatch` is
 * thrown. Several messages or transactions are sent at once. If one is refused, the promise rejects with its error.
 */
export function toKitSigner(wallet: SolanaWallet): KitSigner {
  const address = wallet.address as KitAddress;
  const { signMessage, signTransaction } = wallet;

  async function signed(
    operation: 'signMessage' | 'signTransaction',
    content: ArrayLike<number>,
    { abortSignal }: KitConfig,
  ): Promise<KitSignatures> {
    // A copy, because the caller may change theirs before the answer comes.
    const bytes = Uint8Array.from(content);
    const options = abortSignal ? { signal: abortSignal } : {};
    const ask = () => (operation === 'signMessage' ? signMessage : signTransaction)(bytes, options);
    const signature = await provenSignature({ address, operation, bytes, ask });
    return Object.freeze({ [address]: signature }) as unknown as KitSignatures;
  }

  return Object.freeze<KitSigner>({
    address,
    signMessages: async (messages, config = {}) =>
      Promise.all(messages.map(({ content }) => signed('signMessage', content, config))),
    signTransactions: async (transactions, config = {}) => {
      for (const { signatures } of transactions)
        if (!Object.hasOwn(signatures, address)) throw notASigner(address);
      return Promise.all(
        transactions.map(({ messageBytes }) => signed('signTransaction', messageBytes, config)),
      );
    },
  });
}

function notASigner(address: string) {
  const message = `${address} is not among the signers of the transaction, so its signature would be of no use`;
  return clientError('client.request-invalid', message, { operation: 'signTransaction' });
}
