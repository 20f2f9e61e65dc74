import { bytesToHex } from '@noble/hashes/utils.js';
import * as btc from '@scure/btc-signer';
import { bech32PrefixOf } from '@wallet-service/addresses';
import type { SigningWallet } from '../operation.js';
import { parsePsbt } from './psbt.js';

export type BitcoinInput = {
  readonly txid: string;
  readonly output: number;
  readonly sequence: number;
  /** Satoshis. */
  readonly amount: bigint;
  /** Undefined where the script has no address. */
  readonly address: string | undefined;
  readonly isOwn: boolean;
};
export type BitcoinOutput = {
  readonly address: string | undefined;
  /** Hex. */
  readonly script: string;
  /** Satoshis. */
  readonly amount: bigint;
};
/** A Bitcoin transaction as policies see it. */
export type BitcoinTransaction = {
  readonly version: number;
  readonly lockTime: number;
  readonly inputs: readonly BitcoinInput[];
  readonly outputs: readonly BitcoinOutput[];
  /** Satoshis, as the amounts in the PSBT say. */
  readonly fee: bigint;
  /**
   * Whether the fee is certain. A signature proves the amount of its own input alone: of two inputs with witness UTXOs, two
   * requests can each lie about the other. Certain with a single input, or when every input brings the transaction that it spends.
   */
  readonly isFeeProven: boolean;
};

type Network = Parameters<typeof btc.Address>[0];

export function viewPsbt(wallet: SigningWallet, bytes: Uint8Array, path: string): BitcoinTransaction {
  const parsed = parsePsbt(wallet, bytes, path);
  const { transaction, inputs, fee } = parsed;
  const network = networkOf(wallet.network);
  const outputs = parsed.outputs.map(({ script, amount }): BitcoinOutput => {
    return { address: addressOfScript(script, network), script: bytesToHex(script), amount };
  });
  return {
    version: transaction.version,
    lockTime: transaction.lockTime,
    inputs: inputs.map(({ txid, output, sequence, spent, isOwn }) => {
      return {
        txid,
        output,
        sequence,
        amount: spent.amount,
        address: addressOfScript(spent.script, network),
        isOwn,
      };
    }),
    outputs,
    fee,
    isFeeProven: inputs.length === 1 || inputs.every(({ isProven }) => isProven),
  };
}

function networkOf(name: string): Network {
  const bech32 = bech32PrefixOf(name);
  return bech32 === 'bc' ? btc.NETWORK : { ...btc.TEST_NETWORK, bech32 };
}

function addressOfScript(script: Uint8Array, network: Network): string | undefined {
  try {
    return btc.Address(network).encode(btc.OutScript.decode(script));
  } catch {
    // Data outputs and bare scripts have no address; the policy sees the script.
    return undefined;
  }
}
