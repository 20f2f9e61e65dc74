import { bitcoinPayeeOf } from '@wallet-service/addresses';
import { fixedFields, type Field } from './field-source.js';
import { absent, inapplicable, integer, unknown, type Reading, type ValueKind } from './reading.js';
import type { BitcoinPayment, PolicyInput } from './policy-input.js';

type BitcoinTransaction = Extract<PolicyInput, { kind: 'bitcoin_transaction' }>;

/** All bitcoin that there will ever be (MAX_MONEY of Bitcoin Core). */
export const satoshiRange: readonly [bigint, bigint] = [0n, 2_100_000_000_000_000n];

function perPayment(kind: ValueKind, read: (payment: BitcoinPayment) => Reading): Omit<Field, 'key'> {
  return {
    kind,
    ...(kind === 'integer' && { range: satoshiRange }),
    perElement: true,
    read: ({ input }, element) => {
      const payment = input.kind === 'bitcoin_transaction' ? input.payments[element] : undefined;
      return payment ? read(payment) : inapplicable;
    },
  };
}
function satoshis(read: (transaction: BitcoinTransaction) => Reading): Omit<Field, 'key'> {
  return {
    kind: 'integer',
    range: satoshiRange,
    read: ({ input }) => (input.kind === 'bitcoin_transaction' ? read(input) : inapplicable),
  };
}

export const bitcoinFee = 'bitcoin_transaction.fee';
/** Text about some outputs or all of them. */
export const bitcoinOutputs = ['output_address', 'output_amount', 'total_amount'].map(
  (field) => `bitcoin_transaction.${field}`,
);

/** Why it is unknown how much leaves the wallet, and what to do. */
export function notProven({ unprovenInputs = [] }: BitcoinTransaction): string {
  const some = unprovenInputs.slice(0, mostNamed).join(', ');
  const more = unprovenInputs.length - mostNamed;
  const which = some === '' ? '' : ` (inputs ${some}${more > 0 ? ` and ${more} more` : ''})`;
  return (
    `the amounts of the inputs are not proven${which}: give each the whole transaction that it ` +
    'spends (non_witness_utxo of BIP-174)'
  );
}
const mostNamed = 10;

function noAddress({ output }: BitcoinPayment): Reading {
  const which = output === undefined ? 'an output' : `output ${output}`;
  return unknown(
    `${which} has a script without an address, such as a bare key or multisig, and can pay anybody: pay an address`,
  );
}

/** Compared as scripts, which are the same on every network. */
function payee(payment: BitcoinPayment): Reading {
  const { script, address } = payment;
  switch (bitcoinPayeeOf(Buffer.from(script, 'hex'))) {
    case 'address':
      return {
        state: 'value',
        kind: 'bitcoin-address',
        value: `0x${script}`,
        ...(address && { shown: address }),
      };
    case 'nobody':
      return absent;
    case 'anybody':
      return noAddress(payment);
  }
}

/**
 * Amounts in satoshis. Outputs that pay the wallet itself are change and are left out. `total_amount` is the
 * sum of all others.
 */
export const bitcoinTransaction = fixedFields(
  'bitcoin_transaction',
  { chains: ['BTC'], methods: ['signTransaction'] },
  {
    output_address: perPayment('bitcoin-address', payee),
    output_amount: perPayment('integer', ({ amount }) => integer(amount)),
    total_amount: satoshis(({ payments }) => integer(payments.reduce((sum, { amount }) => sum + amount, 0n))),
    fee: satoshis((transaction) =>
      transaction.fee === undefined ? unknown(notProven(transaction)) : integer(transaction.fee),
    ),
  },
);
