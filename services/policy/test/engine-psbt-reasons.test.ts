import * as btc from '@scure/btc-signer';
import { recordOf } from '../src/engine/decision-record.js';
import { decideOn, rule, when } from './engine-harness.js';
import { btcInput, btcWallet } from './operations.js';

// A denial of a PSBT names the input or output that caused it, and the remedy.

const own = btc.p2wpkh(btcWallet.publicKey, btc.NETWORK);

function psbtOf(inputs: number, ...outputs: readonly Uint8Array[]) {
  const transaction = new btc.Transaction({ allowUnknownOutputs: true, disableScriptCheck: true });
  for (let index = 0; index < inputs; index += 1)
    transaction.addInput({
      txid: Buffer.alloc(32, index + 1),
      index: 0,
      witnessUtxo: { script: own.script, amount: 100_000n },
    });
  for (const script of outputs) transaction.addOutput({ script, amount: 1_000n });
  return btcInput({ kind: 'transaction', unsigned: transaction.toPSBT() });
}
const because = (input: ReturnType<typeof psbtOf>, condition: ReturnType<typeof when>) => {
  const decision = decideOn('BTC', input, [rule('signTransaction', 'DENY', condition)]);
  expect(decision.outcome).toBe('deny');
  return recordOf(decision).rules[0]?.conditions[0]?.unknown_because;
};

it.each([
  ['a window', when('spending_window', 'native_amount', 'gt', '1', { window_seconds: 60 })],
  ['the fee', when('bitcoin_transaction', 'fee', 'gt', '1')],
])('the reason for %s names the inputs that prove nothing', (_, condition) => {
  expect(because(psbtOf(2, own.script), condition)).toBe(
    'the amounts of the inputs are not proven (inputs 0, 1): give each the whole transaction ' +
      'that it spends (non_witness_utxo of BIP-174)',
  );
  expect(because(psbtOf(12, own.script), condition)).toContain(
    '(inputs 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more)',
  );
});

it('the reason for an address names the output that has none, by its index', () => {
  // The wallet's own key, given as bytes to be checked.
  const bareKey = Buffer.concat([Buffer.of(0x21), btcWallet.publicKey, Buffer.of(0xac)]);
  const condition = when(
    'bitcoin_transaction',
    'output_address',
    'eq',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  );
  expect(because(psbtOf(1, own.script, bareKey), condition)).toContain(
    'output 1 has a script without an address',
  );
});
