import { successorOf } from './retired-path.js';

describe('the successor of a version 1 path', () => {
  it.each([
    ['/v1/wallet', '/v2/wallet'],
    ['/v1/wallet/', '/v2/wallet'],
    ['/v1/wallet?x=/v1/wallet/sign/data', '/v2/wallet'],
    ['/v1/wallet/sign/data?x=1', '/v2/wallet/sign/data'],
    ['/v1/wallet/sign/anything', '/v2/wallet'],
    ['/v1/api/wallet', '/v2/api/wallet'],
    ['/v1/api/wallet/sign_data/', '/v2/api/wallet/sign_data'],
    ['/v1/api/wallet/%zz', '/v2/api/wallet'],
  ])('%s: %s', (url, successor) => {
    expect(successorOf(url)).toBe(successor);
  });

  it.each([
    '/v1/wallets',
    '/v1/api/wallet_group',
    '/v1/wallet_group',
    '/v1/policy',
    '/v2/wallet',
    '/v1',
    '/x/v1/wallet',
  ])('is none for %s', (url) => {
    expect(successorOf(url)).toBeUndefined();
  });
});
