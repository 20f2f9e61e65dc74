import { parseTransaction, toHex, type Hex } from 'viem';
import { address, local, node, other, setUp, type Answers } from '../../test/provider-on-node.js';

describe('a transaction of a page', () => {
  it('fills in the nonce, the gas and the fees, and sends', async () => {
    const { request, sent } = setUp();
    expect(
      await request('eth_sendTransaction', { from: address, to: other, value: '0x1', input: '0x02' }),
    ).toBe(node['eth_sendRawTransaction']);
    expect(sent()).toMatchObject({
      ...{ type: 'eip1559', chainId: 1, nonce: 7, gas: 21_000n, to: other, value: 1n, data: '0x02' },
      ...{ maxFeePerGas: 210n, maxPriorityFeePerGas: 10n },
    });
  });

  const storageKey = toHex(1, { size: 32 });
  it.each<[string, object, Answers, object]>([
    [
      'the fees that are given',
      { maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x3' },
      {},
      { maxFeePerGas: 9n, maxPriorityFeePerGas: 3n },
    ],
    [
      'a tip that fits the highest fee',
      { maxFeePerGas: '0x9' },
      {},
      { maxFeePerGas: 9n, maxPriorityFeePerGas: 9n },
    ],
    [
      'a tip from the gas price',
      {},
      { eth_maxPriorityFeePerGas: new Error('no such method') },
      { maxPriorityFeePerGas: 50n },
    ],
    [
      'the gas price of a chain without EIP-1559',
      {},
      { eth_getBlockByNumber: {} },
      { type: 'legacy', gasPrice: 150n },
    ],
    ['a gas price that is given', { gasPrice: '0x5' }, {}, { type: 'legacy', gasPrice: 5n }],
    ['a type with zeros before it', { type: '0x02' }, {}, { type: 'eip1559' }],
    ['the type that is given', { type: '0x0' }, {}, { type: 'legacy', gasPrice: 150n }],
    [
      'an access list',
      { gasPrice: '0x5', accessList: [{ address: other, storageKeys: [storageKey] }] },
      {},
      { type: 'eip2930', accessList: [{ address: other, storageKeys: [storageKey] }] },
    ],
    ['a contract to create', { to: null, data: '0x6000' }, {}, { data: '0x6000' }],
    ['the nonce and gas that are given', { nonce: '0x0', gas: '0x1', chainId: '0x1' }, {}, { gas: 1n }],
  ])('signs %s', async (_, fields, answers, expected) => {
    const { request, sent } = setUp(answers);
    await request('eth_sendTransaction', { from: address, to: other, ...fields });
    expect(sent()).toMatchObject(expected);
  });

  it('signs authorizations (EIP-7702)', async () => {
    const { request } = setUp();
    const { r, s, yParity } = await local.signAuthorization({ address: other as Hex, chainId: 1, nonce: 8 });
    const authorizationList = [
      { address: other, chainId: '0x1', nonce: '0x8', r, s, yParity: toHex(yParity ?? 0) },
    ];
    const signed = await request('eth_signTransaction', { to: other, authorizationList });
    expect(parseTransaction(signed as Hex)).toMatchObject({
      type: 'eip7702',
      authorizationList: [{ nonce: 8, r, s }],
    });
  });

  it.each<[string, number, string, unknown[]]>([
    ['another chain', -32602, 'eth_sendTransaction', [{ to: other, chainId: '0xa' }]],
    ['blobs', -32602, 'eth_sendTransaction', [{ to: other, blobs: ['0x'] }]],
    ['data and other input', -32602, 'eth_sendTransaction', [{ to: other, data: '0x', input: '0x01' }]],
    [
      'two kinds of fees',
      -32602,
      'eth_sendTransaction',
      [{ to: other, gasPrice: '0x1', maxFeePerGas: '0x1' }],
    ],
    [
      'a type that does not fit',
      -32602,
      'eth_sendTransaction',
      [{ to: other, type: '0x2', gasPrice: '0x1' }],
    ],
    ['an unknown type', -32602, 'eth_sendTransaction', [{ to: other, type: '0x3' }]],
    ['a decimal quantity', -32602, 'eth_sendTransaction', [{ to: other, value: '12' }]],
    ['a number', -32602, 'eth_sendTransaction', [{ to: other, value: 12 }]],
    ['neither a receiver nor data', -32602, 'eth_sendTransaction', [{ value: '0x1' }]],
    ['a creation without code', -32602, 'eth_signTransaction', [{ to: null, data: '0x' }]],
    ['a short address', -32602, 'eth_sendTransaction', [{ to: '0x12' }]],
    ['a wrong checksum', -32602, 'eth_sendTransaction', [{ to: address.replace('A', 'a') }]],
    [
      'a tip above the fee',
      -32602,
      'eth_sendTransaction',
      [{ to: other, maxFeePerGas: '0x1', maxPriorityFeePerGas: '0x2' }],
    ],
    ['an access list that is no list', -32602, 'eth_signTransaction', [{ to: other, accessList: {} }]],
    ['an access list of nothing', -32602, 'eth_signTransaction', [{ to: other, accessList: [null] }]],
    [
      'a short key of an access list',
      -32602,
      'eth_signTransaction',
      [{ to: other, accessList: [{ address, storageKeys: ['0x1'] }] }],
    ],
    [
      'an authorization of nothing',
      -32602,
      'eth_signTransaction',
      [{ to: other, authorizationList: [null] }],
    ],
    ['no transaction', -32602, 'eth_sendTransaction', []],
  ])('is not signed: %s (%i)', async (_, code, method, params) => {
    const { request, asked } = setUp();
    await expect(request(method, ...params)).rejects.toMatchObject({ name: 'ProviderRpcError', code });
    expect(asked.filter((each) => each.method === 'eth_sendRawTransaction')).toEqual([]);
  });
});
