import type { Prepared } from './load.js';
import { heavyRules } from './heavy-rules.js';
import { of } from './heavy-values.js';
import type { Tenant } from './tenant.js';
import * as bitcoin from 'bitcoinjs-lib';

const typed = (type: string, value: unknown) => ({
  types: { EIP712Domain: [], M: [{ name: 'a', type }] },
  primaryType: 'M',
  domain: {},
  message: { a: value },
});

/** Spends outputs of the wallet that never existed. Only the chain would notice. */
export function psbtOfOwnInputs(address: string, count: number): string {
  const network = bitcoin.networks.bitcoin;
  const script = bitcoin.address.toOutputScript(address, network);
  const psbt = new bitcoin.Psbt({ network });
  for (let index = 0; index < count; index += 1)
    psbt.addInput({
      hash: Buffer.alloc(32, 1 + (index % 250)),
      index,
      witnessUtxo: { script, value: 5000n },
    });
  psbt.addOutput({ address, value: 4000n });
  return psbt.toBase64();
}

/** The same with the whole transactions that are spent, each with that many outputs. */
export function psbtOfWholeInputs(address: string, count: number, outputs: number): string {
  const network = bitcoin.networks.bitcoin;
  const script = bitcoin.address.toOutputScript(address, network);
  const psbt = new bitcoin.Psbt({ network });
  for (let index = 0; index < count; index += 1) {
    const previous = new bitcoin.Transaction();
    previous.addInput(Buffer.alloc(32, 1 + (index % 250)), index);
    for (let i = 0; i < outputs; i += 1) previous.addOutput(script, 5000n);
    psbt.addInput({ hash: previous.getId(), index: 0, nonWitnessUtxo: previous.toBuffer() });
  }
  psbt.addOutput({ address, value: 4000n });
  return psbt.toBase64();
}

export const worstKinds = [
  'typed data with 19,000 empty arrays',
  'typed data with as many strings as are signed',
  'typed data with 100 KB of text',
  'a PSBT of 200 own inputs',
  'a PSBT of 200 inputs with their transactions',
  '9,000 unknown members',
  'small messages',
  'false tokens',
  'unknown API keys',
  'false secret keys',
  'dry runs of a long message',
  'a policy of 100 rules of 9 conditions',
] as const;

/**
 * The most expensive known requests of one tenant, by what makes them so. From the original report, and from
 * cost.test.ts.
 */
export async function worstRequests(
  tenant: Tenant,
): Promise<Readonly<Record<(typeof worstKinds)[number], readonly Prepared[]>>> {
  const { client, token, ofUser, ofServer } = tenant;
  await client.wallet(token, 'ETH');
  const address = await client.wallet(token, 'BTC');
  const typedData = (type: string, value: unknown) =>
    ofUser('/v2/wallet/sign/typed_data', 'ETH', { typed_data: typed(type, value) });
  return {
    'typed data with 19,000 empty arrays': [
      typedData(
        'uint8[][]',
        of(19_000, () => []),
      ),
    ],
    'typed data with as many strings as are signed': [
      typedData(
        'string[]',
        of(490, (i) => `${i}`),
      ),
    ],
    'typed data with 100 KB of text': [typedData('string', 'x'.repeat(100_000))],
    'a PSBT of 200 own inputs': [
      ofUser('/v2/wallet/sign/transaction', 'BTC', { payload: psbtOfOwnInputs(address, 200) }),
    ],
    'a PSBT of 200 inputs with their transactions': [
      ofUser('/v2/wallet/sign/transaction', 'BTC', { payload: psbtOfWholeInputs(address, 200, 10) }),
    ],
    '9,000 unknown members': [
      ofUser('/v2/wallet/sign/message', 'ETH', Object.fromEntries(of(9000, (i) => [`m${i}`, 1]))),
    ],
    'small messages': [ofUser('/v2/wallet/sign/message', 'ETH', { message_base64: 'aGk=' })],
    'false tokens': [
      {
        ...ofUser('/v2/wallet/sign/message', 'ETH', {}),
        headers: client.headers(`${token.slice(0, -9)}AAAAAAAAA`, 'ETH'),
      },
    ],
    'unknown API keys': of(50, (i) => ({
      ...ofUser('/v2/wallet/sign/message', 'ETH', {}),
      headers: { ...client.headers(token, 'ETH'), 'x-service-api-key': `pk_${'A'.repeat(18)}${1000 + i}` },
    })),
    'false secret keys': of(50, (i) => ({
      ...ofServer('GET', '/v1/application'),
      headers: { 'x-service-secret-key': `${tenant.secretKey.slice(0, -4)}${1000 + i}` },
    })),
    'dry runs of a long message': [
      ofServer('POST', '/v1/policy/evaluate', {
        ...{ chain: 'ETH', message_base64: Buffer.alloc(60_000, 'a').toString('base64') },
        policy: {
          ...{ name: 'p', chain: 'ETH', scope: 'GLOBAL' },
          rules: heavyRules['short texts that are searched for']?.(30_000),
        },
      }),
    ],
    'a policy of 100 rules of 9 conditions': [
      ofServer('POST', '/v1/policy', {
        name: 'p',
        chain: 'ETH',
        scope: 'GLOBAL',
        rules: of(100, (i) => ({
          name: `r${i}`,
          method: 'eth_signTransaction',
          action: 'DENY',
          conditions: of(9, (k) => ({
            field_source: 'ethereum_transaction',
            field: 'value',
            operator: 'gt',
            value: `${i * 100 + k}`,
          })),
        })),
      }),
    ],
  };
}
