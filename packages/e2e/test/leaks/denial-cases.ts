import * as fc from 'fast-check';
import type { Chain } from '@wallet-service/local-stack/express-client';
import { permit } from '../chains/permit.js';
import { psbtOf, psbtText } from '../chains/psbts.js';

/** A request under one rule that refuses it. Every mark is in the rule or in the request, and in the decision. */
export type Case = {
  readonly name: string;
  readonly chain: Chain;
  readonly operation: string;
  readonly body: (address: string) => object;
  readonly method: string;
  readonly condition: object;
  readonly marks: readonly string[];
};

const digits = fc
  .integer({ min: 1, max: 9 })
  .chain((first) =>
    fc
      .array(fc.integer({ min: 0, max: 9 }), { minLength: 14, maxLength: 14 })
      .map((rest) => [first, ...rest].join('')),
  );
const hex20 = fc
  .uint8Array({ minLength: 20, maxLength: 20 })
  .map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`);
const word = digits.map((text) => `Mark${text}`);
const transaction = (fields: object) => () => ({
  payload: { chainId: 1, type: 0, nonce: 0, gasLimit: 21_000, gasPrice: 1, value: '1', ...fields },
});
export const ofTransaction = (field: string, operator: string, value: unknown) => ({
  field_source: 'ethereum_transaction',
  ...{ field, operator, value },
});
const onEthereum = { chain: 'ETH', operation: 'transaction', method: 'eth_signTransaction' } as const;
const text = (content: string) => ({ message_base64: Buffer.from(content).toString('base64') });
const window = {
  field_source: 'spending_window',
  field: 'native_amount',
  operator: 'gt',
  window_seconds: 3600,
};
const honest = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

/** Denied by a DENY or a require_mfa rule alike. */
export const denialCases: readonly fc.Arbitrary<Case>[] = [
  fc.record({ to: hex20, list: fc.array(hex20, { minLength: 1, maxLength: 3 }) }).map(({ to, list }) => ({
    ...{ name: 'a recipient who is on no list', ...onEthereum, body: transaction({ to }) },
    ...{ condition: ofTransaction('to', 'not_in', list), marks: [to, ...list] },
  })),
  fc.record({ to: hex20, limit: digits, value: digits }).map(({ to, limit, value }) => ({
    ...{ name: 'a value above a limit', ...onEthereum, body: transaction({ to, value: `9${value}` }) },
    ...{ condition: ofTransaction('value', 'gt', limit), marks: [limit, value] },
  })),
  fc.record({ to: hex20, limit: digits, value: digits }).map(({ to, limit, value }) => ({
    ...{
      name: 'what is left of a window',
      ...onEthereum,
      body: transaction({ to, value: `9${value}`, gasPrice: 0 }),
    },
    ...{ condition: { ...window, value: limit }, marks: [limit, value] },
  })),
  fc.record({ to: hex20, limit: digits }).map(({ to, limit }) => ({
    ...{
      name: 'a window that is unknown',
      ...onEthereum,
      body: transaction({ to, chainId: 987_654, data: '0x12345678' }),
    },
    ...{ condition: { ...window, value: limit }, marks: [limit, 'plain_chain_ids'] },
  })),
  fc.record({ seen: word, chain: fc.constantFrom<Chain>('ETH', 'SOL', 'BTC') }).map(({ seen, chain }) => ({
    ...{ name: `a message on ${chain}`, chain, operation: 'message', body: () => text(`I sign ${seen}`) },
    method: chain === 'ETH' ? 'personal_sign' : 'signMessage',
    condition: { field_source: 'message', field: 'content', operator: 'contains', value: seen },
    marks: [seen],
  })),
  fc
    .record({ spender: hex20, list: fc.array(hex20, { minLength: 1, maxLength: 3 }) })
    .map(({ spender, list }) => ({
      ...{
        name: 'typed data',
        chain: 'ETH' as const,
        operation: 'typed_data',
        method: 'eth_signTypedData_v4',
      },
      body: () => ({ typed_data: { ...permit, message: { ...permit.message, spender } } }),
      condition: {
        field_source: 'typed_data',
        field: 'typed_data_message_spender',
        operator: 'not_in',
        value: list,
      },
      marks: [spender, ...list],
    })),
  fc
    .record({
      limit: fc.integer({ min: 10_000_000, max: 50_000_000 }),
      more: fc.integer({ min: 1, max: 9_999_999 }),
    })
    .map(({ limit, more }) => ({
      ...{ name: 'an output', chain: 'BTC' as const, operation: 'transaction', method: 'signTransaction' },
      body: (address) => ({
        payload: psbtText(
          psbtOf(
            [{ address, satoshis: 100_000_000n }],
            [{ address: honest, satoshis: BigInt(limit + more) }],
          ),
          0,
        ),
      }),
      condition: {
        field_source: 'bitcoin_transaction',
        field: 'output_amount',
        operator: 'gt',
        value: limit,
      },
      marks: [String(limit), String(limit + more)],
    })),
];
