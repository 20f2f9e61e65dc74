import * as btc from '@scure/btc-signer';
import {
  type AddressLookupTableAccount,
  PublicKey,
  TransactionMessage,
  VersionedTransaction,
  type TransactionInstruction,
} from '@solana/web3.js';
import { serializeTransaction, type Hex, type TransactionSerializable } from 'viem';
import { addressOf } from '@wallet-service/addresses';
import type { Operation, SigningWallet } from '@wallet-service/chains';
import type { PolicyInput } from '../src/engine/policy-input.js';
import { policyInputOfOperation } from '../src/evaluation/policy-input-of-operation.js';

const secp = Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex');

function wallet(chain: 'ETH' | 'SOL' | 'BTC', network: string, publicKey: Uint8Array): SigningWallet {
  return { chain, network, publicKey, address: addressOf(chain, network, publicKey) };
}
export const ethWallet = wallet('ETH', 'EVM', secp);
export const btcWallet = wallet('BTC', 'BTC_MAINNET', secp);
export const solWallet = wallet('SOL', 'SOL_MAINNET', Buffer.alloc(32, 5));
export const solKey = new PublicKey(solWallet.publicKey);

export const token = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
export const alice = '0x1111111111111111111111111111111111111111';
export const mallory = '0x2222222222222222222222222222222222222222';

export function ethOperation(transaction: TransactionSerializable): Operation {
  return { kind: 'transaction', unsigned: Buffer.from(serializeTransaction(transaction).slice(2), 'hex') };
}

/** A transfer of 1 ETH to Alice, except for what is given. */
export function payment(overrides: Partial<TransactionSerializable> = {}): Operation {
  return ethOperation({
    type: 'eip1559',
    chainId: 1,
    nonce: 0,
    to: alice,
    value: 10n ** 18n,
    gas: 21_000n,
    maxFeePerGas: 10n,
    maxPriorityFeePerGas: 1n,
    ...overrides,
  } as TransactionSerializable);
}

/** Without a chain id unless one is given. */
export function legacyPayment(overrides: { chainId?: number; gasPrice: bigint }): Operation {
  return ethOperation({ type: 'legacy', nonce: 0, to: alice, value: 10n ** 18n, gas: 21_000n, ...overrides });
}

export function ethInput(operation: Operation): PolicyInput {
  return policyInputOfOperation(ethWallet, operation);
}
export function tokenCall(data: Hex): Operation {
  return payment({ to: token, value: 0n, data });
}

export function typedData(json: object, version: 'v1' | 'v3' | 'v4' = 'v4'): Operation {
  return { kind: 'typed_data', version, json: JSON.stringify(json) };
}

export function solOperation(
  instructions: readonly TransactionInstruction[],
  tables?: readonly AddressLookupTableAccount[],
): Operation {
  const message = new TransactionMessage({
    payerKey: solKey,
    recentBlockhash: new PublicKey(Buffer.alloc(32, 8)).toBase58(),
    instructions: [...instructions],
  });
  const compiled = tables ? message.compileToV0Message([...tables]) : message.compileToLegacyMessage();
  return { kind: 'transaction', unsigned: new VersionedTransaction(compiled).serialize() };
}
export function solInput(operation: Operation): PolicyInput {
  return policyInputOfOperation(solWallet, operation);
}

/** Spends one proven output of the wallet, of 100,000 satoshis. */
export function psbt(outputs: readonly { readonly address: string; readonly amount: bigint }[]): Operation {
  const own = btc.p2wpkh(secp, btc.NETWORK);
  const transaction = new btc.Transaction();
  transaction.addInput({
    txid: Buffer.alloc(32, 3),
    index: 0,
    witnessUtxo: { script: own.script, amount: 100_000n },
  });
  for (const { address, amount } of outputs) transaction.addOutputAddress(address, amount, btc.NETWORK);
  return { kind: 'transaction', unsigned: transaction.toPSBT() };
}
export function btcInput(operation: Operation): PolicyInput {
  return policyInputOfOperation(btcWallet, operation);
}
