import { refusal } from '../../test/refusal.js';
import { testWallet } from '../../test/wallets.js';
import { hexText } from '../hex-text.js';
import { parseEthTransactionPayload } from './transaction-payload.js';

const wallet = testWallet('ETH', new Uint8Array(32).fill(1));
const to = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const word = `0x${'01'.repeat(32)}`;
const transfer = { chainId: 1, nonce: 7, to, value: '1000000000000000000', gas: 21_000 };
const legacy = { ...transfer, type: 'legacy', gasPrice: 20 };
const london = { ...transfer, type: 'eip1559', maxFeePerGas: '0x10', maxPriorityFeePerGas: 1 };
const blobs = { ...london, type: 'eip4844', maxFeePerBlobGas: 1, blobVersionedHashes: [word] };
const authorization = { chainId: 1, address: to, nonce: 0, yParity: 1, r: '7', s: '0x9' };
const delegating = { ...london, type: 'eip7702', authorizationList: [authorization] };
const parse = (payload: unknown) => parseEthTransactionPayload(payload, wallet);

describe('the payload of an Ethereum transaction', () => {
  it.each<[string, object, object]>([
    [
      'a number, a decimal string and hex for quantities',
      london,
      { ...london, nonce: '7', value: '0xde0b6b3a7640000', gas: '0x5208' },
    ],
    [
      'gasLimit for gas',
      london,
      {
        ...transfer,
        gas: undefined,
        gasLimit: 21_000,
        type: '0x2',
        maxFeePerGas: 16,
        maxPriorityFeePerGas: '1',
      },
    ],
    ['input for data', { ...london, data: '0xabcd' }, { ...london, input: '0xABCD' }],
    ['equal data and input', { ...london, data: '0xabcd' }, { ...london, data: '0xabcd', input: '0xabcd' }],
    ['equal gas and gasLimit', london, { ...london, gasLimit: '21000' }],
    ['the type as a number', london, { ...london, type: 2 }],
    ['the type as hex', legacy, { ...legacy, type: '0x0' }],
    ['no type when the fees imply it', london, { ...london, type: undefined }],
    ['no type when a gas price and a chain imply it', legacy, { ...legacy, type: undefined }],
    ['no type when blobs imply it', blobs, { ...blobs, type: undefined }],
    ['no type when authorizations imply it', delegating, { ...delegating, type: undefined }],
    [
      'no type when an access list implies it',
      { ...legacy, type: 1 },
      { ...legacy, type: undefined, accessList: [] },
    ],
    [
      'null as the recipient of a contract creation',
      { ...london, to: undefined, data: '0x00' },
      { ...london, to: null, data: '0x00' },
    ],
    ['an address in lower case', london, { ...london, to: to.toLowerCase() }],
    ['the wallet as from', london, { ...london, from: wallet.address.toLowerCase() }],
    ['a missing value, which means none', { ...london, value: 0 }, { ...london, value: undefined }],
  ])('accepts %s', (_, plain, other) => {
    const clean = (payload: object): unknown => JSON.parse(JSON.stringify(payload));
    expect(hexText(parse(clean(other)).unsigned)).toBe(hexText(parse(clean(plain)).unsigned));
  });

  it.each([legacy, london, blobs, delegating])('may be the serialized transaction (%#)', (payload) => {
    const parsed = parse(payload);
    expect(parse(hexText(parsed.unsigned))).toEqual(parsed);
  });

  const without = (payload: object, name: string): object =>
    Object.fromEntries(Object.entries(payload).filter(([key]) => key !== name));
  // Type 2 with nine empty fields, including the chain id.
  const withChainZero = '0x02c9' + '80'.repeat(8) + 'c0';
  it.each<[string, unknown, string]>([
    ['nothing', undefined, ''],
    ['null', null, ''],
    ['a list', [], ''],
    ['a number', 1, ''],
    ['text that is not hex', 'transfer', ''],
    ['empty hex', '0x', ''],
    ['an odd number of hex digits', '0x0', ''],
    ['an unknown type', { ...london, type: '0x5' }, '/type'],
    ['a type from Object.prototype', { ...london, type: 'constructor' }, '/type'],
    ['a type with a leading zero', { ...london, type: '0x02' }, '/type'],
    ['no type and no fee', transfer, '/type'],
    ['an unknown field', { ...london, blobs: [] }, '/blobs'],
    ['an own __proto__', JSON.parse('{"type":"legacy","__proto__":{}}'), '/__proto__'],
    ['a field with a slash in its name', { ...london, 'a/b': 1 }, '/a~1b'],
    ['a gas price together with a fee market', { ...london, gasPrice: 1 }, '/gasPrice'],
    ['an access list in a legacy transaction', { ...legacy, accessList: [] }, '/accessList'],
    ['blobs in a fee market transaction', { ...london, blobVersionedHashes: [word] }, '/blobVersionedHashes'],
    ['authorizations in a blob transaction', { ...blobs, authorizationList: [] }, '/authorizationList'],
    ['no chain id', without(london, 'chainId'), '/chainId'],
    ['no chain id and no type', without(without(legacy, 'type'), 'chainId'), '/chainId'],
    ['chain id 0 in a legacy transaction', { ...legacy, chainId: 0 }, '/chainId'],
    ['chain id 0 in one of type 1', { ...legacy, type: 1, chainId: 0 }, '/chainId'],
    ['chain id 0 in one of type 2', { ...london, chainId: 0 }, '/chainId'],
    ['chain id 0 in one of type 3', { ...blobs, chainId: 0 }, '/chainId'],
    ['chain id 0 in one of type 4', { ...delegating, chainId: 0 }, '/chainId'],
    ['chain id 0 in serialized form', withChainZero, '/chainId'],
    ['no nonce', without(london, 'nonce'), '/nonce'],
    ['no gas', without(london, 'gas'), '/gas'],
    ['no fee', without(london, 'maxFeePerGas'), '/maxFeePerGas'],
    ['no priority fee', without(london, 'maxPriorityFeePerGas'), '/maxPriorityFeePerGas'],
    ['a priority fee above the fee', { ...london, maxPriorityFeePerGas: 17 }, '/maxPriorityFeePerGas'],
    ['different gas and gasLimit', { ...london, gasLimit: 21_001 }, '/gasLimit'],
    ['different data and input', { ...london, data: '0x', input: '0x00' }, '/input'],
    ['from another address', { ...london, from: to }, '/from'],
    ['a from of null', { ...london, from: null }, '/from'],
    ['a value of 2^256', { ...london, value: (2n ** 256n).toString() }, '/value'],
    ['a negative value', { ...london, value: -1 }, '/value'],
    ['a fractional value', { ...london, value: 0.5 }, '/value'],
    ['a number above 2^53', { ...london, value: 2 ** 53 }, '/value'],
    ['a decimal with a leading zero', { ...london, value: '01' }, '/value'],
    ['an exponent', { ...london, value: '1e18' }, '/value'],
    ['an empty quantity', { ...london, value: '' }, '/value'],
    ['hex without digits', { ...london, value: '0x' }, '/value'],
    ['a quantity of true', { ...london, value: true }, '/value'],
    ['a null value', { ...london, value: null }, '/value'],
    ['a quantity of a megabyte', { ...london, value: '9'.repeat(1_000_000) }, '/value'],
    ['gas of 2^64', { ...london, gas: (2n ** 64n).toString() }, '/gas'],
    ['a nonce of 2^64 - 1', { ...london, nonce: (2n ** 64n - 1n).toString() }, '/nonce'],
    ['a mistyped address', { ...london, to: to.replace('a', 'A') }, '/to'],
    ['an empty address', { ...london, to: '' }, '/to'],
    ['0x as an address', { ...london, to: '0x' }, '/to'],
    ['data without the prefix', { ...london, data: 'abcd' }, '/data'],
    ['an access list that is an object', { ...london, accessList: {} }, '/accessList'],
    [
      'an access list with an extra member',
      { ...london, accessList: [{ address: to, storageKeys: [], x: 1 }] },
      '/accessList/0/x',
    ],
    [
      'a short storage key',
      { ...london, accessList: [{ address: to, storageKeys: ['0x01'] }] },
      '/accessList/0/storageKeys/0',
    ],
    [
      'an access list without keys',
      { ...london, accessList: [{ address: to }] },
      '/accessList/0/storageKeys',
    ],
    ['no blobs', { ...blobs, blobVersionedHashes: [] }, '/blobVersionedHashes'],
    [
      'a blob hash of another version',
      { ...blobs, blobVersionedHashes: [`0x02${'00'.repeat(31)}`] },
      '/blobVersionedHashes/0',
    ],
    ['blobs without a recipient', without(blobs, 'to'), '/to'],
    ['no authorizations', { ...delegating, authorizationList: [] }, '/authorizationList'],
    ['an authorization without a recipient', without(delegating, 'to'), '/to'],
    [
      'an authorization with parity 2',
      { ...delegating, authorizationList: [{ ...authorization, yParity: 2 }] },
      '/authorizationList/0/yParity',
    ],
    [
      'an authorization with r of 0',
      { ...delegating, authorizationList: [{ ...authorization, r: 0 }] },
      '/authorizationList/0/r',
    ],
    [
      'an authorization with a high s',
      {
        ...delegating,
        authorizationList: [{ ...authorization, s: `0x${'7f'.repeat(1)}${'ff'.repeat(31)}` }],
      },
      '/authorizationList/0/s',
    ],
    [
      'an authorization with an extra member',
      { ...delegating, authorizationList: [{ ...authorization, v: 27 }] },
      '/authorizationList/0/v',
    ],
  ])('with %s is refused', (_, payload, path) => {
    expect(refusal(() => parse(payload))).toEqual({ code: 'request.invalid', path: `/payload${path}` });
  });

  it('names the field that contained it', () => {
    expect(
      refusal(() => parseEthTransactionPayload({ ...london, nonce: -1 }, wallet, '/transaction')).path,
    ).toBe('/transaction/nonce');
  });
});
