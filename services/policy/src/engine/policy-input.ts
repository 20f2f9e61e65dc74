import type { EthTransaction, SolanaInstruction, TypedData } from '@wallet-service/chains';

/** An output of a Bitcoin transaction that does not pay the wallet itself. */
export type BitcoinPayment = {
  /** On the wallet's network. Undefined if the script has no address. */
  readonly address: string | undefined;
  /** Hex. */
  readonly script: string;
  /** Satoshis. */
  readonly amount: bigint;
  /** Its place among the outputs of the transaction. */
  readonly output?: number;
};

/** The decoded operation. It is exactly what the bytes say, because they are made from it. */
export type PolicyInput =
  | {
      readonly kind: 'ethereum_transaction';
      readonly transaction: EthTransaction;
      readonly wallet: Uint8Array;
    }
  | { readonly kind: 'typed_data'; readonly typedData: TypedData; readonly wallet: Uint8Array }
  | { readonly kind: 'ethereum_message'; readonly message: Uint8Array }
  | { readonly kind: 'raw_hash' }
  | {
      readonly kind: 'eip7702_authorization';
      readonly chainId: bigint;
      readonly address: Uint8Array;
      readonly nonce: bigint;
    }
  | {
      readonly kind: 'solana_transaction';
      readonly instructions: readonly SolanaInstruction[];
      /** The wallet, base58. */
      readonly wallet: string;
      /**
       * The maximum that the wallet may pay for it, in lamports. 0 if another account pays, undefined if
       * unknown.
       */
      readonly fee: bigint | undefined;
    }
  | {
      readonly kind: 'bitcoin_transaction';
      readonly payments: readonly BitcoinPayment[];
      /**
       * What leaves the wallet in satoshis, fee included. Undefined, like the fee, if the amounts of the
       * inputs are not proven.
       */
      readonly spent: bigint | undefined;
      readonly fee: bigint | undefined;
      /** The inputs whose amounts are not proven. */
      readonly unprovenInputs?: readonly number[];
    }
  /** On SOL and BTC. */
  | { readonly kind: 'message'; readonly message: Uint8Array }
  | { readonly kind: 'export' };

/** The number of parts (instructions, payments) to which the conditions of a rule apply together. */
export function elementsOf(input: PolicyInput): number {
  if (input.kind === 'solana_transaction') return input.instructions.length;
  if (input.kind === 'bitcoin_transaction') return input.payments.length;
  return 0;
}
