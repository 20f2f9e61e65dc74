import { address, payments } from 'bitcoinjs-lib';
import {
  anyMethod,
  hashAlone,
  keyForTheThief,
  promiseRules,
  promiseBase64,
  rulesBy,
  type Effect,
  type Way,
} from './pair-table.js';
import { psbtOf, psbtText, type Payment } from './psbts.js';

const bitcoinThief = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const { data: thiefsProgram } = address.fromBech32(bitcoinThief);
/** The same output script as other networks write it. */
const elsewhere = ['tb', 'bcrt'].map((prefix) => address.toBech32(thiefsProgram, 0, prefix));
const honest = payments.p2wpkh({ hash: Buffer.alloc(20, 7) }).address;

const ofTransaction = rulesBy('bitcoin_transaction', 'signTransaction');
const spending = rulesBy('spending_window', 'signTransaction', { window_seconds: 3600 });

/** In both versions, without change and with the change last and first. */
function waysToPay(wallet: string): readonly Way[] {
  const stolen: Payment = { address: bitcoinThief, satoshis: 6000n };
  const change: Payment = { address: wallet, satoshis: 3000n };
  const orders = [
    ['alone', [stolen]],
    ['before the change', [stolen, change]],
    ['after the change', [change, stolen]],
  ] as const;
  const ways = orders.flatMap(([name, outputs]) =>
    ([0, 2] as const).map((version) => ({
      name: `${name}, version ${version}`,
      operation: 'transaction',
      body: { payload: psbtText(psbtOf([{ address: wallet, satoshis: 10_000n }], outputs), version) },
    })),
  );
  return [...ways, hashAlone('hash')];
}

/** What a thief may want from a Bitcoin wallet. */
export const bitcoinEffects: readonly Effect[] = [
  {
    name: 'bitcoin for the thief',
    ways: waysToPay,
    rules: [
      ofTransaction('output_address', 'eq', bitcoinThief, honest),
      ofTransaction('output_address', 'eq', bitcoinThief.toUpperCase(), honest),
      ofTransaction('output_address', 'in', elsewhere, [honest]),
      ofTransaction('output_address', 'not_in', [honest], elsewhere),
      ofTransaction('output_amount', 'gt', 5999, 6000),
      ofTransaction('total_amount', 'gte', 6000, 6001),
      ofTransaction('fee', 'gte', 1000, 4001),
      spending('native_amount', 'gt', 5000, '10000000'),
      anyMethod,
    ],
  },
  {
    name: 'a promise to the thief',
    ways: () =>
      ['bip137', 'bip322'].map((format) => ({
        name: format,
        operation: 'message',
        body: { message_base64: promiseBase64, format },
      })),
    rules: promiseRules,
  },
  keyForTheThief,
];
