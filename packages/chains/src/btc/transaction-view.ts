import { bytesToHex } from '@noble/hashes/utils.js';
import { bitcoinAddressOf } from '@wallet-service/addresses';
import type { SigningWallet } from '../operation.js';
import { parsePsbt, type ParsedPsbt } from './psbt.js';

export type BitcoinInput = {
  readonly txid: string;
  readonly output: number;
  readonly sequence: number;
  /** Satoshis. */
  readonly amount: bigint;
  /** Undefined if the script has no address. */
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
  /** Satoshis, according to the amounts in the PSBT. */
  readonly fee: bigint;
  /**
   * Whether the fee is certain. A signature proves only the amount of its own input: with two inputs with
   * witness UTXOs, two requests can each lie about the other. It is certain with a single input, or if every
   * input includes the transaction that it spends.
   */
  readonly isFeeProven: boolean;
  /** The inputs that make it uncertain. Each needs the transaction that it spends. */
  readonly unprovenInputs: readonly number[];
};

export function viewPsbt(wallet: SigningWallet, bytes: Uint8Array, path: string): BitcoinTransaction {
  return viewParsedPsbt(wallet, parsePsbt(wallet, bytes, path));
}

export function viewParsedPsbt({ network }: SigningWallet, parsed: ParsedPsbt): BitcoinTransaction {
  const { transaction, inputs, fee } = parsed;
  const unproven = inputs.length === 1 ? [] : inputs.filter(({ isProven }) => !isProven);
  const outputs = parsed.outputs.map(({ script, amount }): BitcoinOutput => {
    return { address: bitcoinAddressOf(network, script), script: bytesToHex(script), amount };
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
        address: bitcoinAddressOf(network, spent.script),
        isOwn,
      };
    }),
    outputs,
    fee,
    isFeeProven: unproven.length === 0,
    unprovenInputs: unproven.map(({ index }) => index),
  };
}
