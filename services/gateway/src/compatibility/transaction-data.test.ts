import { withPreimage } from './transaction-data.js';

const typedData = { types: { A: [] }, primaryType: 'A', domain: {}, message: {} };
const call = { to: '0x1', value: '1', chainId: 1, nonce: 0, gasLimit: '0x5208' };

describe('withPreimage', () => {
  it.each([
    [{ method: 'eth_signTransaction', ...call, gasPrice: null, typedData: null }, { payload: call }],
    [call, { payload: call }],
    [
      { method: 'eth_signTypedData_v4', typedData },
      { typed_data: typedData, version: 'v4' },
    ],
    [
      { method: 'eth_signTypedData_v3', typedData },
      { typed_data: typedData, version: 'v3' },
    ],
    [
      { method: 'eth_signTypedData', typedData },
      { typed_data: typedData, version: 'v4' },
    ],
    [
      { method: 'eth_signTypedData', typedData: [] },
      { typed_data: [], version: 'v1' },
    ],
    [
      { method: 'eth_signTypedData_v4', typedData: '{}' },
      { typed_data: '{}', version: 'v4' },
    ],
    // What follows does not suffice to make the hash of: a bare hash remains.
    [{ method: 'eth_signTypedData_v4', typedData: { domain: {}, message: {} } }, {}],
    [{ method: 'eth_signTypedData_v4', ...call }, {}],
    [{ method: 'personal_sign' }, {}],
    [{ method: 'eth_signMessage', ...call }, {}],
    [null, {}],
  ])('%#: %j becomes %j', (transaction_data, expected) => {
    expect(withPreimage({ raw_data_hash: 'h', transaction_data })).toEqual({
      raw_data_hash: 'h',
      ...expected,
    });
  });

  it.each([
    [{ transaction_data: 'x' }, '/transaction_data'],
    [{ transaction_data: [] }, '/transaction_data'],
    [{ transaction_data: { method: 'eth_sendTransaction' } }, '/transaction_data/method'],
    [{ transaction_data: { method: 1 } }, '/transaction_data/method'],
    [{ transaction_data: call, payload: call }, '/transaction_data'],
    [{ transaction_data: call, typed_data: typedData }, '/transaction_data'],
  ])('%#: refuses %j', (body, path) => {
    expect(() => withPreimage(body)).toThrow(
      expect.objectContaining({ fields: [expect.objectContaining({ path })] }) as Error,
    );
  });
});
